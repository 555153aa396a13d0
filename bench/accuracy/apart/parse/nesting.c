// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/nesting
// tags: latency,memory
// about: depth of brackets and its maximum as bytes, the depth of each character written

#include "kernel.h"

struct nesting {
  signed char depth, deepest;
};
KB_DATA struct nesting nesting;
KB_DATA char text[KB_MAX_N];
KB_DATA signed char depth[KB_MAX_N];
KB_DATA struct nesting *given_d;
KB_DATA signed char *given_out;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    text[k] = "((a)(b))"[k & 7];
  given_d = &nesting;
  given_out = depth;
}

KB_KERNEL void kernel(KB_INT n) {
  struct nesting *d = given_d;
  signed char *out = given_out;
  d->depth = d->deepest = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    d->depth = (signed char)(d->depth + (text[i] == '(') - (text[i] == ')'));
    d->deepest = d->depth > d->deepest ? d->depth : d->deepest;
    out[i] = d->depth;
  }
}
