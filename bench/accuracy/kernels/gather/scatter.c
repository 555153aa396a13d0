// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/scatter
// tags: ports,memory
// about: a[k[i]] = b[i], k a permutation

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N];
KB_DATA int32_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  // 7 and the size share no factor.
  for (int j = 0; j < KB_MAX_N; ++j)
    k[j] = (7 * j) % KB_MAX_N;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[k[i]] = b[i];
}
