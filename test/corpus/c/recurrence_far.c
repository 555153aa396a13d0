// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrences carried through memory at distances 7 and 20, and unknown.
#include <stddef.h>
#include <stdint.h>

void rec_mem7(double *a, const double *b, size_t n) {
  for (size_t i = 7; i < n; i++)
    a[i] = a[i - 7] * 0.5 + b[i];
}

void rec_mem20(float *a, float c, size_t n) {
  for (size_t i = 20; i < n; i++)
    a[i] = c * a[i - 20] + a[i];
}

void rec_lag(uint32_t *x, size_t n) {
  for (size_t i = 20; i < n; i++)
    x[i] = x[i - 7] + x[i - 20];
}

void rec_mem_any(int *a, size_t lag, size_t n) {
  for (size_t i = lag; i < n; i++)
    a[i] += a[i - lag];
}
