// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/harmonic_swarm
// tags: ports,memory
// about: array of structures in place: x += h v, v -= h k x in three dimensions

#include "kernel.h"

struct body {
  float x, y, z, vx, vy, vz;
};
KB_DATA struct body swarm[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    swarm[k] = (struct body){1.0f, 0.5f, (float)(k & 7), 0.3f, 0.2f, 0.1f};
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    struct body *b = &swarm[i];
    b->x += 0.01f * b->vx;
    b->y += 0.01f * b->vy;
    b->z += 0.01f * b->vz;
    b->vx -= 0.02f * b->x;
    b->vy -= 0.02f * b->y;
    b->vz -= 0.02f * b->z;
  }
}
