// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/random_walk
// tags: latency,memory
// about: x = (x * a + c); s += table[x >> 58]

#include "kernel.h"

KB_DATA double table[64];

void kernel_init(void) { KB_FILL(table, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t x = 1;
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    s += table[x >> 58];
  }
  kb_sink_f64 = s;
}
