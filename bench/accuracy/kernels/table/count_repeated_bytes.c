// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/count_repeated_bytes
// tags: memory,latency
// about: 64-bit counters of byte values that come several times in a row

#include "kernel.h"

KB_DATA uint64_t count[256];
KB_DATA uint8_t key[KB_MAX_N];
KB_DATA uint64_t *given_c;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    key[i] = (uint8_t)(i / 8 * 37);
  given_c = count;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *c = given_c;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    ++c[key[i]];
}
