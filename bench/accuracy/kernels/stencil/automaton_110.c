// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: stencil/automaton_110
// tags: ports,memory
// about: a one-dimensional automaton: b[i] from three bits of a

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N + 2], b[KB_MAX_N + 2];

void kernel_init(void) { KB_FILL(a, 0, 2); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i)
    b[i] = (uint8_t)(110 >> (a[i - 1] << 2 | a[i] << 1 | a[i + 1]) & 1);
}
