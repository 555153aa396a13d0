// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/same_cell
// tags: latency,memory
// about: two pointers that meet: what one stores the other loads

#include "kernel.h"

KB_DATA uint64_t cell[1], x[KB_MAX_N];
KB_DATA uint64_t *given_to;
KB_DATA const uint64_t *given_from;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_to = cell;
  given_from = cell;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *to = given_to;
  const uint64_t *from = given_from;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    *to = *from * 3 + x[i];
}
