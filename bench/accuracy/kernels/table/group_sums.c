// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/group_sums
// tags: latency,memory
// about: sum[group[i]] += x[i] in double and a count, groups in runs

#include "kernel.h"

KB_DATA double sum[16], x[KB_MAX_N];
KB_DATA int64_t count[16];
KB_DATA uint8_t group[KB_MAX_N];
KB_DATA double *given_s;
KB_DATA int64_t *given_c;

void kernel_init(void) {
  KB_FILL(x, -0.5, 0.5);
  for (int i = 0; i < KB_MAX_N; ++i)
    group[i] = (uint8_t)(i / 25 % 16);
  given_s = sum;
  given_c = count;
}

KB_KERNEL void kernel(KB_INT n) {
  double *s = given_s;
  int64_t *c = given_c;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s[group[i]] += x[i];
    c[group[i]] += 1;
  }
}
