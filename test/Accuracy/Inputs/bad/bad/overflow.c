// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bad/overflow
// tags: ports
// about: doubles at each call, until a signed overflow

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 1, 100); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] += a[i];
}
