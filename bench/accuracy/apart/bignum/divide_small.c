// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/divide_small
// tags: latency,divider
// about: 32 bit limbs from the top divided by a small number, remainder carried

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], q[KB_MAX_N], divisor;

void kernel_init(void) {
  KB_FILL(a, 0, 4294967295.0);
  divisor = 1000003;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint32_t d = divisor;
  uint64_t rest = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t t = rest << 32 | a[i];
    q[i] = (uint32_t)(t / d);
    rest = t % d;
  }
  kb_sink_u64 = rest;
}
