// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/fill_ramp
// tags: ports,latency
// about: a[i] = i * i + 3 in 32-bit integers

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 100); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t k = (uint32_t)i;
    a[i] = k * k + 3;
  }
}
