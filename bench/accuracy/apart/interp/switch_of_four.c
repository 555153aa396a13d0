// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/switch_of_four
// tags: branch,latency
// about: a switch over four operations that come in a fixed order

#include "kernel.h"

KB_DATA uint8_t op[KB_MAX_N];
KB_DATA uint32_t arg[KB_MAX_N], acc;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    op[k] = k & 3;
  KB_FILL(arg, 1, 30);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t a = acc;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    switch (op[i]) {
    case 0:
      a += arg[i];
      break;
    case 1:
      a ^= a >> 3;
      break;
    case 2:
      a *= arg[i] | 1;
      break;
    default:
      a = a << 5 | a >> 27;
    }
  }
  acc = a;
}
