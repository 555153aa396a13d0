// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/gamma_table
// tags: ports,memory,frontend
// about: three channels through three tables

#include "kernel.h"

KB_DATA uint8_t s[3 * KB_MAX_N], d[3 * KB_MAX_N], r[256], g[256], b[256];

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  KB_FILL(r, 0, 256);
  KB_FILL(g, 0, 256);
  KB_FILL(b, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    d[3 * i] = r[s[3 * i]];
    d[3 * i + 1] = g[s[3 * i + 1]];
    d[3 * i + 2] = b[s[3 * i + 2]];
  }
}
