// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/montgomery
// tags: latency
// about: x = montgomery product of x and a[i], 32 bits

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 1, 998244353.0); }

KB_KERNEL void kernel(KB_INT n) {
  const uint32_t p = 998244353u, inverse = 998244351u;
  uint32_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t t = (uint64_t)x * a[i];
    const uint32_t q = (uint32_t)t * inverse;
    const uint32_t r = (uint32_t)((t + (uint64_t)q * p) >> 32);
    x = r - (p & (0u - (uint32_t)(r >= p)));
  }
  kb_sink_u64 = x;
}
