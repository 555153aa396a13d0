// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/add_product
// tags: latency,memory
// about: r[i] += a[i] w with carry, in place through pointers

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], r[KB_MAX_N], factor;
KB_DATA uint64_t *given_to;
KB_DATA const uint64_t *given_from;

void kernel_init(void) {
  KB_FILL(a, 0, 1.8e19);
  factor = 0x123456789abcdef1;
  given_to = r;
  given_from = a;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *to = given_to;
  const uint64_t *from = given_from;
  const uint64_t w = factor;
  uint64_t carry = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 t = (unsigned __int128)from[i] * w + to[i] + carry;
    to[i] = (uint64_t)t;
    carry = (uint64_t)(t >> 64);
  }
  kb_sink_u64 = carry;
}
