// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/exchange_pairs
// tags: ports,memory
// about: (a[i], b[i]) = (min, max)

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 100000);
  KB_FILL(b, 0, 100000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t lo = a[i] < b[i] ? a[i] : b[i],
                  hi = a[i] < b[i] ? b[i] : a[i];
    a[i] = lo;
    b[i] = hi;
  }
}
