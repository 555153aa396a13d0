// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/modulo_products
// tags: divider,ports
// about: c[i] = a[i] b[i] modulo a number known at run time only, 64 bit division

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], modulus;

void kernel_init(void) {
  KB_FILL(a, 0, 4e9);
  KB_FILL(b, 0, 4e9);
  modulus = 4000000007u;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint32_t m = modulus;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    c[i] = (uint32_t)((uint64_t)a[i] * b[i] % m);
}
