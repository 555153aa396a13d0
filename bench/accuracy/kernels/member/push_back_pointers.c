// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/push_back_pointers
// tags: latency,memory
// about: a vector of pointers, whose own fields might be overwritten

#include "kernel.h"

struct vector {
  void **begin, **end, **limit;
};

KB_DATA struct vector vector;
KB_DATA void *data[KB_MAX_N];
KB_DATA int32_t objects[KB_MAX_N];

void kernel_init(void) { KB_FILL(objects, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  struct vector *self = &vector;
  *self = (struct vector){data, data, data + KB_MAX_N};
  KB_HIDE(self);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    *self->end++ = &objects[i];
}
