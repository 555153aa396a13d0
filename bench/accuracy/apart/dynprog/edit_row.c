// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/edit_row
// tags: latency,memory
// about: Levenshtein row in place in 16 bits, the choice of each cell as a byte

#include "kernel.h"

KB_DATA uint16_t row[KB_MAX_N + 1];
KB_DATA uint8_t text[KB_MAX_N], trace[KB_MAX_N];
KB_DATA uint16_t *given_d;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    text[k] = (uint8_t)("abca"[k & 3]);
  given_d = row;
  given_out = trace;
}

KB_KERNEL void kernel(KB_INT n) {
  uint16_t *d = given_d;
  uint8_t *out = given_out;
  unsigned diag = d[0];
  d[0] = 1;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned up = d[i + 1] + 1u, left = d[i] + 1u;
    unsigned best = diag + (text[i] != 'a');
    diag = d[i + 1];
    best = best < up ? best : up;
    best = best < left ? best : left;
    out[i] = (uint8_t)(best == left);
    d[i + 1] = (uint16_t)best;
  }
}
