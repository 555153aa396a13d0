// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/merge
// tags: latency,memory
// about: two sorted lists without branches, both places in memory

#include "kernel.h"

struct places {
  int64_t a, b;
};

KB_DATA struct places places;
KB_DATA int64_t left[KB_MAX_N + 1], right[KB_MAX_N + 1], out[KB_MAX_N];

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i) {
    left[i] = 2 * i;
    right[i] = 2 * i + 1;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  struct places *p = &places;
  int64_t *to = out;
  *p = (struct places){0, 0};
  KB_HIDE(p);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int64_t x = left[p->a], y = right[p->b], first = x <= y;
    to[i] = first ? x : y;
    p->a += first;
    p->b += 1 - first;
  }
}
