// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/utf8_automaton
// tags: latency
// about: state = table[state + class[byte]]: two loads, one in the chain

#include "kernel.h"

KB_DATA uint8_t class_of[256], table[12 * 9], text[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < 256; ++k)
    class_of[k] = (uint8_t)(k < 128 ? 0 : k / 24);
  for (int k = 0; k < 12 * 9; ++k)
    table[k] = (uint8_t)(12 * (k * 5 % 8));
  KB_FILL(text, 0, 200);
}

KB_KERNEL void kernel(KB_INT n) {
  unsigned state = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    state = table[state + class_of[text[i]]];
  kb_sink_u64 = state;
}
