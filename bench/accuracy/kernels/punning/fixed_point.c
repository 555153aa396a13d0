// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: punning/fixed_point
// tags: latency,memory
// about: whole and fraction are 16-bit fields, read together as 32 bits

#include "kernel.h"

union fixed {
  uint32_t all;
  struct {
    uint16_t fraction, whole;
  } part;
};

KB_DATA union fixed fixed;
KB_DATA uint16_t step[KB_MAX_N];
KB_DATA uint32_t out[KB_MAX_N];

void kernel_init(void) { KB_FILL(step, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  volatile union fixed *f = &fixed;
  KB_HIDE(f);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t all = f->all + step[i];
    f->part.fraction = (uint16_t)all;
    f->part.whole = (uint16_t)(all >> 16);
    out[i] = all;
  }
}
