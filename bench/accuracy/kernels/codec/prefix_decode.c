// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/prefix_decode
// tags: latency,memory
// about: a table of codes; bit position in memory, bytes written

#include "kernel.h"

struct decoder {
  uint64_t position;
  uint64_t symbols;
};

KB_DATA struct decoder decoder;
KB_DATA uint8_t in[512], length[16], symbol[16], out[KB_MAX_N];
KB_DATA struct decoder *given_d;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  KB_FILL(length, 2, 5);
  KB_FILL(symbol, 0, 256);
  given_d = &decoder;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct decoder *d = given_d;
  uint8_t *to = given_to;
  *d = (struct decoder){0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t at = d->position;
    const unsigned next = in[at / 8 & 511] >> at % 8 & 15;
    to[i] = symbol[next];
    d->position = at + length[next];
    d->symbols += symbol[next];
  }
}
