// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/copy_stride2
// tags: ports,memory
// about: a[i] = b[2i]

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[2 * KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[2 * i];
}
