// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Escape time of z := z^2 + c, and a fixed number of steps.
#include <stddef.h>

int escape(double cr, double ci, int limit) {
  double x = 0.0, y = 0.0;
  int k = 0;
  while (k < limit && x * x + y * y <= 4.0) {
    double t = x * x - y * y + cr;
    y = 2.0 * x * y + ci;
    x = t;
    k++;
  }
  return k;
}

void iterate_row(float *restrict x, float *restrict y, const float *restrict cr,
                 float ci, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float t = x[i] * x[i] - y[i] * y[i] + cr[i];
    y[i] = 2.0f * x[i] * y[i] + ci;
    x[i] = t;
  }
}
