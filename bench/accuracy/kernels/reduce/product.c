// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/product
// tags: latency
// about: p = product of a[i], each close to 1

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.99, 1.01); }

KB_KERNEL void kernel(KB_INT n) {
  double p = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    p *= a[i];
  kb_sink_f64 = p;
}
