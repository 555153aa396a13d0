// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/half_edges
// tags: latency
// about: around a mesh: edge = next[twin[edge]], two dependent loads a trip

#include "kernel.h"

struct edge {
  uint16_t twin, next;
};
KB_DATA struct edge edges[512];

void kernel_init(void) {
  for (int k = 0; k < 512; ++k)
    edges[k] = (struct edge){(uint16_t)(k ^ 1), (uint16_t)((k * 5 + 3) & 511)};
}

KB_KERNEL void kernel(KB_INT n) {
  unsigned e = 0, faces = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    e = edges[edges[e].twin].next;
    faces += e;
  }
  kb_sink_u64 = faces;
}
