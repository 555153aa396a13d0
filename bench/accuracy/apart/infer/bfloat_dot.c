// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/bfloat_dot
// tags: ports,latency
// about: bfloat16 by a shift to float, products summed in float

#include "kernel.h"
#include <string.h>

KB_DATA uint16_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0x3f00, 0x3fc0);
  KB_FILL(b, 0x3f00, 0x3fc0);
}

KB_KERNEL void kernel(KB_INT n) {
  float sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t u = (uint32_t)a[i] << 16, v = (uint32_t)b[i] << 16;
    float x, y;
    memcpy(&x, &u, 4);
    memcpy(&y, &v, 4);
    sum += x * y;
  }
  kb_sink_f32 = sum;
}
