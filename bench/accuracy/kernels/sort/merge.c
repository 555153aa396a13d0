// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/merge
// tags: latency,memory
// about: two sorted runs merged without branches

#define KB_MAX_N 400
#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N + 1], b[KB_MAX_N + 1], c[KB_MAX_N];

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j) {
    a[j] = 10 * j;
    b[j] = 10 * j + 5;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t p = 0, q = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t x = a[p], y = b[q];
    const uint32_t first = x < y;
    c[i] = first ? x : y;
    p += first;
    q += 1 - first;
  }
}
