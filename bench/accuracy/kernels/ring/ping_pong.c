// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/ping_pong
// tags: latency,memory
// about: two slots take turns: slot[(i+1) & 1] = 0.5 slot[i & 1] + x[i]

#include "kernel.h"

KB_DATA double slot[2], x[KB_MAX_N], out[KB_MAX_N];
KB_DATA double *given_s;
KB_DATA double *given_to;

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  given_s = slot;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  double *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s[(i + 1) & 1] = 0.5 * s[i & 1] + x[i];
    to[i] = x[i];
  }
}
