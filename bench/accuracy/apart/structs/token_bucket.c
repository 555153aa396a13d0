// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/token_bucket
// tags: latency,memory
// about: rate limiter: tokens = min(tokens + earned, cap), minus the cost if there are enough

#include "kernel.h"

struct bucket {
  uint64_t tokens, cap, refused;
};
KB_DATA struct bucket bucket;
KB_DATA uint64_t earned[KB_MAX_N], cost[KB_MAX_N], left[KB_MAX_N];
KB_DATA struct bucket *given_b;
KB_DATA uint64_t *given_out;

void kernel_init(void) {
  KB_FILL(earned, 10, 20);
  KB_FILL(cost, 5, 10);
  bucket = (struct bucket){0, 100, 0};
  given_b = &bucket;
  given_out = left;
}

KB_KERNEL void kernel(KB_INT n) {
  struct bucket *b = given_b;
  uint64_t *out = given_out;
  b->tokens = 50;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t t = b->tokens + earned[i];
    t = t < b->cap ? t : b->cap;
    const uint64_t pass = t >= cost[i];
    b->tokens = t - (cost[i] & -pass);
    b->refused += pass ^ 1;
    out[i] = b->tokens;
  }
}
