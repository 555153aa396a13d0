// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/complex_product
// tags: latency,memory
// about: *z *= w: a complex number behind a pointer, its parts written out

#include "kernel.h"

struct complex {
  float re, im;
};

KB_DATA struct complex z, w;
KB_DATA float out[2 * KB_MAX_N];
KB_DATA struct complex *given_a;
KB_DATA struct complex *given_b;
KB_DATA float *given_to;

void kernel_init(void) {
  w = (struct complex){0.6f, 0.8f};
  given_a = &z;
  given_b = &w;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct complex *a = given_a, *b = given_b;
  float *to = given_to;
  *a = (struct complex){1, 0.5f};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float re = a->re * b->re - a->im * b->im;
    a->im = a->re * b->im + a->im * b->re;
    a->re = re;
    to[2 * i] = re;
    to[2 * i + 1] = a->im;
  }
}
