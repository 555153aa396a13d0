// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/plucked_string
// tags: latency,memory
// about: a ring of 16: s[i & 15] = 0.5 (s[i & 15] + s[(i+1) & 15])

#include "kernel.h"

KB_DATA double s[16], out[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double *r = s, *to = out;
  KB_HIDE(r);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double v = 0.5 * (r[i & 15] + r[(i + 1) & 15]);
    r[i & 15] = v;
    to[i] = v;
  }
}
