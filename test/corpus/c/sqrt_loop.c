// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Square roots: of independent sums, and in chains. Unless -fno-math-errno is
// given the compiler may keep a call for negative arguments.
#include <stddef.h>

void lengths3(float *restrict r, const float *restrict x,
              const float *restrict y, const float *restrict z, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float q = x[i] * x[i] + y[i] * y[i] + z[i] * z[i] + 1.0f;
    r[i] = __builtin_sqrtf(q);
  }
}

double nested_root(double x, int n) {
  double r = 0.0;
  for (int i = 0; i < n; i++)
    r = __builtin_sqrt(x * x + r * r);
  return r;
}

double mean_agm(double a, double b, int n) {
  for (int i = 0; i < n; i++) {
    double m = 0.5 * (a + b);
    b = __builtin_sqrt(a * b);
    a = m;
  }
  return a;
}
