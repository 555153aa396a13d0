// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/black_scholes_d1
// tags: ports,divider
// about: d1 with a rational logarithm, a square root and two divisions
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA double spot[KB_MAX_N], years[KB_MAX_N], vol[KB_MAX_N], d1[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(spot, 80.0, 120.0);
  KB_FILL(years, 0.2, 2.0);
  KB_FILL(vol, 0.1, 0.4);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double q = (spot[i] - 100.0) / (spot[i] + 100.0), q2 = q * q;
    const double log = 2.0 * q * (1.0 + q2 * (1.0 / 3 + q2 * (0.2 + q2 / 7)));
    const double v = vol[i];
    d1[i] = (log + (0.03 + 0.5 * v * v) * years[i]) / (v * __builtin_sqrt(years[i]));
  }
}
