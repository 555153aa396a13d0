// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/pixel_bytes
// tags: latency,memory
// about: four bytes of a pixel are stored one by one, then loaded as one

#include "kernel.h"

KB_DATA uint8_t pixel[4];
KB_DATA uint32_t x[KB_MAX_N];
KB_DATA volatile uint8_t *given_p;

void kernel_init(void) {
  KB_FILL(x, 0, 4e9);
  given_p = pixel;
}

KB_KERNEL void kernel(KB_INT n) {
  volatile uint8_t *p = given_p;
  volatile uint32_t *whole = (volatile uint32_t *)(volatile void *)p;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t v = *whole ^ x[i];
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 24);
    p[3] = (uint8_t)v;
  }
}
