// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/gather
// tags: ports,memory
// about: a[i] = b[k[i]]

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];
KB_DATA int32_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(k, 0, KB_MAX_N);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[k[i]];
}
