// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: div/invariant_divisor
// tags: divider
// about: a[i] = b[i] mod m, m unknown but constant

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], m[1];

void kernel_init(void) {
  KB_FILL(b, 0, 4000000000.0);
  m[0] = 997;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint32_t modulus = m[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = b[i] % modulus;
}
