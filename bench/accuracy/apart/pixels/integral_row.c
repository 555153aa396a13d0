// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/integral_row
// tags: latency,memory
// about: summed area table: s[i+1] = s[i] + above[i+1] - above[i] + pixel through pointers

#include "kernel.h"

KB_DATA uint32_t above[KB_MAX_N + 1], row[KB_MAX_N + 1];
KB_DATA uint8_t pixel[KB_MAX_N];
KB_DATA uint32_t *given_s;
KB_DATA const uint32_t *given_up;

void kernel_init(void) {
  KB_FILL(above, 0, 100000);
  KB_FILL(pixel, 0, 256);
  given_s = row;
  given_up = above;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *s = given_s;
  const uint32_t *up = given_up;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s[i + 1] = s[i] + up[i + 1] - up[i] + pixel[i];
}
