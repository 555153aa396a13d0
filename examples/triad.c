// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a = b + s c: no chain between iterations, bound by loads and stores.
#include <stddef.h>

void triad(double *restrict a, const double *restrict b,
           const double *restrict c, double s, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}
