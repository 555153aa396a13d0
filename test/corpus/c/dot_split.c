// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inner product with four explicit partial sums, and two sums in one pass.
#include <stddef.h>

double dot_four(const double *x, const double *y, size_t n) {
  double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
  for (size_t i = 0; i + 4 <= n; i += 4) {
    s0 += x[i] * y[i];
    s1 += x[i + 1] * y[i + 1];
    s2 += x[i + 2] * y[i + 2];
    s3 += x[i + 3] * y[i + 3];
  }
  return (s0 + s1) + (s2 + s3);
}

double cosine2(const float *x, const float *y, size_t n) {
  float xy = 0.0f, xx = 0.0f, yy = 0.0f;
  for (size_t i = 0; i < n; i++) {
    xy += x[i] * y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
  }
  return (double)xy * xy / ((double)xx * yy);
}
