// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/bit_model
// tags: latency,memory
// about: adaptive probabilities of bits, context of the last four bits in memory

#include "kernel.h"

struct model {
  uint16_t context, p[16];
};
KB_DATA struct model model;
KB_DATA uint8_t bit[KB_MAX_N];
KB_DATA uint16_t cost[KB_MAX_N];
KB_DATA struct model *given_m;
KB_DATA uint16_t *given_out;

void kernel_init(void) {
  KB_FILL(bit, 0, 2);
  for (int k = 0; k < 16; ++k)
    model.p[k] = 32768;
  given_m = &model;
  given_out = cost;
}

KB_KERNEL void kernel(KB_INT n) {
  struct model *m = given_m;
  uint16_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int p = m->p[m->context];
    out[i] = (uint16_t)p;
    m->p[m->context] = (uint16_t)(p + (((-bit[i] & 65535) - p) >> 5));
    m->context = (uint16_t)((m->context << 1 | bit[i]) & 15);
  }
}
