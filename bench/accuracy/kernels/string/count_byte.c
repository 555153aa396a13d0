// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: string/count_byte
// tags: ports
// about: how many bytes are equal to c

#include "kernel.h"

KB_DATA uint8_t s[KB_MAX_N], c[1];

void kernel_init(void) {
  KB_FILL(s, 'a', 'h');
  c[0] = 'c';
}

KB_KERNEL void kernel(KB_INT n) {
  const uint8_t wanted = c[0];
  uint64_t count = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    count += s[i] == wanted;
  kb_sink_u64 = count;
}
