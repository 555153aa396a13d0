// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/delta_of_delta
// tags: latency,memory
// about: the last value and the last difference in a structure, 64 bits

#include "kernel.h"

struct last {
  uint64_t value, delta;
};

KB_DATA struct last last;
KB_DATA uint64_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct last *given_l;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 1000);
  given_l = &last;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct last *l = given_l;
  uint64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    l->delta += in[i];
    to[i] = in[i];
    l->value += l->delta;
  }
}
