// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: gather/sparse_dot
// tags: latency,memory
// about: s = sum of v[i] * x[k[i]]

#include "kernel.h"

KB_DATA double v[KB_MAX_N], x[KB_MAX_N];
KB_DATA int32_t k[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(v, 0.5, 1.5);
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(k, 0, KB_MAX_N);
}

KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += v[i] * x[k[i]];
  kb_sink_f64 = s;
}
