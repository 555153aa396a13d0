// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same update on an array of structures and on a structure of arrays.
#include <stddef.h>

struct particle {
  float x, y, z, mass;
  float vx, vy, vz;
  int kind;
};

struct particles {
  float *x, *y, *z, *vx, *vy, *vz;
};

void move_aos(struct particle *p, float dt, size_t n) {
  for (size_t i = 0; i < n; i++) {
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
  }
}

void move_soa(struct particles *p, float dt, size_t n) {
  float *restrict x = p->x, *restrict y = p->y;
  const float *restrict vx = p->vx, *restrict vy = p->vy;
  for (size_t i = 0; i < n; i++) {
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
  }
}

float total_mass(const struct particle *p, int kind, size_t n) {
  float s = 0.0f;
  for (size_t i = 0; i < n; i++)
    if (p[i].kind == kind)
      s += p[i].mass;
  return s;
}
