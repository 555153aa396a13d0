// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/transposition
// tags: latency,memory
// about: each found symbol moves one place to the front: neighbours exchanged

#include "kernel.h"

KB_DATA uint8_t order[KB_MAX_N + 1], out[KB_MAX_N + 1];

void kernel_init(void) { KB_FILL(order, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *o = order, *to = out;
  KB_HIDE(o);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const uint8_t here = o[i], before = o[i - 1];
    o[i - 1] = here;
    o[i] = before;
    to[i] = before;
  }
}
