// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/viterbi_step
// tags: latency
// about: two states: the better way into each, plus scores

#include "kernel.h"

KB_DATA int32_t e[2 * KB_MAX_N], t[4];

void kernel_init(void) {
  KB_FILL(e, -50, 50);
  KB_FILL(t, -50, 50);
}

KB_KERNEL void kernel(KB_INT n) {
  const int32_t t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3];
  int32_t p = 0, q = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t pp = p + t0, qp = q + t1, pq = p + t2, qq = q + t3;
    p = (pp > qp ? pp : qp) + e[2 * i];
    q = (pq > qq ? pq : qq) + e[2 * i + 1];
  }
  kb_sink_u64 = (uint64_t)(p - q);
}
