// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/exp_of_difference
// tags: ports
// about: e^(x - max) by exponent bits and a polynomial, summed

#include "kernel.h"
#include <string.h>

KB_DATA float x[KB_MAX_N], e[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -8.0, 0.0);
}

KB_KERNEL void kernel(KB_INT n) {
  float sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float t = x[i] * 1.44269504f + 126.0f;
    const int32_t k = (int32_t)t;
    const float f = t - (float)k;
    const float p = 1.0f + f * (0.6931f + f * (0.2402f + f * (0.0555f + f * 0.0096f)));
    const uint32_t bits = (uint32_t)(k + 1) << 23;
    float scale;
    memcpy(&scale, &bits, 4);
    e[i] = p * scale;
    sum += e[i];
  }
  kb_sink_f32 = sum;
}
