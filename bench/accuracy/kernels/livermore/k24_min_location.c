// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k24_min_location
// tags: latency,branch
// about: place of the smallest x[k], which is the first

#include "kernel.h"

KB_DATA double x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  x[0] = 0.25;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_INT m = 0;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    m = x[k] < x[m] ? k : m;
  kb_sink_u64 = (uint64_t)m;
}
