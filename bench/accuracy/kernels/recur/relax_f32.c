// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/relax_f32
// tags: latency,memory
// about: a[i] = a[i] + w * (a[i-1] - a[i]) in single precision

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    a[i] = a[i] + 0.4f * (a[i - 1] - a[i]);
}
