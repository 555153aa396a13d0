// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dense/wavelet_predict
// tags: latency,memory
// about: lifting steps of the 5/3 wavelet in place, predict and update in one pass

#include "kernel.h"

KB_DATA int32_t x[2 * KB_MAX_N + 3];
KB_DATA int32_t *given_v;

void kernel_init(void) {
  KB_FILL(x, -1000, 1000);
  given_v = x;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *v = given_v;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    v[2 * i + 1] = (v[2 * i + 1] - ((v[2 * i] + v[2 * i + 2]) >> 1)) >> 1;
    v[2 * i] = (v[2 * i] >> 1) + ((v[2 * i + 1] + (i ? v[2 * i - 1] : 0) + 2) >> 2);
  }
}
