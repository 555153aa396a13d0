// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/partition_place
// tags: memory,latency
// about: partition in place without branches, the border in memory

#include "kernel.h"

struct border {
  uint32_t at;
};
KB_DATA struct border border;
KB_DATA uint32_t v[KB_MAX_N];
KB_DATA struct border *given_b;
KB_DATA uint32_t *given_a;

void kernel_init(void) {
  KB_FILL(v, 0, 1000);
  given_b = &border;
  given_a = v;
}

KB_KERNEL void kernel(KB_INT n) {
  struct border *b = given_b;
  uint32_t *a = given_a;
  b->at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t x = a[i];
    a[i] = a[b->at];
    a[b->at] = x;
    b->at += x < 500;
  }
}
