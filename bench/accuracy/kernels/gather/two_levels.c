// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/two_levels
// tags: ports,memory
// about: a[i] = b[j[k[i]]]

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N];
KB_DATA uint16_t j[KB_MAX_N], k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(j, 0, KB_MAX_N);
  KB_FILL(k, 0, KB_MAX_N);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[j[k[i]]];
}
