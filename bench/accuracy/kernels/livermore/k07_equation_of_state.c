// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k07_equation_of_state
// tags: ports,frontend
// about: x[k] = a polynomial of u[k..k+6], y[k], z[k]

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N], z[KB_MAX_N], u[KB_MAX_N + 6];

void kernel_init(void) {
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(z, 0.5, 1.5);
  KB_FILL(u, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const double q = 0.5, r = 0.3, t = 0.2;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    x[k] = u[k] + r * (z[k] + r * y[k]) +
           t * (u[k + 3] + r * (u[k + 2] + r * u[k + 1]) +
                t * (u[k + 6] + q * (u[k + 5] + q * u[k + 4])));
}
