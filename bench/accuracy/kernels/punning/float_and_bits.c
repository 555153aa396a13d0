// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/float_and_bits
// tags: latency,memory
// about: a union: the float is added to, its bits are masked

#include "kernel.h"

union number {
  float f;
  uint32_t u;
};

KB_DATA union number number;
KB_DATA float x[KB_MAX_N];
KB_DATA uint32_t out[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  volatile union number *v = &number;
  v->f = 1;
  KB_HIDE(v);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    v->f = 0.5f * v->f + x[i];
    v->u = v->u & 0xfffffff0u;
    out[i] = v->u;
  }
}
