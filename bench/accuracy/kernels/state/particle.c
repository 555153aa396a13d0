// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/particle
// tags: latency,memory
// about: a damped particle in a structure; its path is written

#include "kernel.h"

struct particle {
  double x, y, vx, vy;
};

KB_DATA struct particle particle;
KB_DATA double path[2 * KB_MAX_N], wind[KB_MAX_N];
KB_DATA struct particle *given_p;
KB_DATA double *given_to;

void kernel_init(void) {
  particle = (struct particle){1, 2, 3, 4};
  KB_FILL(wind, 0.5, 1.5);
  given_p = &particle;
  given_to = path;
}

KB_KERNEL void kernel(KB_INT n) {
  struct particle *p = given_p;
  double *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    p->vx += 0.125 * (wind[i] - p->x) - 0.25 * p->vx;
    p->vy += 0.125 * (wind[i] - p->y) - 0.25 * p->vy;
    p->x += 0.25 * p->vx;
    p->y += 0.25 * p->vy;
    to[2 * i] = p->x;
    to[2 * i + 1] = p->y;
  }
}
