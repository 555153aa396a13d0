// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/xorshift64
// tags: latency
// about: x ^= x << 13; x ^= x >> 7; x ^= x << 17

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 88172645463325252u;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    a[i] = x;
  }
}
