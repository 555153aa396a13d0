// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/bit_writer_variable
// tags: latency,memory
// about: codes of 5 to 8 bits, position and bits in memory, words stored

#include "kernel.h"

struct writer {
  uint32_t bits, count, at;
};

KB_DATA struct writer writer;
KB_DATA uint32_t code[KB_MAX_N], length[KB_MAX_N], out[KB_MAX_N + 1];
KB_DATA struct writer *given_w;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  KB_FILL(code, 0, 32);
  KB_FILL(length, 5, 9);
  given_w = &writer;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct writer *w = given_w;
  uint32_t *to = given_to;
  *w = (struct writer){0, 0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    w->bits |= code[i] << (w->count & 7);
    w->count += length[i];
    to[w->at] = w->bits;
    w->at += w->count >> 3;
    w->bits >>= w->count & 24;
    w->count &= 7;
  }
}
