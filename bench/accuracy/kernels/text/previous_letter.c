// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/previous_letter
// tags: latency,memory
// about: the letter before decides about the case of this one, bytes

#include "kernel.h"

KB_DATA char before[1];
KB_DATA char in[KB_MAX_N], out[KB_MAX_N];
KB_DATA char *given_b;
KB_DATA char *given_to;

void kernel_init(void) {
  KB_FILL(in, 97, 123);
  given_b = before;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  char *b = given_b, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const char c = (char)(in[i] ^ (*b & 32));
    *b = (char)(c + in[i]);
    to[i] = c;
  }
}
