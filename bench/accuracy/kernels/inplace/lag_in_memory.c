// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: inplace/lag_in_memory
// tags: latency,memory
// about: y[i] += y[i-lag], the lag read from memory in each trip

#include "kernel.h"

KB_DATA int64_t y[KB_MAX_N + 8], lag[2];

void kernel_init(void) {
  KB_FILL(y, 0, 1000);
  lag[0] = 5;
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t *to = y, *far = lag;
  KB_HIDE(to);
  KB_HIDE(far);
  KB_LOOP
  for (KB_INT i = 8; i < n + 8; ++i)
    to[i] = (to[i] + to[i - far[0]]) & 0xffff;
}
