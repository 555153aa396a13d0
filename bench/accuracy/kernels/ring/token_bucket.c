// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/token_bucket
// tags: latency,memory
// about: tokens and last time of a rate limiter in memory; verdicts written

#include "kernel.h"

struct bucket {
  int64_t tokens, last;
};

KB_DATA struct bucket bucket;
KB_DATA int64_t at[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    at[i] = 3 * i;
}

KB_KERNEL void kernel(KB_INT n) {
  struct bucket *b = &bucket;
  int64_t *to = out;
  *b = (struct bucket){50, 0};
  KB_HIDE(b);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int64_t filled = b->tokens + at[i] - b->last;
    b->last = at[i];
    b->tokens = (filled < 100 ? filled : 100) - 2;
    to[i] = filled;
  }
}
