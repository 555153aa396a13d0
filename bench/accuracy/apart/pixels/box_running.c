// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/box_running
// tags: latency,memory
// about: running sum of seven pixels, the sum in memory while bytes are written

#include "kernel.h"

KB_DATA uint32_t window;
KB_DATA uint8_t in[KB_MAX_N + 7], blurred[KB_MAX_N];
KB_DATA uint32_t *given_sum;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_sum = &window;
  given_out = blurred;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *sum = given_sum;
  uint8_t *out = given_out;
  *sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *sum += (uint32_t)in[i + 7] - in[i];
    out[i] = (uint8_t)(*sum * 9363 >> 16);
  }
}
