// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials by Horner's rule: one polynomial, many points, and integers.
#include <stddef.h>
#include <stdint.h>

double horner(const double *c, double x, size_t n) {
  double r = 0.0;
  for (size_t i = n; i-- > 0;)
    r = r * x + c[i];
  return r;
}

void horner5_many(double *restrict y, const double *restrict x,
                  const double c[6], size_t n) {
  for (size_t i = 0; i < n; i++) {
    double t = x[i];
    y[i] = ((((c[5] * t + c[4]) * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0];
  }
}

uint64_t horner_mod(const uint32_t *d, uint64_t base, uint64_t m, size_t n) {
  uint64_t r = 0;
  for (size_t i = 0; i < n; i++)
    r = (r * base + d[i]) % m;
  return r;
}
