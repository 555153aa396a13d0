// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/pcg_memory
// tags: latency,memory
// about: 64 bit congruential generator in memory, output permuted by a rotation

#include "kernel.h"

KB_DATA uint64_t seed, numbers[KB_MAX_N];
KB_DATA uint64_t *given_s;
KB_DATA uint64_t *given_out;

void kernel_init(void) {
  seed = 42;
  given_s = &seed;
  given_out = numbers;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *s = given_s;
  uint64_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t x = *s;
    *s = x * 6364136223846793005u + 1442695040888963407u;
    const uint32_t folded = (uint32_t)((x >> 18 ^ x) >> 27);
    const unsigned turn = x >> 59;
    out[i] = folded >> turn | folded << (-turn & 31);
  }
}
