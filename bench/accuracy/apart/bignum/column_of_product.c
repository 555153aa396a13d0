// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/column_of_product
// tags: latency,ports
// about: one column of a long product in three words of accumulator

#include "kernel.h"

KB_DATA uint64_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 1.8e19);
  KB_FILL(b, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  unsigned __int128 low = 0;
  uint64_t high = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 p = (unsigned __int128)a[i] * b[n - 1 - i];
    low += p;
    high += low < p;
  }
  kb_sink_u64 = (uint64_t)low ^ (uint64_t)(low >> 64) ^ high;
}
