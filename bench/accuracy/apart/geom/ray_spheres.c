// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/ray_spheres
// tags: ports,divider
// about: distance along a ray to spheres, a far constant where there is no hit
// flags: -fno-math-errno

#include "kernel.h"

KB_DATA float cx[KB_MAX_N], cy[KB_MAX_N], cz[KB_MAX_N], radius[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(cx, -0.2, 0.2);
  KB_FILL(cy, -0.2, 0.2);
  KB_FILL(cz, 4.0, 8.0);
  KB_FILL(radius, 0.5, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float c = cx[i] * cx[i] + cy[i] * cy[i] + cz[i] * cz[i] - radius[i] * radius[i];
    const float q = cz[i] * cz[i] - c;
    const float root = __builtin_sqrtf(q > 0.0f ? q : 0.0f);
    t[i] = q > 0.0f ? cz[i] - root : 1e6f;
  }
}
