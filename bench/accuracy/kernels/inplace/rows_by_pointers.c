// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/rows_by_pointers
// tags: latency,memory
// about: a table of row pointers: row[1][i] from row[1][i-1] and row[0][i]

#include "kernel.h"

KB_DATA double data[2][KB_MAX_N + 1];
KB_DATA double *row[2];

void kernel_init(void) {
  KB_FILL_ROWS(data, 0.5, 1.5);
  row[0] = data[0];
  row[1] = data[1];
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    row[1][i] = 0.5 * row[1][i - 1] + row[0][i];
    row[0][i - 1] = 0.5 * row[0][i - 1] + 0.25;
  }
}
