// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: convert/float_bits_exponent
// tags: ports
// about: a[i] = exponent of b[i] from its bits

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N];
KB_DATA float b[KB_MAX_N];

void kernel_init(void) { KB_FILL(b, 0.01, 100); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    union {
      float f;
      uint32_t u;
    } x = {b[i]};
    a[i] = (int32_t)(x.u >> 23 & 255) - 127;
  }
}
