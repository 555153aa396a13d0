// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/bit_writer
// tags: latency,memory
// about: 8 bits a trip through an accumulator and a position in memory

#include "kernel.h"

struct writer {
  uint64_t bits;
  uint32_t count, at;
};

KB_DATA struct writer writer;
KB_DATA uint8_t code[KB_MAX_N], out[1024];
KB_DATA struct writer *given_w;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(code, 0, 256);
  given_w = &writer;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct writer *w = given_w;
  uint8_t *to = given_to;
  *w = (struct writer){1, 3, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    w->bits |= (uint64_t)code[i] << w->count;
    to[w->at] = (uint8_t)w->bits;
    w->bits >>= 8;
    w->at = (w->at + 1) & 1023;
  }
}
