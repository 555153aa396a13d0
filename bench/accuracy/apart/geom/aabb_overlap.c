// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/aabb_overlap
// tags: ports,memory
// about: boxes of six floats against one box: six comparisons without branches

#include "kernel.h"

struct box {
  float lo[3], hi[3];
};
KB_DATA struct box boxes[KB_MAX_N];
KB_DATA uint8_t hit[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    for (int d = 0; d < 3; ++d) {
      boxes[k].lo[d] = (float)((k * 7 + d) % 10);
      boxes[k].hi[d] = boxes[k].lo[d] + 2.0f;
    }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const struct box *b = &boxes[i];
    hit[i] = (uint8_t)((b->lo[0] <= 5.0f) & (b->hi[0] >= 4.0f) & (b->lo[1] <= 6.0f) & (b->hi[1] >= 3.0f) &
                       (b->lo[2] <= 7.0f) & (b->hi[2] >= 2.0f));
  }
}
