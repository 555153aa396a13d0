// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/allpass_line
// tags: latency,memory
// about: Schroeder all-pass: a delay line of 7 in one buffer, output in another

#include "kernel.h"

KB_DATA float x[KB_MAX_N], y[KB_MAX_N], line[KB_MAX_N + 7];
KB_DATA float *given_d;
KB_DATA float *given_out;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(line, 0.5, 1.5);
  given_d = line;
  given_out = y;
}

KB_KERNEL void kernel(KB_INT n) {
  float *d = given_d;
  float *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float v = x[i] + 0.6f * d[i];
    out[i] = d[i] - 0.6f * v;
    d[i + 7] = v;
  }
}
