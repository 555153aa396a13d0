// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/local_window
// tags: latency,memory
// about: a local window of three doubles, places chosen by a table

#include "kernel.h"

KB_DATA double x[KB_MAX_N];
KB_DATA uint8_t place[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0.5, 1.5);
  for (int i = 0; i < KB_MAX_N; ++i)
    place[i] = (uint8_t)(i % 3);
}

KB_KERNEL void kernel(KB_INT n) {
  double window[4] = {1, 1, 1, 1};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned p = place[i] & 3;
    window[p] = 0.5 * window[p] + 0.25 * window[(p + 1) & 3] + x[i];
  }
  kb_sink_f64 = window[0] + window[1] + window[2];
}
