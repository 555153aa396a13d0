// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/string_append
// tags: latency,memory
// about: characters appended through data and size of a string

#include "kernel.h"

struct string {
  char *data;
  size_t size, capacity;
};

KB_DATA struct string string;
KB_DATA char text[KB_MAX_N + 1], in[KB_MAX_N];
KB_DATA struct string *given_self;

void kernel_init(void) {
  KB_FILL(in, 32, 127);
  given_self = &string;
}

KB_KERNEL void kernel(KB_INT n) {
  struct string *self = given_self;
  *self = (struct string){text, 0, KB_MAX_N};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    self->data[self->size] = in[i];
    self->size += 1;
    self->data[self->size] = 0;
  }
}
