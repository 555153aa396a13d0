// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: polybench/nussinov
// tags: ports
// about: s = max(s, a[k] + b[k])

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  KB_FILL(b, 0, 1000);
  a[0] = 3000;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t s = 0;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k) {
    const int32_t t = a[k] + b[k];
    s = t > s ? t : s;
  }
  kb_sink_u64 = (uint64_t)s;
}
