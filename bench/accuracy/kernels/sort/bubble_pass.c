// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/bubble_pass
// tags: latency
// about: the largest moves to the end: carry max, store min

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(a, 0, 100000); }

KB_KERNEL void kernel(KB_INT n) {
  int32_t top = a[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t x = a[i + 1];
    a[i] = x < top ? x : top;
    top = x < top ? top : x;
  }
  a[n] = top;
}
