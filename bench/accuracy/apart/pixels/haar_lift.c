// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/haar_lift
// tags: memory,ports
// about: integer Haar lifting of neighbours in place

#include "kernel.h"

KB_DATA int16_t x[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, -1000, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int16_t d = (int16_t)(x[2 * i + 1] - x[2 * i]);
    x[2 * i] = (int16_t)(x[2 * i] + (d >> 1));
    x[2 * i + 1] = d;
  }
}
