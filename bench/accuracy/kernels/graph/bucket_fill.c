// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/bucket_fill
// tags: latency,memory
// about: list[next[key[e]]++] = e: edges into the lists of their nodes

#include "kernel.h"

KB_DATA int32_t next[8], key[KB_MAX_N], list[8 * 64];

void kernel_init(void) {
  for (int e = 0; e < KB_MAX_N; ++e)
    key[e] = e % 2;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *at = next, *to = list;
  KB_HIDE(at);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT e = 0; e < n; ++e) {
    const int32_t k = key[e], place = at[k];
    to[64 * k + (place & 63)] = (int32_t)e;
    at[k] = (place + 1) & 63;
  }
}
