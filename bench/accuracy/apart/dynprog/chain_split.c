// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/chain_split
// tags: ports,latency
// about: least of row[k] + column[3 k] + p * q[k]: the inner loop of the matrix chain problem

#include "kernel.h"

KB_DATA uint32_t row[KB_MAX_N], column[3 * KB_MAX_N], q[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(row, 1000, 100000);
  KB_FILL(column, 1000, 100000);
  KB_FILL(q, 1, 50);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t best = UINT32_MAX;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t c = row[i] + column[3 * i] + 77 * q[i];
    best = c < best ? c : best;
  }
  kb_sink_u64 = best;
}
