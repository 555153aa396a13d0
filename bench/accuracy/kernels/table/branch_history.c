// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/branch_history
// tags: latency,memory
// about: two-bit counters chosen by a history, both in memory

#include "kernel.h"

struct predictor {
  uint32_t history;
  uint32_t counter[16];
};

KB_DATA struct predictor predictor;
KB_DATA uint32_t taken[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) {
  for (uint32_t i = 0; i < KB_MAX_N; ++i)
    taken[i] = i % 4 != 0;
}

KB_KERNEL void kernel(KB_INT n) {
  struct predictor *p = &predictor;
  uint32_t *to = out;
  KB_HIDE(p);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t at = p->history & 15, c = p->counter[at];
    to[i] = c >> 1;
    p->counter[at] = (3 * c + 4 * taken[i]) >> 2;
    p->history = p->history << 1 | taken[i];
  }
}
