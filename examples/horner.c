// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A polynomial at one point by Horner's rule: a chain of multiply and add.
#include <stddef.h>

double horner(const double *c, double x, size_t n) {
  double r = 0.0;
  for (size_t i = 0; i < n; i++)
    r = r * x + c[i];
  return r;
}
