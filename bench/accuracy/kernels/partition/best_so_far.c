// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/best_so_far
// tags: latency,memory
// about: value and place of the largest in a structure, a log beside

#include "kernel.h"

struct best {
  int64_t value, place;
};

KB_DATA struct best best;
KB_DATA int64_t x[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct best *given_b;
KB_DATA int64_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    x[i] = i;
  given_b = &best;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct best *b = given_b;
  int64_t *to = given_to;
  *b = (struct best){-1, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int64_t more = -(x[i] > b->value);
    b->value += (x[i] - b->value) & more;
    b->place += ((int64_t)i - b->place) & more;
    to[i] = x[i] + 1;
  }
}
