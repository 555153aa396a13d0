// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: geom/bounding_box
// tags: latency,ports
// about: least and greatest of two interleaved coordinates in registers

#include "kernel.h"

KB_DATA double xy[2 * KB_MAX_N];

void kernel_init(void) {
  KB_FILL(xy, -1.0, 1.0);
}

KB_KERNEL void kernel(KB_INT n) {
  double lx = xy[0], hx = xy[0], ly = xy[1], hy = xy[1];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double x = xy[2 * i], y = xy[2 * i + 1];
    lx = x < lx ? x : lx;
    hx = x > hx ? x : hx;
    ly = y < ly ? y : ly;
    hy = y > hy ? y : hy;
  }
  kb_sink_f64 = (hx - lx) * (hy - ly);
}
