// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: sort/network4
// tags: ports,frontend
// about: a sorting network of 5 exchanges on 4 arrays

#include "kernel.h"

KB_DATA int32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 100000);
  KB_FILL(b, 0, 100000);
  KB_FILL(c, 0, 100000);
  KB_FILL(d, 0, 100000);
}
static inline int32_t least(int32_t x, int32_t y) { return x < y ? x : y; }
static inline int32_t most(int32_t x, int32_t y) { return x < y ? y : x; }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t p = least(a[i], b[i]), q = most(a[i], b[i]);
    const int32_t r = least(c[i], d[i]), s = most(c[i], d[i]);
    const int32_t t = most(p, r), u = least(q, s);
    a[i] = least(p, r);
    b[i] = least(t, u);
    c[i] = most(t, u);
    d[i] = most(q, s);
  }
}
