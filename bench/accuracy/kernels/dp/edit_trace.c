// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dp/edit_trace
// tags: latency,memory
// about: edit distance, one row in place, the move of each cell in a byte

#include "kernel.h"

KB_DATA int32_t row[KB_MAX_N + 1], above[KB_MAX_N + 1];
KB_DATA uint8_t text[KB_MAX_N + 1], moves[KB_MAX_N + 1];
KB_DATA int32_t *given_d;
KB_DATA uint8_t *given_move;

void kernel_init(void) {
  for (int j = 0; j <= KB_MAX_N; ++j) {
    above[j] = j;
    text[j] = (uint8_t)('a' + j % 4);
  }
  given_d = row;
  given_move = moves;
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t *d = given_d;
  uint8_t *move = given_move;
  KB_LOOP
  for (KB_INT j = 1; j <= n; ++j) {
    const int32_t left = d[j - 1] + 1, up = above[j] + 1;
    const int32_t diagonal = above[j - 1] + (text[j] != 'b');
    const int32_t side = left < up ? left : up;
    move[j] = (uint8_t)(side < diagonal);
    d[j] = side < diagonal ? side : diagonal;
  }
}
