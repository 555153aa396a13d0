// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One row of the game of life on bytes, and a bit-parallel row.
#include <stddef.h>
#include <stdint.h>

void life_row(uint8_t *restrict out, const uint8_t *restrict u,
              const uint8_t *restrict m, const uint8_t *restrict d, size_t n) {
  for (size_t i = 1; i + 1 < n; i++) {
    int c = u[i - 1] + u[i] + u[i + 1] + m[i - 1] + m[i + 1] + d[i - 1] + d[i] +
            d[i + 1];
    out[i] = (uint8_t)(c == 3 || (c == 2 && m[i]));
  }
}

void rule90_row(uint64_t *restrict out, const uint64_t *restrict in, size_t n) {
  for (size_t i = 1; i + 1 < n; i++) {
    uint64_t left = in[i] << 1 | in[i - 1] >> 63;
    uint64_t right = in[i] >> 1 | in[i + 1] << 63;
    out[i] = left ^ right;
  }
}
