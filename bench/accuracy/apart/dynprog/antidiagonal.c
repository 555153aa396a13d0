// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/antidiagonal
// tags: ports,memory
// about: Needleman-Wunsch along an anti-diagonal: no cell needs its neighbour

#include "kernel.h"

KB_DATA int16_t two_back[KB_MAX_N], back[KB_MAX_N + 1], score[KB_MAX_N], cur[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(two_back, 0, 300);
  KB_FILL(back, 0, 300);
  KB_FILL(score, -2, 3);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    int v = two_back[i] + score[i];
    v = v > back[i] - 2 ? v : back[i] - 2;
    v = v > back[i + 1] - 2 ? v : back[i + 1] - 2;
    cur[i] = (int16_t)v;
  }
}
