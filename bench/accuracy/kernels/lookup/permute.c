// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: lookup/permute
// tags: ports,memory
// about: a[i] = b[p[i]], p a permutation of bytes

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N];
KB_DATA uint16_t p[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0, 256);
  for (int j = 0; j < KB_MAX_N; ++j)
    p[j] = (uint16_t)((7 * j + 3) % KB_MAX_N);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[p[i]];
}
