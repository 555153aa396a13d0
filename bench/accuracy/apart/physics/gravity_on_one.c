// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/gravity_on_one
// tags: ports,divider
// about: acceleration of one body by n others: square root and division in double
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N], z[KB_MAX_N], m[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -1.0, 1.0);
  KB_FILL(y, -1.0, 1.0);
  KB_FILL(z, -1.0, 1.0);
  KB_FILL(m, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  double ax = 0, ay = 0, az = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double dx = x[i] - 0.1, dy = y[i] - 0.2, dz = z[i] - 0.3;
    const double r2 = dx * dx + dy * dy + dz * dz + 0.01;
    const double f = m[i] / (r2 * __builtin_sqrt(r2));
    ax += f * dx;
    ay += f * dy;
    az += f * dz;
  }
  kb_sink_f64 = ax + ay + az;
}
