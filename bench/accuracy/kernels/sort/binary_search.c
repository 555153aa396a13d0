// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/binary_search
// tags: latency,memory
// about: steps of a binary search, 8 for each key

#include "kernel.h"

KB_DATA int32_t a[256], key[KB_MAX_N];

void kernel_init(void) {
  // One key, searched for again and again: branches are predicted.
  for (int j = 0; j < KB_MAX_N; ++j)
    key[j] = 1234;
  for (int j = 0; j < 256; ++j)
    a[j] = 10 * j;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t low = 0, half = 128;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t right = a[(low + half) & 255] <= key[i];
    low = (low + ((0u - right) & half)) & 255;
    half = (half >> 1) | (half & 1) << 7;
  }
  kb_sink_u64 = low;
}
