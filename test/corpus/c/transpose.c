// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix transposition: out of place, in place, and by blocks.
#include <stddef.h>

void transpose(double *restrict b, const double *restrict a, size_t m,
               size_t n) {
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < n; j++)
      b[j * m + i] = a[i * n + j];
}

void transpose_in_place(float *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      float t = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = t;
    }
}

void transpose_block(int *restrict b, const int *restrict a, size_t n,
                     size_t bi, size_t bj) {
  for (size_t i = bi; i < bi + 8; i++)
    for (size_t j = bj; j < bj + 8; j++)
      b[j * n + i] = a[i * n + j];
}
