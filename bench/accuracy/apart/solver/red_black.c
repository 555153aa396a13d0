// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/red_black
// tags: ports,memory
// about: relaxation of every second point of a line in place

#define KB_MAX_N 300
#include "kernel.h"

KB_DATA float u[2 * KB_MAX_N + 2], f[2 * KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(u, 0.5, 1.5);
  KB_FILL(f, 0.1, 0.2);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    u[2 * i + 1] = 0.4f * (u[2 * i] + u[2 * i + 2]) + f[2 * i + 1];
}
