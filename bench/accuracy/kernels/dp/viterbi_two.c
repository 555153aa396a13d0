// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/viterbi_two
// tags: latency,memory
// about: two path scores in an array of two, back pointers written

#include "kernel.h"

KB_DATA int32_t score[2];
KB_DATA int32_t emit[KB_MAX_N], back[KB_MAX_N];
KB_DATA int32_t *given_s;
KB_DATA int32_t *given_to;

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    emit[i] = i % 2 ? 3 : -3;
  given_s = score;
  given_to = back;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *s = given_s, *to = given_to;
  s[0] = s[1] = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int32_t stay = s[0], change = s[1] - 2;
    const int32_t a = (stay > change ? stay : change) + emit[i];
    const int32_t b = (s[1] > s[0] - 2 ? s[1] : s[0] - 2) - emit[i];
    s[0] = a;
    s[1] = b;
    to[i] = stay - change;
  }
}
