// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/path_halving
// tags: latency,memory
// about: root[i] = root[root[i]] over a chain of nodes

#include "kernel.h"

KB_DATA int32_t root[KB_MAX_N + 1];

void kernel_init(void) {
  for (int i = 1; i <= KB_MAX_N; ++i)
    root[i] = i - 1;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *r = root;
  for (int i = 1; i <= KB_MAX_N; ++i)
    r[i] = i - 1;
  KB_HIDE(r);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    r[i] = r[r[i]];
}
