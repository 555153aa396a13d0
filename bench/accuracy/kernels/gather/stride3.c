// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/stride3
// tags: ports,memory
// about: a[i] = b[3i] + b[3i+1] * b[3i+2]

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[3 * KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[3 * i] + b[3 * i + 1] * b[3 * i + 2];
}
