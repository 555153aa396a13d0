// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/clamped_step
// tags: latency,memory
// about: an adaptive quantizer: predictor and step index in a structure

#include "kernel.h"

struct codec {
  int32_t value, index;
};

KB_DATA struct codec codec;
KB_DATA int32_t code[KB_MAX_N], steps[64], out[KB_MAX_N];

void kernel_init(void) {
  codec = (struct codec){0, 20};
  for (int i = 0; i < 64; ++i)
    steps[i] = 7 + i * i;
  for (int i = 0; i < KB_MAX_N; ++i)
    code[i] = i % 4 < 2 ? 1 : -1;
}

KB_KERNEL void kernel(KB_INT n) {
  struct codec *c = &codec;
  int32_t *to = out;
  KB_HIDE(c);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c->value = (c->value + code[i] * steps[c->index]) & 0xffff;
    c->index = (c->index + code[i] + 3) & 63;
    to[i] = c->value;
  }
}
