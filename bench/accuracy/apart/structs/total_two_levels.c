// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/total_two_levels
// tags: latency,memory
// about: a total behind a pointer in a struct, reloaded because bytes are written

#include "kernel.h"

struct holder {
  uint64_t *total;
};
KB_DATA uint64_t sum;
KB_DATA struct holder holder;
KB_DATA uint64_t x[KB_MAX_N];
KB_DATA uint8_t low[KB_MAX_N];
KB_DATA struct holder *given_h;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  holder.total = &sum;
  given_h = &holder;
  given_out = low;
}

KB_KERNEL void kernel(KB_INT n) {
  struct holder *h = given_h;
  uint8_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *h->total += x[i];
    out[i] = (uint8_t)(*h->total >> 4);
  }
}
