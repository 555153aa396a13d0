// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/normalize3
// tags: divider,ports
// about: (x, y, z) of length 1 from three arrays
// flags: -fno-math-errno

#define KB_MAX_N 256
#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N], z[KB_MAX_N], u[KB_MAX_N], v[KB_MAX_N],
    w[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(z, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double r =
        1 / __builtin_sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
    u[i] = r * x[i];
    v[i] = r * y[i];
    w[i] = r * z[i];
  }
}
