// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: livermore/k03_inner_product
// tags: latency
// about: q += z[k] * x[k] through restrict pointers

#include "kernel.h"

KB_DATA double x[KB_MAX_N], z[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(z, 0.5, 1.5);
}
static inline double innerProduct(const double *restrict p,
                                  const double *restrict q, KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT k = 0; k < n; ++k)
    s += p[k] * q[k];
  return s;
}

KB_KERNEL void kernel(KB_INT n) { kb_sink_f64 = innerProduct(z, x, n); }
