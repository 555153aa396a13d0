// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/local_alignment
// tags: latency,memory
// about: one row of Smith-Waterman with a trace of the same type

#include "kernel.h"

KB_DATA int32_t row[KB_MAX_N + 1], above[KB_MAX_N + 1], score[KB_MAX_N + 1];
KB_DATA int32_t trace[KB_MAX_N + 1];

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j) {
    above[j] = 20 + j % 4;
    score[j] = j % 2 ? 3 : -2;
  }
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *h = row, *t = trace;
  KB_HIDE(h);
  KB_HIDE(t);
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    int32_t best = above[j - 1] + score[j];
    best = best > 0 ? best : 0;
    const int32_t gap = (h[j - 1] > above[j] ? h[j - 1] : above[j]) - 2;
    best = best > gap ? best : gap;
    t[j] = best - gap;
    h[j] = best;
  }
}
