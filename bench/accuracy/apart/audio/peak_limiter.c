// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/peak_limiter
// tags: latency,divider,memory
// about: envelope = max(|x|, decay * envelope) in memory, the gain by a division

#include "kernel.h"

KB_DATA float envelope;
KB_DATA float x[KB_MAX_N], y[KB_MAX_N];
KB_DATA float *given_e;
KB_DATA float *given_out;

void kernel_init(void) {
  KB_FILL(x, -1.5, 1.5);
  given_e = &envelope;
  given_out = y;
}

KB_KERNEL void kernel(KB_INT n) {
  float *e = given_e;
  float *out = given_out;
  *e = 1.0f;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float a = __builtin_fabsf(x[i]);
    const float d = 0.995f * *e;
    *e = a > d ? a : d;
    out[i] = x[i] / (0.25f + *e);
  }
}
