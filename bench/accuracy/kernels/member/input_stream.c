// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/input_stream
// tags: latency,memory
// about: get() moves a pointer in memory; bytes are copied and summed

#include "kernel.h"

struct stream {
  const uint8_t *next;
  uint64_t sum;
};

KB_DATA struct stream stream;
KB_DATA uint8_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct stream *given_self;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_self = &stream;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct stream *self = given_self;
  uint8_t *to = given_to;
  *self = (struct stream){in, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t c = *self->next++;
    self->sum += c;
    to[i] = c;
  }
}
