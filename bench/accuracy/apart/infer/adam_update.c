// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/adam_update
// tags: ports,divider
// about: two moments and a weight updated, square root and division
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA float g[KB_MAX_N], m[KB_MAX_N], v[KB_MAX_N], w[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(g, -1.0, 1.0);
  KB_FILL(m, 0.1, 0.2);
  KB_FILL(v, 0.5, 1.0);
  KB_FILL(w, 0.5, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float d = g[i];
    m[i] = 0.9f * m[i] + 0.1f * d;
    v[i] = 0.99f * v[i] + 0.01f * (d * d + 1e-4f);
    w[i] = 0.99f * w[i] - 0.01f * m[i] / (__builtin_sqrtf(v[i]) + 1e-4f);
  }
}
