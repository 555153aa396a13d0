// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/lcs_trace
// tags: latency,memory
// about: longest common subsequence: cur[j] from prev[j-1], prev[j], cur[j-1]; directions kept

#include "kernel.h"

KB_DATA uint32_t prev[KB_MAX_N + 1], cur[KB_MAX_N + 1], same[KB_MAX_N], from[KB_MAX_N];
KB_DATA uint32_t *given_c;
KB_DATA uint32_t *given_dir;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k) {
    prev[k + 1] = (uint32_t)(k / 3);
    same[k] = k % 4 == 0;
  }
  given_c = cur;
  given_dir = from;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *c = given_c;
  uint32_t *dir = given_dir;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t up = prev[i + 1], left = c[i];
    const uint32_t diag = prev[i] + same[i];
    uint32_t best = up > left ? up : left;
    best = best > diag ? best : diag;
    dir[i] = best == left;
    c[i + 1] = best;
  }
}
