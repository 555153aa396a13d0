// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/byte_counters
// tags: latency,memory
// about: two byte counters through pointers while a hash is kept in memory

#include "kernel.h"

KB_DATA uint8_t counters[16], in[KB_MAX_N];
KB_DATA uint32_t hash[1];
KB_DATA uint8_t *given_odd;
KB_DATA uint8_t *given_high;
KB_DATA uint32_t *given_h;

void kernel_init(void) {
  KB_FILL(in, 0, 256);
  given_odd = counters;
  given_high = counters + 8;
  given_h = hash;
}

KB_KERNEL void kernel(KB_INT n) {
  uint8_t *odd = given_odd, *high = given_high;
  uint32_t *h = given_h;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *odd = (uint8_t)(*odd + (in[i] & 1));
    *h = (*h ^ in[i]) * 16777619u;
    *high = (uint8_t)(*high + (in[i] >> 7));
  }
}
