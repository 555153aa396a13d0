// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/push_back_bytes
// tags: latency,memory
// about: a vector of bytes: *end++ = x, its end reloaded after each byte

#include "kernel.h"

struct vector {
  uint8_t *begin, *end, *limit;
};

KB_DATA struct vector vector;
KB_DATA uint8_t data[KB_MAX_N], in[KB_MAX_N];
KB_DATA struct vector *given_self;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_self = &vector;
}

KB_KERNEL void kernel(KB_INT n) {
  struct vector *self = given_self;
  *self = (struct vector){data, data, data + KB_MAX_N};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    *self->end++ = in[i];
}
