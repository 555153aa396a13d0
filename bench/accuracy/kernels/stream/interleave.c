// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/interleave
// tags: ports,memory
// about: a[2i] = b[i], a[2i+1] = c[i]

#include "kernel.h"

KB_DATA float a[2 * KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    a[2 * i] = b[i];
    a[2 * i + 1] = c[i];
  }
}
