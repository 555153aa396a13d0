// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/subtree_sums
// tags: latency,memory
// about: size[parent[i]] += size[i] from the last node to the first

#include "kernel.h"

KB_DATA uint64_t size[KB_MAX_N + 2];
KB_DATA int32_t parent[KB_MAX_N + 2];

void kernel_init(void) {
  for (int i = 1; i < KB_MAX_N + 2; ++i) {
    size[i] = 1;
    parent[i] = i - 1;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *s = size;
  KB_HIDE(s);
  KB_LOOP
  for (KB_INT i = n; i > 0; --i)
    s[parent[i]] += s[i];
}
