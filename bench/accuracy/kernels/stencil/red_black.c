// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/red_black
// tags: ports,memory
// about: a[2i+1] = 0.5 (a[2i] + a[2i+2]), one colour

#include "kernel.h"

KB_DATA double a[2 * KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[2 * i + 1] = 0.5 * (a[2 * i] + a[2 * i + 2]);
}
