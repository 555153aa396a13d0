// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/entropy_state
// tags: latency,memory
// about: the state of a table-driven entropy decoder in memory, bytes written

#include "kernel.h"

struct entry {
  uint16_t base;
  uint8_t symbol, bits;
};

KB_DATA struct entry table[64];
KB_DATA uint16_t state[2];
KB_DATA uint8_t extra[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) {
  for (int i = 0; i < 64; ++i)
    table[i] = (struct entry){(uint16_t)(i * 7 % 60), (uint8_t)i, 2};
  KB_FILL(extra, 0, 4);
}

KB_KERNEL void kernel(KB_INT n) {
  uint16_t *s = state;
  uint8_t *to = out;
  KB_HIDE(s);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const struct entry *e = &table[*s];
    *s = (uint16_t)(e->base + extra[i]);
    to[i] = e->symbol;
  }
}
