// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner products. Strict floating-point order makes each addition wait for the
// one before: bound by the latency of the chain. With -ffast-math the compiler
// may split the sum, and the loads become the limit.
#include <stddef.h>

double dot_double(const double *x, const double *y, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

float dot_float(const float *x, const float *y, size_t n) {
  float s = 0.0f;
  for (size_t i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
