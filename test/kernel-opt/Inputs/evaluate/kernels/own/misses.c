// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/misses
// tags: memory
// about: every load is from another line, 50 kB in all
#include "kernel.h"
KB_DATA long a[8 * 800], sink;
void kernel_init(void) {}
KB_KERNEL void kernel(KB_INT n) {
  long s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[16 * i];
  sink = s;
}
