// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/byte_fifo
// tags: latency,memory
// about: bytes in and out of a ring; both places in the same structure

#include "kernel.h"

struct fifo {
  uint8_t data[64];
  uint32_t in, out;
};

KB_DATA struct fifo fifo;
KB_DATA uint8_t from[KB_MAX_N], to[KB_MAX_N];
KB_DATA struct fifo *given_f;
KB_DATA uint8_t *given_drain;

void kernel_init(void) {
  KB_FILL(from, 0, 256);
  given_f = &fifo;
  given_drain = to;
}

KB_KERNEL void kernel(KB_INT n) {
  struct fifo *f = given_f;
  uint8_t *drain = given_drain;
  f->in = 2;
  f->out = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    f->data[f->in++ & 63] = from[i];
    drain[i] = f->data[f->out++ & 63];
  }
}
