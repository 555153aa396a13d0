// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/csc_column
// tags: memory,ports
// about: y[place[i]] = y[place[i]] / 2 + s * value[i], indices increasing

#include "kernel.h"

KB_DATA uint16_t place[KB_MAX_N];
KB_DATA float value[KB_MAX_N], y[2 * KB_MAX_N + 2];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    place[k] = (uint16_t)(2 * k + (k % 3 == 0));
  KB_FILL(value, 0.5, 1.5);
  KB_FILL(y, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[place[i]] = 0.5f * y[place[i]] + 0.75f * value[i];
}
