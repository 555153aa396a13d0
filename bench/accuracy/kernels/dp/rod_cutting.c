// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/rod_cutting
// tags: latency,memory
// about: best[i] = max over three cuts of best[i-k] + price[k]; first cut kept

#include "kernel.h"

KB_DATA int32_t best[KB_MAX_N + 3], cut[KB_MAX_N + 3], price[3];
KB_DATA int32_t *given_b;
KB_DATA int32_t *given_c;

void kernel_init(void) {
  price[0] = 1;
  price[1] = 5;
  price[2] = 6;
  given_b = best;
  given_c = cut;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *b = given_b, *c = given_c;
  KB_LOOP
  for (KB_INT i = 3; i < n + 3; ++i) {
    const int32_t one = b[i - 1] + price[0], two = b[i - 2] + price[1];
    const int32_t three = b[i - 3] + price[2];
    int32_t most = one > two ? one : two;
    most = most > three ? most : three;
    b[i] = most;
    c[i] = most - one;
  }
}
