// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/bloom_insert
// tags: memory,latency
// about: two bits set in a filter of 16 words, what was there before is written

#include "kernel.h"

KB_DATA uint64_t words[16], key[KB_MAX_N], before[KB_MAX_N];
KB_DATA uint64_t *given_f;
KB_DATA uint64_t *given_out;

void kernel_init(void) {
  KB_FILL(key, 0, 1e15);
  given_f = words;
  given_out = before;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *f = given_f;
  uint64_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t h = key[i] * 0x9e3779b97f4a7c15u;
    const uint64_t a = UINT64_C(1) << (h & 63), b = UINT64_C(1) << (h >> 6 & 63);
    uint64_t *u = &f[h >> 60], *v = &f[h >> 56 & 15];
    out[i] = *u & a;
    *u |= a;
    *v |= b;
  }
}
