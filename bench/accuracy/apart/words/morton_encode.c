// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/morton_encode
// tags: ports,memory
// about: two 16 bit coordinates interleaved to 32 bits

#include "kernel.h"

KB_DATA uint16_t x[KB_MAX_N], y[KB_MAX_N];
KB_DATA uint32_t code[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0, 65536);
  KB_FILL(y, 0, 65536);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint32_t a = x[i], b = y[i];
    a = (a | a << 8) & 0x00ff00ff;
    b = (b | b << 8) & 0x00ff00ff;
    a = (a | a << 4) & 0x0f0f0f0f;
    b = (b | b << 4) & 0x0f0f0f0f;
    a = (a | a << 2) & 0x33333333;
    b = (b | b << 2) & 0x33333333;
    a = (a | a << 1) & 0x55555555;
    b = (b | b << 1) & 0x55555555;
    code[i] = a | b << 1;
  }
}
