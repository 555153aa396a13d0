// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/mandelbrot_points
// tags: ports,branch
// about: z = z^2 + c for each point, shrunk where it leaves

#define KB_MAX_N 400
#include "kernel.h"

KB_DATA double x[KB_MAX_N], y[KB_MAX_N], p[KB_MAX_N], q[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -0.4, 0.2);
  KB_FILL(y, 0.1, 0.3);
  KB_FILL(p, 0.1, 0.2);
  KB_FILL(q, 0.1, 0.2);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double u = x[i] * x[i] - y[i] * y[i] + p[i];
    const double v = 2 * x[i] * y[i] + q[i];
    const double keep = u * u + v * v < 4 ? 1 : 0.125;
    x[i] = keep * u;
    y[i] = keep * v;
  }
}
