// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/wave_leapfrog
// tags: ports,memory
// about: wave equation: the step before last is overwritten by the next one

#include "kernel.h"

KB_DATA double now[KB_MAX_N + 2], past[KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(now, -1.0, 1.0);
  KB_FILL(past, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    past[i + 1] = 2.0 * now[i + 1] - past[i + 1] + 0.25 * (now[i] - 2.0 * now[i + 1] + now[i + 2]);
}
