// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/interleaved_stereo
// tags: latency,memory
// about: left and right in one array, each filtered in place, level apart

#include "kernel.h"

KB_DATA float samples[2 * KB_MAX_N + 2], level[KB_MAX_N + 1];
KB_DATA float *given_s;
KB_DATA float *given_to;

void kernel_init(void) {
  KB_FILL(samples, 0.5, 1.5);
  given_s = samples;
  given_to = level;
}

KB_KERNEL void kernel(KB_INT n) {
  float *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    s[2 * i] = 0.5f * s[2 * i] + 0.25f * s[2 * i - 2] + 0.25f;
    to[i] = 2.0f;
    s[2 * i + 1] = 0.5f * s[2 * i + 1] + 0.25f * s[2 * i - 1] + 0.25f;
  }
}
