// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/broken
// tags: latency
// about: writes where it must not
#include "kernel.h"
void kernel_init(void) {}
KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    *(volatile long *)(8 * i) = i;
}
