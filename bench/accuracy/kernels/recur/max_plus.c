// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/max_plus
// tags: latency
// about: s = max(s + a[i], b[i]), integers

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -100, 100);
  KB_FILL(b, -100, 100);
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t t = s + a[i];
    s = t > b[i] ? t : b[i];
    c[i] = s;
  }
}
