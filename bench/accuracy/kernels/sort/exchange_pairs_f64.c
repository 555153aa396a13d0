// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/exchange_pairs_f64
// tags: ports,memory
// about: (a[i], b[i]) = (min, max) in double precision

#include "kernel.h"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double lo = a[i] < b[i] ? a[i] : b[i], hi = a[i] < b[i] ? b[i] : a[i];
    a[i] = lo;
    b[i] = hi;
  }
}
