// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/five_point_f32
// tags: ports,memory
// about: b[i] = 5 neighbours of a, symmetric weights, floats

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 4], b[KB_MAX_N + 4], w[3];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(w, 0.1, 0.5);
}

KB_KERNEL void kernel(KB_INT n) {
  const float w0 = w[0], w1 = w[1], w2 = w[2];
  KB_LOOP
  for (KB_INT i = 2; i < n + 2; ++i)
    b[i] = w0 * (a[i - 2] + a[i + 2]) + w1 * (a[i - 1] + a[i + 1]) + w2 * a[i];
}
