// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/lennard_jones
// tags: ports,divider
// about: force and energy from squared distances

#include "kernel.h"

KB_DATA float r2[KB_MAX_N], force[KB_MAX_N], energy[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(r2, 1.0, 4.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float v = 1.0f / r2[i], v3 = v * v * v;
    energy[i] = 4.0f * v3 * (v3 - 1.0f);
    force[i] = 48.0f * v * v3 * (v3 - 0.5f);
  }
}
