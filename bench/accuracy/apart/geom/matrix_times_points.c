// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/matrix_times_points
// tags: ports,memory
// about: 4 by 4 matrix times vectors of four floats

#define KB_MAX_N 200
#include "kernel.h"

struct vec4 {
  float x, y, z, w;
};
KB_DATA struct vec4 in[KB_MAX_N], out[KB_MAX_N];
KB_DATA float m[16];

void kernel_init(void) {
  KB_FILL(m, -1.0, 1.0);
  for (int k = 0; k < KB_MAX_N; ++k)
    in[k] = (struct vec4){(float)k, 2, 3, 1};
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const struct vec4 p = in[i];
    out[i].x = m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3] * p.w;
    out[i].y = m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7] * p.w;
    out[i].z = m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11] * p.w;
    out[i].w = m[12] * p.x + m[13] * p.y + m[14] * p.z + m[15] * p.w;
  }
}
