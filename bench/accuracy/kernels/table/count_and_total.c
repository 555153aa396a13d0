// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/count_and_total
// tags: memory,latency
// about: ++count[key[i]] and a total in the same array, few keys

#include "kernel.h"

KB_DATA uint32_t count[16], key[KB_MAX_N];
KB_DATA uint32_t *given_c;

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    key[i] = 1 + i % 3;
  given_c = count;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *c = given_c;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    ++c[key[i]];
    ++c[0];
  }
}
