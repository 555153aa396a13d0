// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: image/threshold
// tags: ports
// about: d[i] = s[i] > t ? 255 : 0

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], d[KB_MAX_N], t[1];

void kernel_init(void) {
  KB_FILL(s, 0, 256);
  t[0] = 128;
}

KB_KERNEL void kernel(KB_INT n) {
  const uint8_t level = t[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    d[i] = s[i] > level ? 255 : 0;
}
