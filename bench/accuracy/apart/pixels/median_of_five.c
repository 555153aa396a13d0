// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: pixels/median_of_five
// tags: ports,memory
// about: median along a line of bytes by minima and maxima

#include "kernel.h"

#define MIN(A, B) ((A) < (B) ? (A) : (B))
#define MAX(A, B) ((A) > (B) ? (A) : (B))
KB_DATA uint8_t x[KB_MAX_N + 4], y[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t a = MIN(x[i], x[i + 1]), b = MAX(x[i], x[i + 1]);
    const uint8_t c = MIN(x[i + 3], x[i + 4]), d = MAX(x[i + 3], x[i + 4]);
    const uint8_t low = MAX(a, c), high = MIN(b, d), m = x[i + 2];
    const uint8_t s = MIN(low, high), t = MAX(low, high);
    y[i] = MAX(s, MIN(t, m));
  }
}
