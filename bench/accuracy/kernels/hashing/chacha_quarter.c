// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/chacha_quarter
// tags: ports,frontend
// about: a quarter round on each of n columns

#define KB_MAX_N 400
#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 4e9);
  KB_FILL(b, 0, 4e9);
  KB_FILL(c, 0, 4e9);
  KB_FILL(d, 0, 4e9);
}
static inline uint32_t rotate(uint32_t x, unsigned by) {
  return x << by | x >> (32 - by);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t p = a[i], q = b[i], r = c[i], s = d[i];
    p += q;
    s = rotate(s ^ p, 16);
    r += s;
    q = rotate(q ^ r, 12);
    p += q;
    s = rotate(s ^ p, 8);
    r += s;
    q = rotate(q ^ r, 7);
    a[i] = p;
    b[i] = q;
    c[i] = r;
    d[i] = s;
  }
}
