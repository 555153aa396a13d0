// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/sqrt_chain
// tags: divider,latency
// about: x = sqrt(x + a[i])
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x = __builtin_sqrt(x + a[i]);
  kb_sink_f64 = x;
}
