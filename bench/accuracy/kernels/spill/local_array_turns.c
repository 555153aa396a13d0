// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/local_array_turns
// tags: latency,memory
// about: sums in a local array of four, taken in turn by i & 3

#include "kernel.h"

KB_DATA double x[KB_MAX_N];

void kernel_init(void) { KB_FILL(x, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  double sum[4] = {0, 0, 0, 0}, *s = sum;
  KB_HIDE(s);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s[i & 3] += x[i];
  kb_sink_f64 = s[0] + s[1] + s[2] + s[3];
}
