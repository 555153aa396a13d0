// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/delay_line
// tags: latency,memory
// about: y = x[i] + 0.5 line[(p-2) & 63]; line[p++ & 63] = y, p in memory

#include "kernel.h"

struct delay {
  uint64_t at;
  double line[64];
};

KB_DATA struct delay delay;
KB_DATA double x[KB_MAX_N];
KB_DATA struct delay *given_d;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_d = &delay;
}

KB_KERNEL void kernel(KB_INT n) {
  struct delay *d = given_d;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double y = x[i] + 0.5 * d->line[(d->at - 2) & 63];
    d->line[d->at & 63] = y;
    d->at += 1;
  }
}
