// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bits/prefix_xor_word
// tags: ports
// about: running parity of the bits of each word, by shifts

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, 0, 1.8e19); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t x = a[i];
    x ^= x << 1;
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    b[i] = x ^ x << 32;
  }
}
