// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/chain_insert
// tags: latency,memory
// about: a match finder: next[i] = head[hash]; head[hash] = i, few hashes

#include "kernel.h"

KB_DATA uint32_t head[256], next[KB_MAX_N], value[KB_MAX_N];

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    value[i] = i % 2;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *h = head, *to = next;
  KB_HIDE(h);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t slot = value[i] * 2654435761u >> 24;
    to[i] = h[slot] + 1;
    h[slot] = to[i] & 0xffff;
  }
}
