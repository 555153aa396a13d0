// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/small_buffer
// tags: latency,memory
// about: a buffer whose items are inside of it, behind a pointer; ++size

#include "kernel.h"

struct buffer {
  uint32_t size, *item, inside[16];
};

KB_DATA struct buffer buffer;
KB_DATA uint32_t in[KB_MAX_N];
KB_DATA struct buffer *given_b;

void kernel_init(void) {
  buffer.item = buffer.inside;
  KB_FILL(in, 0, 1000);
  given_b = &buffer;
}

KB_KERNEL void kernel(KB_INT n) {
  struct buffer *b = given_b;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    b->item[b->size & 15] = in[i];
    ++b->size;
  }
}
