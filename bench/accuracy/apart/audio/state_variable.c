// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: audio/state_variable
// tags: latency,memory
// about: Chamberlin state variable filter with three outputs, in double

#include "kernel.h"

struct svf {
  double low, band;
};
KB_DATA struct svf svf;
KB_DATA double x[KB_MAX_N], l[KB_MAX_N], b[KB_MAX_N], h[KB_MAX_N];
KB_DATA struct svf *given_s;
KB_DATA double *given_lo;
KB_DATA double *given_mid;
KB_DATA double *given_hi;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_s = &svf;
  given_lo = l;
  given_mid = b;
  given_hi = h;
}

KB_KERNEL void kernel(KB_INT n) {
  struct svf *s = given_s;
  double *lo = given_lo;
  double *mid = given_mid;
  double *hi = given_hi;
  s->low = 0.9;
  s->band = 0.1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->low += 0.3 * s->band;
    const double high = x[i] - s->low - 0.8 * s->band;
    s->band += 0.3 * high;
    lo[i] = s->low;
    mid[i] = s->band;
    hi[i] = high;
  }
}
