// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k18_hydro_2d
// tags: divider,ports
// about: za[j] = (p + q - s - t) * (r + u) / (m + w)

#define KB_MAX_N 256
#include "kernel.h"

KB_DATA double p[KB_MAX_N + 1], q[KB_MAX_N + 1], r[KB_MAX_N + 1],
    m[KB_MAX_N + 1], za[KB_MAX_N + 1];

void kernel_init(void) {
  KB_FILL(p, 1.5, 2.5);
  KB_FILL(q, 0.1, 0.5);
  KB_FILL(r, 0.5, 1.5);
  KB_FILL(m, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j)
    za[j] = (p[j - 1] + q[j - 1] - 0.1 * p[j] - q[j]) * (r[j] + r[j - 1]) /
            (m[j - 1] + m[j]);
}
