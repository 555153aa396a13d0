// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k02_iccg
// tags: ports,memory
// about: x[m+i] = x[2i+1] - v[2i] x[2i] - v[2i+1] x[2i+2]

#define KB_MAX_N 384
#include "kernel.h"

KB_DATA double x[3 * KB_MAX_N + 3], v[2 * KB_MAX_N + 2];

void kernel_init(void) {
  KB_FILL(x, 1.5, 2.5);
  KB_FILL(v, 0.1, 0.3);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x[2 * KB_MAX_N + 3 + i] =
        x[2 * i + 1] - v[2 * i] * x[2 * i] - v[2 * i + 1] * x[2 * i + 2];
}
