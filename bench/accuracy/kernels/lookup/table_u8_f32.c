// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/table_u8_f32
// tags: ports,memory
// about: a[i] = table[k[i]], bytes to single precision

#include "kernel.h"

KB_DATA float a[KB_MAX_N], table[256];
KB_DATA uint8_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(table, 0.5, 1.5);
  KB_FILL(k, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = table[k[i]];
}
