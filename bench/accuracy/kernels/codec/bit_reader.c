// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/bit_reader
// tags: latency,memory
// about: the position of a bit reader is in memory, bytes are written

#include "kernel.h"

struct reader {
  const uint8_t *from;
  uint64_t position;
};

KB_DATA struct reader reader;
KB_DATA uint8_t in[1024], out[KB_MAX_N];
KB_DATA struct reader *given_r;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_r = &reader;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct reader *r = given_r;
  uint8_t *to = given_to;
  *r = (struct reader){in, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t at = r->position;
    const unsigned pair = r->from[at / 8] | r->from[at / 8 + 1] << 8;
    r->position = at + 6;
    to[i] = (uint8_t)(pair >> at % 8 & 63);
  }
}
