// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k14_particles_1d
// tags: ports,memory
// about: cell of each particle, then force at its place

#define KB_MAX_N 384
#include "kernel.h"

KB_DATA double x[KB_MAX_N], v[KB_MAX_N], e[64];
KB_DATA int32_t cell[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 1, 62);
  KB_FILL(v, 0.5, 1.5);
  KB_FILL(e, 0.001, 0.002);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k) {
    const int32_t c = (int32_t)x[k];
    cell[k] = c;
    v[k] = 0.5 * v[k] + e[c] * (x[k] - (double)c + 1);
  }
}
