// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/siphash_round
// tags: latency
// about: one round per word: add, rotate, xor on 4 words

#include "kernel.h"

KB_DATA uint64_t s[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 1e18); }
static inline uint64_t rotate(uint64_t x, unsigned by) {
  return x << by | x >> (64 - by);
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t a = 0x736f6d65u, b = 0x646f7261u, c = 0x6c796765u, d = 0x74656462u;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    d ^= s[i];
    a += b;
    b = rotate(b, 13) ^ a;
    a = rotate(a, 32);
    c += d;
    d = rotate(d, 16) ^ c;
    a += d;
    d = rotate(d, 21) ^ a;
    c += b;
    b = rotate(b, 17) ^ c;
    c = rotate(c, 32);
    a ^= s[i];
  }
  kb_sink_u64 = a ^ b ^ c ^ d;
}
