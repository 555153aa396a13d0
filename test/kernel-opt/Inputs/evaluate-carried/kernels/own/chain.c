// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/chain
// tags: latency
// about: a[i] = a[i-1] * 3 + b[i], while c[b[i]] is stored: the chain is closed
#include "kernel.h"
KB_DATA unsigned a[401], b[401], c[401], *given_a, *given_c;
void kernel_init(void) {
  given_a = a;
  given_c = c;
}
KB_KERNEL void kernel(KB_INT n) {
  unsigned *to = given_a, *also = given_c;
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    to[i] = to[i - 1] * 3 + b[i];
    also[b[i]] = 1;
  }
}
