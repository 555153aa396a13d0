// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/adaptive_model
// tags: latency,memory
// about: frequencies of symbols and their total in memory; codes written

#include "kernel.h"

struct model {
  uint32_t total, count[16];
};

KB_DATA struct model model;
KB_DATA uint32_t symbol[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct model *given_m;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    symbol[i] = (uint32_t)(i % 3);
  given_m = &model;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct model *m = given_m;
  uint32_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t s = symbol[i];
    to[i] = m->count[s] ^ m->total;
    m->count[s] += 32;
    m->total += 32;
  }
}
