// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/prefix_sum_u8
// tags: latency,memory
// about: bytes: row[i] += row[i-1], with the raw bytes kept beside

#include "kernel.h"

KB_DATA uint8_t row[KB_MAX_N + 1], raw[KB_MAX_N + 1];
KB_DATA uint8_t *given_to;
KB_DATA uint8_t *given_kept;

void kernel_init(void) {
  KB_FILL(row, 0, 256);
  given_to = row;
  given_kept = raw;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *to = given_to, *kept = given_kept;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    kept[i] = to[i];
    to[i] = (uint8_t)(to[i] + to[i - 1]);
  }
}
