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
    const uint64_t hi = u > v ? u : v, lo = u > v ? v : u;
    // Equal numbers start anew, so that each step has the same work.
    const uint64_t d = hi == lo ? 0xfffffffffffffff1u : hi - lo;
    u = d >> __builtin_ctzll(d);
    v = lo;
  }
  kb_sink_u64 = u;
}
