// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/address_taken
// tags: latency,memory
// about: a local sum whose address was given away; others are written

#include "kernel.h"

KB_DATA int64_t x[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  int64_t sum = 0, *p = &sum, *to = out;
  KB_HIDE(p);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *p += x[i];
    to[i] = x[i] ^ 1;
  }
  kb_sink_u64 = (uint64_t)*p;
}
