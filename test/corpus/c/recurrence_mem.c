// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrences carried through memory at distances 1, 2 and 3.
#include <stddef.h>

void rec_mem1(double *a, const double *b, double c, size_t n) {
  for (size_t i = 1; i < n; i++)
    a[i] = c * a[i - 1] + b[i];
}

void rec_mem2(double *a, double c, size_t n) {
  for (size_t i = 2; i < n; i++)
    a[i] = c * a[i - 2] + 1.0;
}

void rec_mem3(float *a, const float *b, size_t n) {
  for (size_t i = 3; i < n; i++)
    a[i] = a[i - 3] * b[i];
}

void rec_mem12(double *a, double p, double q, size_t n) {
  for (size_t i = 2; i < n; i++)
    a[i] = p * a[i - 1] + q * a[i - 2];
}
