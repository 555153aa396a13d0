// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/sum_and_product
// tags: latency,memory
// about: *sum += x[i]; *product *= x[i] mod 2^64, pointers to results

#include "kernel.h"

KB_DATA uint64_t results[16], x[KB_MAX_N];
KB_DATA uint64_t *given_sum;
KB_DATA uint64_t *given_product;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  given_sum = results;
  given_product = results + 8;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *sum = given_sum, *product = given_product;
  *product = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *sum += x[i];
    *product *= x[i] | 1;
  }
}
