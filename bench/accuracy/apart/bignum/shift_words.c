// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/shift_words
// tags: ports,memory
// about: long number shifted right by a count, each word from two

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N + 1], b[KB_MAX_N];
KB_DATA unsigned count;

void kernel_init(void) {
  KB_FILL(a, 0, 1.8e19);
  count = 13;
}

KB_KERNEL void kernel(KB_INT n) {
  const unsigned s = count & 63;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    b[i] = a[i] >> s | a[i + 1] << 1 << (63 - s);
}
