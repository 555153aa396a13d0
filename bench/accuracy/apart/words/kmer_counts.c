// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/kmer_counts
// tags: latency,memory
// about: rolling word of five bases by a shift, its counter of 16 bits incremented

#include "kernel.h"

KB_DATA uint8_t base[KB_MAX_N];
KB_DATA uint16_t count[1024];

void kernel_init(void) {
  KB_FILL(base, 0, 4);
}

KB_KERNEL void kernel(KB_INT n) {
  unsigned word = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    word = (word << 2 | base[i]) & 1023;
    ++count[word];
  }
}
