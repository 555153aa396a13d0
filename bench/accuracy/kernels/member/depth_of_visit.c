// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/depth_of_visit
// tags: latency,memory
// about: depth and greatest depth of a visitor, the log has its type

#include "kernel.h"

struct visitor {
  int32_t depth, deepest;
};

KB_DATA struct visitor visitor;
KB_DATA int32_t step[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct visitor *given_v;
KB_DATA int32_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    step[i] = i % 2 ? -1 : 1;
  given_v = &visitor;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct visitor *v = given_v;
  int32_t *to = given_to;
  *v = (struct visitor){0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    v->depth += step[i];
    to[i] = v->depth;
    const int32_t more = v->depth - v->deepest;
    v->deepest += more & ~(more >> 31);
  }
}
