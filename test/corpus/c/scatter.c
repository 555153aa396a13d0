// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes through an index array.
#include <stddef.h>
#include <stdint.h>

void scatter(double *restrict a, const double *restrict b,
             const int32_t *restrict idx, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[idx[i]] = b[i];
}

void scatter_add(float *restrict a, const float *restrict b,
                 const uint32_t *restrict idx, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[idx[i]] += b[i];
}

void invert(int *restrict inv, const int *restrict p, int n) {
  for (int i = 0; i < n; i++)
    inv[p[i]] = i;
}

void counting_place(uint32_t *restrict out, uint32_t *restrict start,
                    const uint32_t *restrict key, size_t n) {
  for (size_t i = 0; i < n; i++)
    out[start[key[i] & 255]++] = key[i];
}
