// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/delta_sigma
// tags: latency,memory
// about: first order modulator: integrate the error of the bit sent last

#include "kernel.h"

struct modulator {
  int32_t acc, fed;
};
KB_DATA struct modulator modulator;
KB_DATA int32_t x[KB_MAX_N], bit[KB_MAX_N];
KB_DATA struct modulator *given_m;
KB_DATA int32_t *given_out;

void kernel_init(void) {
  KB_FILL(x, -20000, 20000);
  given_m = &modulator;
  given_out = bit;
}

KB_KERNEL void kernel(KB_INT n) {
  struct modulator *m = given_m;
  int32_t *out = given_out;
  m->acc = m->fed = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    m->acc += x[i] - m->fed;
    m->fed = 32767 - (65534 & (m->acc >> 31));
    out[i] = m->fed;
  }
}
