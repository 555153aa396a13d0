// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/q15_saturating_chain
// tags: latency
// about: acc = clamp(acc + (a b >> 15)) to 16 bits in each step

#include "kernel.h"

KB_DATA int16_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -3000, 3200);
  KB_FILL(b, -3000, 3200);
}

KB_KERNEL void kernel(KB_INT n) {
  int acc = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    acc += a[i] * b[i] >> 15;
    acc = acc < -32768 ? -32768 : acc;
    acc = acc > 32767 ? 32767 : acc;
  }
  kb_sink_u64 = (uint64_t)acc;
}
