// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/gaps_to_ids
// tags: latency,memory
// about: document ids of a posting list from byte gaps, the last id in a struct

#include "kernel.h"

struct cursor {
  uint32_t last;
  uint32_t seen;
};
KB_DATA struct cursor cursor;
KB_DATA uint8_t gap[KB_MAX_N];
KB_DATA uint32_t ids[KB_MAX_N];
KB_DATA struct cursor *given_c;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  KB_FILL(gap, 0, 200);
  given_c = &cursor;
  given_out = ids;
}

KB_KERNEL void kernel(KB_INT n) {
  struct cursor *c = given_c;
  uint32_t *out = given_out;
  c->last = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c->last += gap[i] + 1u;
    ++c->seen;
    out[i] = c->last;
  }
}
