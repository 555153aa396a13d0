// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/bloom
// tags: memory,latency
// about: two bits a key set in a filter of two words

#include "kernel.h"

KB_DATA uint64_t filter[2];
KB_DATA uint32_t key[KB_MAX_N];
KB_DATA uint64_t *given_f;

void kernel_init(void) {
  KB_FILL(key, 0, 4e9);
  given_f = filter;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *f = given_f;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t hash = key[i] * 2654435761u;
    f[0] |= (uint64_t)1 << (hash >> 26);
    f[hash >> 25 & 1] ^= (uint64_t)1 << (hash >> 19 & 63);
  }
}
