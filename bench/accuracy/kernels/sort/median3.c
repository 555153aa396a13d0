// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/median3
// tags: ports
// about: d[i] = median of a[i], a[i+1], a[i+2] over bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N + 2], d[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t x = a[i], y = a[i + 1], z = a[i + 2];
    const uint8_t lo = x < y ? x : y, hi = x < y ? y : x;
    const uint8_t top = hi < z ? hi : z;
    d[i] = lo > top ? lo : top;
  }
}
