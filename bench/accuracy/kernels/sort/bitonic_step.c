// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/bitonic_step
// tags: ports,memory
// about: (a[i], a[2m-1-i]) = (min, max)

#include "kernel.h"

KB_DATA float a[2 * KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = a[i], y = a[2 * KB_MAX_N - 1 - i];
    a[i] = x < y ? x : y;
    a[2 * KB_MAX_N - 1 - i] = x < y ? y : x;
  }
}
