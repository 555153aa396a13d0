// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k01_hydro
// tags: ports,memory
// about: x[k] = q + y[k] * (r * z[k+10] + t * z[k+11])

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N], z[KB_MAX_N + 11];

void kernel_init(void) {
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(z, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    x[k] = 0.5 + y[k] * (0.2 * z[k + 10] + 0.1 * z[k + 11]);
}
