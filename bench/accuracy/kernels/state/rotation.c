// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/rotation
// tags: latency,memory
// about: a vector in a structure turned by a fixed angle, written out

#include "kernel.h"

struct phasor {
  double re, im;
};

KB_DATA struct phasor phasor;
KB_DATA double re[KB_MAX_N], im[KB_MAX_N];
KB_DATA struct phasor *given_p;
KB_DATA double *given_to_re;
KB_DATA double *given_to_im;

void kernel_init(void) {
  given_p = &phasor;
  given_to_re = re;
  given_to_im = im;
}

KB_KERNEL void kernel(KB_INT n) {
  struct phasor *p = given_p;
  double *to_re = given_to_re, *to_im = given_to_im;
  *p = (struct phasor){1, 0.5};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double x = 0.8 * p->re - 0.6 * p->im;
    p->im = 0.6 * p->re + 0.8 * p->im;
    p->re = x;
    to_re[i] = p->re;
    to_im[i] = p->im;
  }
}
