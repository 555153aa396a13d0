// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/upper
// tags: ports
// about: a to z become A to Z

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, ' ', 127); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t lower = (uint8_t)(s[i] - 'a') < 26;
    t[i] = (uint8_t)(s[i] - (lower << 5));
  }
}
