// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k19_general_recurrence
// tags: latency,memory
// about: b[k] = sa[k] + s * sb[k]; s = b[k] - s

#include "kernel.h"

KB_DATA double sa[KB_MAX_N], sb[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(sa, 0.5, 1.5);
  KB_FILL(sb, 1.1, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0.5;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k) {
    b[k] = sa[k] + s * sb[k];
    s = b[k] - s;
  }
}
