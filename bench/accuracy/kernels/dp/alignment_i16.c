// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/alignment_i16
// tags: latency,memory
// about: alignment scores of 16 bits, traces of 16 bits

#include "kernel.h"

KB_DATA int16_t row[KB_MAX_N + 1], above[KB_MAX_N + 1], trace[KB_MAX_N + 1];
KB_DATA int16_t *given_d;
KB_DATA int16_t *given_t;

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j)
    above[j] = (int16_t)(50 + j % 2);
  given_d = row;
  given_t = trace;
}

KB_KERNEL void kernel(KB_INT n) {
  int16_t *d = given_d, *t = given_t;
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    const int16_t left = (int16_t)(d[j - 1] - 1), up = above[j];
    d[j] = left > up ? left : up;
    t[j] = (int16_t)(left - up);
  }
}
