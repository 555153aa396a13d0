// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/f32_to_u8_saturate
// tags: ports
// about: a[i] = b[i] brought into [0, 255] and rounded

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N];
KB_DATA float b[KB_MAX_N];
// All inside the range, so that a branch is as good as a select.

void kernel_init(void) { KB_FILL(b, 1, 250); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    float x = b[i] + 0.5f;
    x = x < 0 ? 0 : x;
    x = x > 255 ? 255 : x;
    a[i] = (uint8_t)(int32_t)x;
  }
}
