// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/total_of_values
// tags: latency,memory
// about: this->total += this->values[i], doubles behind a pointer field

#include "kernel.h"

struct statistics {
  double total, weight;
  double *values, *scaled;
};

KB_DATA struct statistics statistics;
KB_DATA double values[KB_MAX_N], scaled[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(values, 0.5, 1.5);
  statistics = (struct statistics){0, 0.25, values, scaled};
}

KB_KERNEL void kernel(KB_INT n) {
  struct statistics *self = &statistics;
  self->total = 0;
  KB_HIDE(self);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    self->total += self->values[i];
    self->scaled[i] = self->values[i] * self->weight;
  }
}
