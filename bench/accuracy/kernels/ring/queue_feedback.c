// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/queue_feedback
// tags: latency,memory
// about: what is popped is changed and pushed again, three items under way

#include "kernel.h"

struct queue {
  uint64_t head, tail, item[32];
};

KB_DATA struct queue queue;
KB_DATA struct queue *given_q;

void kernel_init(void) {
  KB_FILL(queue.item, 0, 1000);
  given_q = &queue;
}

KB_KERNEL void kernel(KB_INT n) {
  struct queue *q = given_q;
  q->head = 0;
  q->tail = 3;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t item = q->item[q->head++ & 31];
    q->item[q->tail++ & 31] = item * 5 + 1;
  }
}
