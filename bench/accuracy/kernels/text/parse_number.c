// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/parse_number
// tags: latency,memory
// about: value = value * 10 + digit in memory, the digits are copied

#include "kernel.h"

KB_DATA uint64_t value[1];
KB_DATA char in[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint64_t *given_v;
KB_DATA char *given_to;

void kernel_init(void) {
  KB_FILL(in, '0', '9');
  given_v = value;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint64_t *v = given_v;
  char *to = given_to;
  *v = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *v = *v * 10 + (uint64_t)(in[i] - '0');
    to[i] = in[i];
  }
}
