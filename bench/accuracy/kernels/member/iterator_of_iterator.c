// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/iterator_of_iterator
// tags: latency,memory
// about: an iterator behind a pointer: *it->base->at++ = i in 64 bits
// flags: -fno-strict-aliasing

#include "kernel.h"

struct base {
  uint64_t *at;
};
struct iterator {
  struct base *base;
};

KB_DATA struct base base;
KB_DATA struct iterator iterator;
KB_DATA uint64_t out[KB_MAX_N];
KB_DATA struct iterator *given_it;

void kernel_init(void) {
  iterator.base = &base;
  given_it = &iterator;
}

KB_KERNEL void kernel(KB_INT n) {
  struct iterator *it = given_it;
  base.at = out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    *it->base->at++ = (uint64_t)i;
}
