// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: tsvc/s162
// tags: ports,memory
// about: a[i] = 0.5 * a[i+k] + b[i] * c[i], k > 0 unknown

#include "kernel.h"

KB_DATA float a[KB_MAX_N + 8], b[KB_MAX_N], c[KB_MAX_N];
KB_DATA int64_t shift[1];

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
  shift[0] = 3;
}

KB_KERNEL void kernel(KB_INT n) {
  const KB_INT k = (KB_INT)shift[0];
  if (k <= 0)
    return;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    a[i] = 0.5f * a[i + k] + b[i] * c[i];
}
