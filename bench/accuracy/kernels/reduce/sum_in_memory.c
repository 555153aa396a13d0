// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: reduce/sum_in_memory
// tags: latency,memory
// about: s[0] += a[i], the sum stays in memory

#include "kernel.h"

KB_DATA double a[KB_MAX_N], s[8];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(s, 0, 1);
}

KB_KERNEL void kernel(KB_INT n) {
  double *sum = s, *x = a;
  KB_HIDE(sum);
  KB_HIDE(x);
  *sum = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    *sum += x[i];
}
