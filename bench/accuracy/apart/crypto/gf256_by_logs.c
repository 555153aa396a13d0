// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/gf256_by_logs
// tags: memory,ports
// about: product in GF(256) by logarithms: three table loads

#include "kernel.h"

KB_DATA uint8_t a[KB_MAX_N], b[KB_MAX_N], c[KB_MAX_N], logs[256], powers[512];

void kernel_init(void) {
  unsigned x = 1;
  for (int k = 0; k < 255; ++k) {
    powers[k] = powers[k + 255] = (uint8_t)x;
    logs[x] = (uint8_t)k;
    x = x << 1 ^ (-(x >> 7) & 0x11d);
  }
  KB_FILL(a, 1, 256);
  KB_FILL(b, 1, 256);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    c[i] = powers[logs[a[i]] + logs[b[i]]];
}
