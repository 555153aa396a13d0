// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/argmax
// tags: latency
// about: greatest score and where it is, without branches

#include "kernel.h"

KB_DATA float score[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(score, 0.0, 1.0);
  score[3] = 2.0f;
}

KB_KERNEL void kernel(KB_INT n) {
  float best = -1.0f;
  int at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int better = score[i] > best;
    at = better ? (int)i : at;
    best = better ? score[i] : best;
  }
  kb_sink_u64 = (uint64_t)at;
  kb_sink_f32 = best;
}
