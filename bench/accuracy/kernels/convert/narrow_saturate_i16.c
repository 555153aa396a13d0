// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/narrow_saturate_i16
// tags: ports
// about: a[i] = b[i] brought into the range of 16 bits

#include "kernel.h"

KB_DATA int16_t a[KB_MAX_N];
KB_DATA int32_t b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, -100000, 100000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    int32_t x = b[i];
    x = x < -32768 ? -32768 : x;
    x = x > 32767 ? 32767 : x;
    a[i] = (int16_t)x;
  }
}
