// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/binomial_tree
// tags: ports,memory
// about: one step back in a tree in place: v[i] = max(p v[i+1] + q v[i], exercise)

#include "kernel.h"

KB_DATA double v[KB_MAX_N + 1], exercise[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(v, 0.0, 20.0);
  KB_FILL(exercise, 0.5, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double hold = 0.52 * v[i + 1] + 0.47 * v[i];
    v[i] = hold > exercise[i] ? hold : exercise[i];
  }
}
