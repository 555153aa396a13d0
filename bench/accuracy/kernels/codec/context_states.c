// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: codec/context_states
// tags: latency,memory
// about: state[context[i]] goes on through a table of transitions, bytes

#include "kernel.h"

KB_DATA uint8_t state[16], next[128], context[KB_MAX_N], out[KB_MAX_N];
KB_DATA uint8_t *given_s;
KB_DATA uint8_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < 128; ++i)
    next[i] = (uint8_t)((i * 5 + 3) & 127);
  for (int i = 0; i < KB_MAX_N; ++i)
    context[i] = (uint8_t)(i % 2);
  given_s = state;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *s = given_s, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint8_t now = s[context[i]];
    to[i] = now;
    s[context[i]] = next[now & 127];
  }
}
