// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/quantize_bytes
// tags: ports,memory
// about: float to signed bytes: scale, clamp, round by adding 1.5 * 2^23

#include "kernel.h"
#include <string.h>

KB_DATA float x[KB_MAX_N];
KB_DATA int8_t q[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -3.0, 3.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    float v = x[i] * 50.0f;
    v = v > -127.0f ? v : -127.0f;
    v = v < 127.0f ? v : 127.0f;
    v += 12582912.0f;
    uint32_t bits;
    memcpy(&bits, &v, 4);
    q[i] = (int8_t)bits;
  }
}
