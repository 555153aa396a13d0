// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: partition/lomuto
// tags: latency,memory
// about: partition without branches: the place of the store is in memory

#include "kernel.h"

struct cursor {
  int64_t at;
};

KB_DATA struct cursor cursor;
KB_DATA int64_t a[KB_MAX_N + 1];
KB_DATA struct cursor *given_c;
KB_DATA int64_t *given_to;

void kernel_init(void) {
  for (int i = 0; i <= KB_MAX_N; ++i)
    a[i] = i % 4;
  given_c = &cursor;
  given_to = a;
}

KB_KERNEL void kernel(KB_INT n) {
  struct cursor *c = given_c;
  int64_t *to = given_to;
  c->at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int64_t x = to[i];
    to[i] = to[c->at];
    to[c->at] = x;
    c->at += x < 2;
  }
}
