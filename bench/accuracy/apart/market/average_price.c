// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/average_price
// tags: latency,divider,memory
// about: volume weighted price after each trade, both sums in a struct

#include "kernel.h"

struct sums {
  double value, volume;
};
KB_DATA struct sums sums;
KB_DATA double price[KB_MAX_N], volume[KB_MAX_N], average[KB_MAX_N];
KB_DATA struct sums *given_s;
KB_DATA double *given_out;

void kernel_init(void) {
  KB_FILL(price, 90.0, 110.0);
  KB_FILL(volume, 1.0, 10.0);
  given_s = &sums;
  given_out = average;
}

KB_KERNEL void kernel(KB_INT n) {
  struct sums *s = given_s;
  double *out = given_out;
  *s = (struct sums){0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->value += price[i] * volume[i];
    s->volume += volume[i];
    out[i] = s->value / s->volume;
  }
}
