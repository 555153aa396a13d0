// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/binary_gcd
// tags: latency
// about: n steps of a binary gcd without branches on one pair

#include "kernel.h"

KB_DATA uint64_t a[2];

void kernel_init(void) {
  a[0] = 1000000007u * 1000003u;
  a[1] = 998244353u * 1000033u;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t u = a[0] | 1, v = a[1] | 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t less = 0u - (uint64_t)(u < v);
    const uint64_t d = ((u - v) ^ less) - less;
    v += (u - v) & less;
    // At the end d is 0 and stays so; the bit set keeps the shift defined.
    u = d >> __builtin_ctzll(d | 1ull << 63) | 1;
  }
  kb_sink_u64 = u;
}
