// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dsp/lattice_stage
// tags: ports,memory
// about: f = f - k g[i-1], g = g[i-1] - k f, one stage

#include "kernel.h"

KB_DATA float f[KB_MAX_N + 1], g[KB_MAX_N + 1], f2[KB_MAX_N + 1],
    g2[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(f, 0.5, 1.5);
  KB_FILL(g, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    f2[i] = f[i] - 0.3f * g[i - 1];
    g2[i] = g[i - 1] - 0.3f * f[i];
  }
}
