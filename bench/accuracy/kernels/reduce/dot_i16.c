// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/dot_i16
// tags: ports
// about: s = sum of a[i] * b[i], 16-bit integers into 32-bit ones

#include "kernel.h"

KB_DATA int16_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -1000, 1000);
  KB_FILL(b, -1000, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += (int32_t)a[i] * b[i];
  kb_sink_u64 = (uint64_t)s;
}
