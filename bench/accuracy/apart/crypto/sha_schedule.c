// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/sha_schedule
// tags: latency,memory
// about: SHA-256 message schedule: distances 2, 7, 15 and 16, round constants added

#include "kernel.h"

KB_DATA uint32_t words[KB_MAX_N + 16], added[KB_MAX_N];
KB_DATA uint32_t *given_w;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  KB_FILL(words, 0, 4294967295.0);
  given_w = words;
  given_out = added;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *w = given_w;
  uint32_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t a = w[i + 1], b = w[i + 14];
    const uint32_t s0 = (a >> 7 | a << 25) ^ (a >> 18 | a << 14) ^ a >> 3;
    const uint32_t s1 = (b >> 17 | b << 15) ^ (b >> 19 | b << 13) ^ b >> 10;
    w[i + 16] = w[i] + s0 + w[i + 9] + s1;
    out[i] = w[i + 16] + 0x428a2f98;
  }
}
