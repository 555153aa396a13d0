// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: complex/multiply_split
// tags: ports,memory
// about: c = a * b, parts in arrays of their own

#include "kernel.h"

KB_DATA float ar[KB_MAX_N], ai[KB_MAX_N], br[KB_MAX_N], bi[KB_MAX_N],
    cr[KB_MAX_N], ci[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(ar, 0.5, 1.5);
  KB_FILL(ai, 0.5, 1.5);
  KB_FILL(br, 0.5, 1.5);
  KB_FILL(bi, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    cr[i] = ar[i] * br[i] - ai[i] * bi[i];
    ci[i] = ar[i] * bi[i] + ai[i] * br[i];
  }
}
