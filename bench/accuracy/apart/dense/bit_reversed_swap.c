// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/bit_reversed_swap
// tags: memory,ports
// about: a[i] and a[reverse[i]] exchanged, complex floats

#define KB_MAX_N 256
#include "kernel.h"

struct complex {
  float re, im;
};
KB_DATA struct complex a[KB_MAX_N];
KB_DATA uint16_t reverse[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k) {
    int r = 0;
    for (int b = 0; b < 8; ++b)
      r |= (k >> b & 1) << (7 - b);
    reverse[k] = (uint16_t)r;
    a[k] = (struct complex){(float)k, 1.0f};
  }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const struct complex t = a[i];
    a[i] = a[reverse[i]];
    a[reverse[i]] = t;
  }
}
