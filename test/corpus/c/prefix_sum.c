// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusive and exclusive scans.
#include <stddef.h>
#include <stdint.h>

void scan_f64(double *restrict out, const double *restrict a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    out[i] = s += a[i];
}

void scan_in_place(int *a, size_t n) {
  for (size_t i = 1; i < n; i++)
    a[i] += a[i - 1];
}

void scan_exclusive(uint32_t *a, size_t n) {
  uint32_t s = 0;
  for (size_t i = 0; i < n; i++) {
    uint32_t v = a[i];
    a[i] = s;
    s += v;
  }
}

void scan_max(float *a, size_t n) {
  for (size_t i = 1; i < n; i++)
    a[i] = a[i] > a[i - 1] ? a[i] : a[i - 1];
}
