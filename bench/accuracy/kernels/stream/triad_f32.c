// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stream/triad_f32
// tags: ports,memory
// about: a[i] = b[i] + s * c[i], floats, restrict pointers

#include "kernel.h"

KB_DATA float a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(b, 0.5, 1.5);
  KB_FILL(c, 0.5, 1.5);
}
static inline void triad(float *restrict x, const float *restrict y,
                         const float *restrict z, KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    x[i] = y[i] + 3.0f * z[i];
}

KB_KERNEL void kernel(KB_INT n) { triad(a, b, c, n); }
