// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/barrier_average
// tags: latency,memory
// about: a global average in double, with a compiler barrier

#include "kernel.h"

KB_DATA double average, x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    average += 0.25 * (x[i] - average);
    __asm__ volatile("" ::: "memory");
  }
}
