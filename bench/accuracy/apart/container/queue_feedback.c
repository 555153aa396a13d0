// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/queue_feedback
// tags: memory,latency
// about: pop from a ring, push the popped value plus another; head and tail in memory

#include "kernel.h"

struct queue {
  uint32_t head, tail, slot[16];
};
KB_DATA struct queue queue;
KB_DATA uint32_t x[KB_MAX_N], y[KB_MAX_N];
KB_DATA struct queue *given_q;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
  queue.head = 4;
  given_q = &queue;
  given_out = y;
}

KB_KERNEL void kernel(KB_INT n) {
  struct queue *q = given_q;
  uint32_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t v = q->slot[q->tail & 15];
    ++q->tail;
    q->slot[q->head & 15] = v + x[i];
    ++q->head;
    out[i] = v;
  }
}
