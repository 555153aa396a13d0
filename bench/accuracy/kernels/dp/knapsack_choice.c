// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/knapsack_choice
// tags: latency,memory
// about: best[w] = max(best[w-1], best[w-3] + v[w]), with choices

#include "kernel.h"

KB_DATA int64_t best[KB_MAX_N + 3], choice[KB_MAX_N + 3], value[KB_MAX_N + 3];
KB_DATA int64_t *given_b;
KB_DATA int64_t *given_c;

void kernel_init(void) {
  for (int w = 0; w < KB_MAX_N + 3; ++w)
    value[w] = w % 4;
  given_b = best;
  given_c = choice;
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t *b = given_b, *c = given_c;
  KB_LOOP
  for (KB_INT w = 3; w < n + 3; ++w) {
    const int64_t with = b[w - 3] + value[w], without = b[w - 1];
    b[w] = with > without ? with : without;
    c[w] = with - without;
  }
}
