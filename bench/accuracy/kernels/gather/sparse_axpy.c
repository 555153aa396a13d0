// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/sparse_axpy
// tags: memory,ports
// about: y[k[i]] += s * v[i], k a permutation

#include "kernel.h"

KB_DATA double y[KB_MAX_N], v[KB_MAX_N];
KB_DATA int32_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(v, 0.0001, 0.001);
  for (int j = 0; j < KB_MAX_N; ++j)
    k[j] = (7 * j) % KB_MAX_N;
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[k[i]] += 0.5 * v[i];
}
