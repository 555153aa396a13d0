// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/poly_mod_mersenne
// tags: latency
// about: h = (h + m) r modulo 2^61 - 1 with a 128 bit product

#include "kernel.h"

KB_DATA uint64_t message[KB_MAX_N], secret;

void kernel_init(void) {
  KB_FILL(message, 0, 1e15);
  secret = 0x123456789abcdef;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint64_t r = secret, p = (UINT64_C(1) << 61) - 1;
  uint64_t h = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 t = (unsigned __int128)(h + message[i]) * r;
    h = ((uint64_t)t & p) + (uint64_t)(t >> 61);
    h = (h & p) + (h >> 61);
  }
  kb_sink_u64 = h;
}
