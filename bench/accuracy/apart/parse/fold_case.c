// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/fold_case
// tags: ports,memory
// about: upper case ASCII letters to lower case in place

#include "kernel.h"

KB_DATA uint8_t text[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(text, 32, 127);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    text[i] = (uint8_t)(text[i] | ((uint8_t)(text[i] - 'A') < 26) << 5);
}
