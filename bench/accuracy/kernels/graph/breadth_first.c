// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: graph/breadth_first
// tags: latency,memory
// about: a queue in memory: node q[head++], its child to q[tail++], levels set

#include "kernel.h"

KB_DATA int32_t queue[KB_MAX_N + 2], child[KB_MAX_N + 2], level[KB_MAX_N + 2];
KB_DATA int32_t ends[2];
KB_DATA int32_t *given_q;
KB_DATA int32_t *given_e;
KB_DATA int32_t *given_l;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N + 1; ++i)
    child[i] = i + 1;
  given_q = queue;
  given_e = ends;
  given_l = level;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *q = given_q, *e = given_e, *l = given_l;
  e[0] = 0;
  e[1] = 1;
  q[0] = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t node = q[e[0]++], next = child[node];
    l[next] = l[node] + 1;
    q[e[1]++] = next;
  }
}
