// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/rope_constraints
// tags: latency,divider,memory
// about: distance of neighbours pulled to one in place: square root and division in the chain
// flags: -fno-math-errno

#include "kernel.h"

struct point {
  float x, y;
};
KB_DATA struct point rope[KB_MAX_N + 1];

void kernel_init(void) {
  for (int k = 0; k <= KB_MAX_N; ++k)
    rope[k] = (struct point){1.1f * (float)k, 0.3f * (float)(k % 4)};
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float dx = rope[i + 1].x - rope[i].x, dy = rope[i + 1].y - rope[i].y;
    const float d = __builtin_sqrtf(dx * dx + dy * dy);
    const float c = 0.5f * (d - 1.0f) / d;
    rope[i].x += c * dx;
    rope[i].y += c * dy;
    rope[i + 1].x -= c * dx;
    rope[i + 1].y -= c * dy;
  }
}
