// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/slots
// tags: latency
// about: ++a[b[i]], and the data say that it is always the same one of a
#include "kernel.h"
KB_DATA unsigned a[16], b[400];
void kernel_init(void) {
  for (int i = 0; i < 400; ++i)
    b[i] = 3;
}
KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    ++a[b[i]];
}
