// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/adler_copy
// tags: latency,memory
// about: a checksum's two halves in a structure while bytes are copied

#include "kernel.h"

struct checksum {
  uint32_t a, b;
};

KB_DATA struct checksum checksum;
KB_DATA uint8_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct checksum *given_c;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_c = &checksum;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct checksum *c = given_c;
  uint8_t *to = given_to;
  *c = (struct checksum){1, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    to[i] = in[i];
    c->a += in[i];
    c->b += c->a;
  }
}
