// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Histograms: an update of memory at a data-dependent address.
#include <stddef.h>
#include <stdint.h>

void histogram_u8(uint32_t *restrict h, const uint8_t *restrict a, size_t n) {
  for (size_t i = 0; i < n; i++)
    h[a[i]]++;
}

void histogram_weighted(double *restrict h, const int *restrict bin,
                        const double *restrict w, size_t n) {
  for (size_t i = 0; i < n; i++)
    h[bin[i]] += w[i];
}

void histogram_two(uint32_t h[restrict 2][256], const uint8_t *restrict a,
                   size_t n) {
  for (size_t i = 0; i + 2 <= n; i += 2) {
    h[0][a[i]]++;
    h[1][a[i + 1]]++;
  }
}
