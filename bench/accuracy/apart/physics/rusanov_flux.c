// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/rusanov_flux
// tags: ports,memory
// about: flux of Burgers' equation at faces, the wave speed a maximum of magnitudes

#include "kernel.h"

KB_DATA double u[KB_MAX_N + 1], flux[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(u, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double l = u[i], r = u[i + 1];
    const double a = __builtin_fabs(l), b = __builtin_fabs(r);
    flux[i] = 0.25 * (l * l + r * r) - 0.5 * (a > b ? a : b) * (r - l);
  }
}
