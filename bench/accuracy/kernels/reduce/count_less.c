// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/count_less
// tags: ports
// about: how many a[i] are below b[i]

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  KB_FILL(b, 0, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i] < b[i];
  kb_sink_u64 = s;
}
