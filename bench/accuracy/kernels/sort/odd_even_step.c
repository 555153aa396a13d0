// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/odd_even_step
// tags: ports,memory
// about: neighbours (2i, 2i+1) brought into order

#include "kernel.h"

KB_DATA int32_t a[2 * KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 100000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t x = a[2 * i], y = a[2 * i + 1];
    a[2 * i] = x < y ? x : y;
    a[2 * i + 1] = x < y ? y : x;
  }
}
