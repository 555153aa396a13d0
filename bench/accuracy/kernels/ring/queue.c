// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/queue
// tags: latency,memory
// about: push and pop of a queue whose head and tail are in memory

#include "kernel.h"

struct queue {
  uint32_t head, tail, item[32];
};

KB_DATA struct queue queue;
KB_DATA uint32_t in[KB_MAX_N], out[KB_MAX_N];
KB_DATA struct queue *given_q;
KB_DATA uint32_t *given_to;

void kernel_init(void) {
  KB_FILL(in, 0, 1000);
  given_q = &queue;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  struct queue *q = given_q;
  uint32_t *to = given_to;
  q->head = 0;
  q->tail = 3;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    q->item[q->tail++ & 31] = in[i];
    to[i] = q->item[q->head++ & 31];
  }
}
