// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/f64_to_f32
// tags: ports
// about: a[i] = (float)b[i]

#include "kernel.h"

KB_DATA float a[KB_MAX_N];
KB_DATA double b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = (float)b[i];
}
