// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/biquad_split
// tags: latency,memory
// about: transposed biquad, state in a struct, low and high parts to two arrays

#include "kernel.h"

struct biquad {
  float b0, b1, b2, a1, a2, s1, s2;
};
KB_DATA struct biquad biquad;
KB_DATA float x[KB_MAX_N], low[KB_MAX_N], high[KB_MAX_N];
KB_DATA struct biquad *given_f;
KB_DATA float *given_lo;
KB_DATA float *given_hi;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  biquad = (struct biquad){0.2f, 0.4f, 0.2f, -0.4f, 0.2f, 0.1f, 0.1f};
  given_f = &biquad;
  given_lo = low;
  given_hi = high;
}

KB_KERNEL void kernel(KB_INT n) {
  struct biquad *f = given_f;
  float *lo = given_lo;
  float *hi = given_hi;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float y = f->b0 * x[i] + f->s1;
    f->s1 = f->b1 * x[i] - f->a1 * y + f->s2;
    f->s2 = f->b2 * x[i] - f->a2 * y;
    lo[i] = y;
    hi[i] = x[i] - y;
  }
}
