// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/varint_encode
// tags: latency,memory
// about: one or two bytes a value, the place to write in a struct

#include "kernel.h"

struct output {
  uint8_t *at;
};
KB_DATA struct output output;
KB_DATA uint16_t value[KB_MAX_N];
KB_DATA uint8_t bytes[2 * KB_MAX_N + 2];
KB_DATA struct output *given_o;

void kernel_init(void) {
  KB_FILL(value, 0, 2000);
  given_o = &output;
}

KB_KERNEL void kernel(KB_INT n) {
  struct output *o = given_o;
  o->at = bytes;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned v = value[i], more = v > 127;
    o->at[0] = (uint8_t)(v | more << 7);
    o->at[1] = (uint8_t)(v >> 7);
    o->at += 1 + more;
  }
}
