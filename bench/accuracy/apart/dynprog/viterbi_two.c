// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/viterbi_two
// tags: latency,memory
// about: Viterbi with two states whose scores are in a struct, both written out

#include "kernel.h"

struct scores {
  float s0, s1;
};
KB_DATA struct scores scores;
KB_DATA float e0[KB_MAX_N], e1[KB_MAX_N], p0[KB_MAX_N], p1[KB_MAX_N];
KB_DATA struct scores *given_s;
KB_DATA float *given_a;
KB_DATA float *given_b;

void kernel_init(void) {
  KB_FILL(e0, -2.0, -1.0);
  KB_FILL(e1, -2.0, -1.0);
  given_s = &scores;
  given_a = p0;
  given_b = p1;
}

KB_KERNEL void kernel(KB_INT n) {
  struct scores *s = given_s;
  float *a = given_a;
  float *b = given_b;
  s->s0 = s->s1 = -0.7f;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float stay0 = s->s0 - 0.1f, come0 = s->s1 - 2.3f;
    const float stay1 = s->s1 - 0.2f, come1 = s->s0 - 1.6f;
    s->s0 = (stay0 > come0 ? stay0 : come0) + e0[i];
    s->s1 = (stay1 > come1 ? stay1 : come1) + e1[i];
    a[i] = s->s0;
    b[i] = s->s1;
  }
}
