// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/axpy_mixed
// tags: ports
// about: y[i] += s * x[i], x in single and y in double precision

#include "kernel.h"

KB_DATA double y[KB_MAX_N];
KB_DATA float x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(y, 0.5, 1.5);
  KB_FILL(x, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] += 0.001 * (double)x[i];
}
