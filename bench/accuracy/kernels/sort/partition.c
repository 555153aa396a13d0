// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/partition
// tags: latency,memory
// about: elements below a pivot go to the front

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(a, 0, 100000); }

KB_KERNEL void kernel(KB_INT n) {
  uint32_t k = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    b[k] = a[i];
    k += a[i] < 50000;
  }
  kb_sink_u64 = k;
}
