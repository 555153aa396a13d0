// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/error_diffusion
// tags: latency,memory
// about: Floyd-Steinberg: error to the right in a struct, to the next row in place

#include "kernel.h"

struct diffusion {
  int16_t right;
};
KB_DATA struct diffusion diffusion;
KB_DATA int16_t gray[KB_MAX_N], above[KB_MAX_N], below[KB_MAX_N + 2], bits[KB_MAX_N];
KB_DATA struct diffusion *given_d;
KB_DATA int16_t *given_next;
KB_DATA int16_t *given_out;

void kernel_init(void) {
  KB_FILL(gray, 0, 256);
  KB_FILL(above, -20, 20);
  given_d = &diffusion;
  given_next = below;
  given_out = bits;
}

KB_KERNEL void kernel(KB_INT n) {
  struct diffusion *d = given_d;
  int16_t *next = given_next;
  int16_t *out = given_out;
  d->right = next[0] = next[1] = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int v = gray[i] + above[i] + d->right;
    const int q = (127 - v) >> 31 & 255;
    const int e = v - q;
    d->right = (int16_t)(e * 7 >> 4);
    next[i] = (int16_t)(next[i] + (e * 3 >> 4));
    next[i + 1] = (int16_t)(next[i + 1] + (e * 5 >> 4));
    next[i + 2] = (int16_t)(e >> 4);
    out[i] = (int16_t)q;
  }
}
