// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/list_add
// tags: latency,memory
// about: follow links in an array of nodes and add to each: the next link may be what was written

#include "kernel.h"

struct node {
  uint32_t value, next;
};
KB_DATA struct node nodes[256];

void kernel_init(void) {
  for (int k = 0; k < 256; ++k)
    nodes[k] = (struct node){(uint32_t)k, (uint32_t)(k * 5 + 17) & 255};
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t at = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    nodes[at].value += 3;
    at = nodes[at].next;
  }
  kb_sink_u64 = at;
}
