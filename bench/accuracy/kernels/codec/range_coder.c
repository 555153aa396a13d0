// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/range_coder
// tags: latency,memory
// about: low and range of an arithmetic coder in memory, a byte out a trip

#include "kernel.h"

struct coder {
  uint64_t low;
  uint32_t range;
};

KB_DATA struct coder coder;
KB_DATA uint32_t share[KB_MAX_N];
KB_DATA uint8_t out[KB_MAX_N];
KB_DATA struct coder *given_c;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(share, 1000, 4000);
  given_c = &coder;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct coder *c = given_c;
  uint8_t *to = given_to;
  *c = (struct coder){0, 0xffffffffu};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t part = (c->range >> 12) * share[i];
    c->low += part;
    c->range = (c->range - part) | 0x1000000;
    to[i] = (uint8_t)(c->low >> 24);
    c->low <<= 1;
  }
}
