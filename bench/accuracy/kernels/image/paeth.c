// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/paeth
// tags: latency,memory
// about: the Paeth predictor undone: d[i] depends on d[i-1]

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N + 1], up[KB_MAX_N + 1], d[KB_MAX_N + 1];
// A flat row above: always the same of the three, so that branches are
// predicted.

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  KB_FILL(up, 100, 101);
  KB_FILL(d, 0, 256);
}
static inline int32_t distance(int32_t x) { return x < 0 ? -x : x; }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 1; i <= n; ++i) {
    const int32_t a = d[i - 1], b = up[i], c = up[i - 1];
    const int32_t pa = distance(b - c), pb = distance(a - c),
                  pc = distance(a + b - 2 * c);
    const int32_t near = pb <= pc ? b : c;
    const int32_t nearest = pb <= pc ? pb : pc;
    d[i] = (uint8_t)(s[i] + (pa <= nearest ? a : near));
  }
}
