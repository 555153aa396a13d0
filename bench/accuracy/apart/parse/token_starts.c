// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/token_starts
// tags: latency,memory
// about: where tokens start by a class table, count and last class in a struct

#include "kernel.h"

struct tokens {
  uint32_t count, inside;
};
KB_DATA struct tokens tokens;
KB_DATA uint8_t is_word[256], text[KB_MAX_N];
KB_DATA uint32_t start[KB_MAX_N + 1];
KB_DATA struct tokens *given_t;
KB_DATA uint32_t *given_out;

void kernel_init(void) {
  for (int k = 'a'; k <= 'z'; ++k)
    is_word[k] = 1;
  KB_FILL(text, 80, 123);
  given_t = &tokens;
  given_out = start;
}

KB_KERNEL void kernel(KB_INT n) {
  struct tokens *t = given_t;
  uint32_t *out = given_out;
  t->count = t->inside = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t word = is_word[text[i]];
    out[t->count] = (uint32_t)i;
    t->count += word & ~t->inside;
    t->inside = word;
  }
}
