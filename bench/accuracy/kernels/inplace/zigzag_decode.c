// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/zigzag_decode
// tags: latency,memory
// about: out[i] = out[i-1] + the signed difference that in[i] encodes

#include "kernel.h"

KB_DATA uint32_t in[KB_MAX_N + 1], out[KB_MAX_N + 1];
KB_DATA uint32_t *given_to;
KB_DATA uint32_t *given_from;

void kernel_init(void) {
  KB_FILL(in, 0, 1000);
  given_to = out;
  given_from = in;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *to = given_to, *from = given_from;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = to[i - 1] + ((from[i] >> 1) ^ -(from[i] & 1));
    from[i] ^= 1;
  }
}
