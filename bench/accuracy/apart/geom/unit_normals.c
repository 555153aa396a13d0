// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/unit_normals
// tags: ports,divider
// about: cross product of two edges, divided by its length, arrays of structures
// flags: -fno-math-errno

#define KB_MAX_N 120
#include "kernel.h"

struct vec3 {
  float x, y, z;
};
KB_DATA struct vec3 a[KB_MAX_N], b[KB_MAX_N], normal[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k) {
    a[k] = (struct vec3){1.0f + (float)(k & 3), 0.5f, 0.2f};
    b[k] = (struct vec3){0.1f, 1.0f, 0.5f + (float)(k & 7)};
  }
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float x = a[i].y * b[i].z - a[i].z * b[i].y;
    const float y = a[i].z * b[i].x - a[i].x * b[i].z;
    const float z = a[i].x * b[i].y - a[i].y * b[i].x;
    const float s = 1.0f / __builtin_sqrtf(x * x + y * y + z * z);
    normal[i] = (struct vec3){x * s, y * s, z * s};
  }
}
