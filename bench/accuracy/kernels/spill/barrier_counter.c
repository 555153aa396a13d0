// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/barrier_counter
// tags: latency,memory
// about: a global counter, with a compiler barrier after each change

#include "kernel.h"

KB_DATA uint64_t counter, x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    counter = (counter ^ x[i]) + 1;
    __asm__ volatile("" ::: "memory");
  }
}
