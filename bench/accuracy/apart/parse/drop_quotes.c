// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/drop_quotes
// tags: latency,memory
// about: copy without quotation marks, the place to write in memory

#include "kernel.h"

struct sink {
  size_t used;
  char *text;
};
KB_DATA struct sink sink;
KB_DATA char text[KB_MAX_N], copy[KB_MAX_N + 1];
KB_DATA struct sink *given_s;

void kernel_init(void) {
  KB_FILL(text, 30, 90);
  sink.text = copy;
  given_s = &sink;
}

KB_KERNEL void kernel(KB_INT n) {
  struct sink *s = given_s;
  s->used = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    s->text[s->used] = text[i];
    s->used += text[i] != '"';
  }
}
