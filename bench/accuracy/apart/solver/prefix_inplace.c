// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: solver/prefix_inplace
// tags: latency,memory
// about: a[i+1] += a[i] in place modulo 2^32 while b[i] ^= a[i+1] is written

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N + 1], b[KB_MAX_N];
KB_DATA uint32_t *given_p;
KB_DATA uint32_t *given_q;

void kernel_init(void) {
  KB_FILL(a, 0, 1000);
  KB_FILL(b, 0, 1000);
  given_p = a;
  given_q = b;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *p = given_p;
  uint32_t *q = given_q;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    p[i + 1] += p[i];
    q[i] ^= p[i + 1];
  }
}
