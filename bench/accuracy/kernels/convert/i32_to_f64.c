// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/i32_to_f64
// tags: ports
// about: a[i] = (double)b[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N];
KB_DATA int32_t b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, -1000, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i];
}
