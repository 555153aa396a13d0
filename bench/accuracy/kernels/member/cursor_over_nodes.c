// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: member/cursor_over_nodes
// tags: latency,memory
// about: cursor->node = node->next; ++node->visits, four nodes in a ring

#include "kernel.h"

struct node {
  struct node *next;
  uint64_t visits;
};
struct cursor {
  struct node *node;
};

KB_DATA struct node nodes[4];
KB_DATA struct cursor cursor;
KB_DATA struct cursor *given_c;

void kernel_init(void) {
  for (int i = 0; i < 4; ++i)
    nodes[i].next = &nodes[(i + 1) % 4];
  cursor.node = nodes;
  given_c = &cursor;
}

KB_KERNEL void kernel(KB_INT n) {
  struct cursor *c = given_c;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    ++*(volatile uint64_t *)&c->node->visits;
    *(struct node *volatile *)&c->node = c->node->next;
  }
}
