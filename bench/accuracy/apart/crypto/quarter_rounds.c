// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/quarter_rounds
// tags: ports,memory
// about: ChaCha quarter round over four arrays

#define KB_MAX_N 256
#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], d[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 4294967295.0);
  KB_FILL(b, 0, 4294967295.0);
  KB_FILL(c, 0, 4294967295.0);
  KB_FILL(d, 0, 4294967295.0);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t w = a[i], x = b[i], y = c[i], z = d[i];
    w += x;
    z ^= w;
    z = z << 16 | z >> 16;
    y += z;
    x ^= y;
    x = x << 12 | x >> 20;
    w += x;
    z ^= w;
    d[i] = z << 8 | z >> 24;
    c[i] = y + d[i];
    x ^= c[i];
    b[i] = x << 7 | x >> 25;
    a[i] = w;
  }
}
