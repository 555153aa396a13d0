// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: crypto/xorshift128
// tags: latency,memory
// about: xorshift128+ with its state behind a pointer

#include "kernel.h"

struct random {
  uint64_t a, b;
};
KB_DATA struct random random_state;
KB_DATA uint64_t numbers[KB_MAX_N];
KB_DATA struct random *given_r;
KB_DATA uint64_t *given_out;

void kernel_init(void) {
  random_state = (struct random){0x123456789, 0x987654321};
  given_r = &random_state;
  given_out = numbers;
}

KB_KERNEL void kernel(KB_INT n) {
  struct random *r = given_r;
  uint64_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t t = r->a;
    const uint64_t u = r->b;
    r->a = u;
    t ^= t << 23;
    t ^= t >> 18 ^ u ^ u >> 5;
    r->b = t;
    out[i] = t + u;
  }
}
