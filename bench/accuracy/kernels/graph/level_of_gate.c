// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/level_of_gate
// tags: latency,memory
// about: level[i] = max(level[a[i]], level[b[i]]) + 1, inputs shortly before

#include "kernel.h"

KB_DATA int32_t level[KB_MAX_N + 4], a[KB_MAX_N + 4], b[KB_MAX_N + 4];
KB_DATA int32_t *given_l;

void kernel_init(void) {
  for (int i = 4; i < KB_MAX_N + 4; ++i) {
    a[i] = i - 2;
    b[i] = i - 3;
  }
  given_l = level;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *l = given_l;
  KB_LOOP
  for (KB_INT i = 4; i < n + 4; ++i) {
    const int32_t x = l[a[i]], y = l[b[i]];
    l[i] = (x > y ? x : y) + 1;
  }
}
