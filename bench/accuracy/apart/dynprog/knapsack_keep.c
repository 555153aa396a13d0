// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/knapsack_keep
// tags: latency,memory
// about: unbounded knapsack: best[w] = max(best[w], best[w - weight] + value), items kept

#include "kernel.h"

struct item {
  KB_INT weight;
  int32_t value;
};
KB_DATA struct item item;
KB_DATA int32_t best[KB_MAX_N + 8], keep[KB_MAX_N + 8];
KB_DATA int32_t *given_b;
KB_DATA int32_t *given_k;

void kernel_init(void) {
  item = (struct item){5, 7};
  for (int w = 0; w < KB_MAX_N + 8; ++w)
    best[w] = w;
  given_b = best;
  given_k = keep;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *b = given_b;
  int32_t *k = given_k;
  const KB_INT weight = item.weight;
  const int32_t value = item.value;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t with = b[i] + value, without = b[i + weight];
    k[i + weight] = with > without;
    b[i + weight] = with > without ? with : without;
  }
}
