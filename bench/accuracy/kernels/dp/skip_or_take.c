// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/skip_or_take
// tags: latency,memory
// about: best[i] = max(best[i-1], best[i-2] + v[i]); took[i] is a byte

#include "kernel.h"

KB_DATA int64_t best[KB_MAX_N + 2], v[KB_MAX_N + 2];
KB_DATA uint8_t took[KB_MAX_N + 2];

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N + 2; ++i)
    v[i] = i % 2 ? 9 : 2;
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t *b = best;
  uint8_t *t = took;
  KB_HIDE(b);
  KB_HIDE(t);
  KB_LOOP
  for (KB_INT i = 2; i < n + 2; ++i) {
    const int64_t take = b[i - 2] + v[i], skip = b[i - 1];
    t[i] = (uint8_t)(take > skip);
    b[i] = take > skip ? take : skip;
  }
}
