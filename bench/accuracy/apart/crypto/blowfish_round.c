// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/blowfish_round
// tags: latency,memory
// about: one Feistel round with four tables, halves in memory and swapped

#include "kernel.h"

struct halves {
  uint32_t l, r;
};
KB_DATA struct halves halves;
KB_DATA uint32_t s0[256], s1[256], s2[256], s3[256], p[16], left[KB_MAX_N];
KB_DATA struct halves *given_h;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  KB_FILL(s0, 0, 4294967295.0);
  KB_FILL(s1, 0, 4294967295.0);
  KB_FILL(s2, 0, 4294967295.0);
  KB_FILL(s3, 0, 4294967295.0);
  KB_FILL(p, 0, 4294967295.0);
  halves = (struct halves){0x01234567, 0x89abcdef};
  given_h = &halves;
  given_out = left;
}

KB_KERNEL void kernel(KB_INT n) {
  struct halves *h = given_h;
  uint32_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t x = h->l ^ p[i & 15];
    const uint32_t f = ((s0[x >> 24] + s1[x >> 16 & 255]) ^ s2[x >> 8 & 255]) + s3[x & 255];
    h->l = h->r ^ f;
    h->r = x;
    out[i] = h->l;
  }
}
