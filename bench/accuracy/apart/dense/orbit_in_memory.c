// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/orbit_in_memory
// tags: latency,memory
// about: orbit of z^2 + c with z in a struct and every z written

#include "kernel.h"

struct point {
  double re, im;
};
KB_DATA struct point at;
KB_DATA double track[2 * KB_MAX_N];
KB_DATA struct point *given_z;
KB_DATA double *given_out;

void kernel_init(void) {
  given_z = &at;
  given_out = track;
}

KB_KERNEL void kernel(KB_INT n) {
  struct point *z = given_z;
  double *out = given_out;
  z->re = z->im = 0.1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double re = z->re * z->re - z->im * z->im - 0.1;
    z->im = 2.0 * z->re * z->im + 0.2;
    z->re = re;
    out[2 * i] = re;
    out[2 * i + 1] = z->im;
  }
}
