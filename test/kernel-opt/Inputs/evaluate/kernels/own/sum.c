// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/sum
// tags: latency
// about: one double after the other
#include "kernel.h"
KB_DATA double a[400], sink;
void kernel_init(void) {
  for (int i = 0; i < 400; ++i)
    a[i] = i;
}
KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i];
  sink = s;
}
