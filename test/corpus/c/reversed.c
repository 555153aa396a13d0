// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that run downwards or read one end and write the other.
#include <stddef.h>

void copy_down(double *a, const double *b, size_t n) {
  for (size_t i = n; i-- > 0;)
    a[i] = b[i] + 1.0;
}

void reverse(int *a, size_t n) {
  for (size_t i = 0, j = n; i + 1 < j; i++) {
    j--;
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }
}

void mirror(float *restrict a, const float *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = b[n - 1 - i];
}

void back_rec(double *a, double c, size_t n) {
  for (size_t i = n - 1; i-- > 0;)
    a[i] -= c * a[i + 1];
}
