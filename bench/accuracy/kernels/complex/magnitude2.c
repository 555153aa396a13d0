// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/magnitude2
// tags: ports,memory
// about: m[i] = |a|^2, interleaved, single precision

#include "kernel.h"

KB_DATA float a[2 * KB_MAX_N], m[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    m[i] = a[2 * i] * a[2 * i] + a[2 * i + 1] * a[2 * i + 1];
}
