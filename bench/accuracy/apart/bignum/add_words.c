// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/add_words
// tags: latency,memory
// about: sum of two long numbers, carry from 128 bit additions

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 1.8e19);
  KB_FILL(b, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  unsigned __int128 carry = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    carry += (unsigned __int128)a[i] + b[i];
    c[i] = (uint64_t)carry;
    carry >>= 64;
  }
  kb_sink_u64 = (uint64_t)carry;
}
