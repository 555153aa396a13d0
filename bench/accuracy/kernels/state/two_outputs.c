// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/two_outputs
// tags: latency,memory
// about: a state-variable filter: low and band in a structure, both written out

#include "kernel.h"

struct filter {
  float low, band;
};

KB_DATA struct filter filter;
KB_DATA float x[KB_MAX_N], low[KB_MAX_N], band[KB_MAX_N];

void kernel_init(void) {
  filter = (struct filter){1, 1};
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  struct filter *f = &filter;
  float *to_low = low, *to_band = band;
  KB_HIDE(f);
  KB_HIDE(to_low);
  KB_HIDE(to_band);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    f->low += 0.25f * f->band;
    to_low[i] = f->low;
    f->band += 0.25f * (x[i] - f->low - 0.75f * f->band);
    to_band[i] = f->band;
  }
}
