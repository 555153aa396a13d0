// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/count_lines
// tags: ports,memory
// about: number of line feeds and of carriage returns in a text

#include "kernel.h"

KB_DATA char text[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(text, 8, 90);
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t lf = 0, cr = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    lf += text[i] == '\n';
    cr += text[i] == '\r';
  }
  kb_sink_u64 = lf * 1000 + cr;
}
