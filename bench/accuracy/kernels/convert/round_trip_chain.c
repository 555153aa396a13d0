// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/round_trip_chain
// tags: latency
// about: x = (double)((int)(x * c) & 1023) + a[i]

#include "kernel.h"

KB_DATA double a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x = (double)((int32_t)(x * 3.7) & 1023) + a[i];
  kb_sink_f64 = x;
}
