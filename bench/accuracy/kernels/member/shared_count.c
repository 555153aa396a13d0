// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/shared_count
// tags: latency,memory
// about: a reference count taken and given back around each use

#include "kernel.h"

struct object {
  int64_t count, value;
};

KB_DATA struct object object;
KB_DATA int64_t out[KB_MAX_N];
KB_DATA struct object *given_o;
KB_DATA int64_t *given_to;

void kernel_init(void) {
  object = (struct object){1, 7};
  given_o = &object;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct object *o = given_o;
  int64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    o->count += 1;
    to[i] = o->value;
    o->count -= 1;
  }
}
