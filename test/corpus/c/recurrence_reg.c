// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// First- and second-order recurrences whose state stays in registers.
#include <stddef.h>
#include <stdint.h>

double rec_first(const double *b, double r, size_t n) {
  double x = 0.0;
  for (size_t i = 0; i < n; i++)
    x = r * x + b[i];
  return x;
}

uint64_t rec_second(uint64_t a, uint64_t b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint64_t c = a + b;
    a = b;
    b = c;
  }
  return b;
}

double rec_newton(double a, double x, int n) {
  for (int i = 0; i < n; i++)
    x = 0.5 * (x + a / x);
  return x;
}

double rec_logistic(double r, double x, int n) {
  for (int i = 0; i < n; i++)
    x = r * x * (1.0 - x);
  return x;
}
