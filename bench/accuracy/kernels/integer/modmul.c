// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: integer/modmul
// tags: divider,latency
// about: x = x * a[i] mod m, 64-bit remainder

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], m[1];

void kernel_init(void) {
  KB_FILL(a, 1, 1e9);
  m[0] = 1000000007u;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint64_t modulus = m[0];
  uint64_t x = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x = x * a[i] % modulus;
  kb_sink_u64 = x;
}
