// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that depend on the counter: computed from it, or carried along.
#include <stddef.h>

void ramp(float *a, float step, int n) {
  for (int i = 0; i < n; i++)
    a[i] = (float)i * step;
}

void ramp_carried(double *a, double step, size_t n) {
  double x = 0.0;
  for (size_t i = 0; i < n; i++) {
    a[i] = x;
    x += step;
  }
}

void geometric(double *a, double ratio, size_t n) {
  double x = 1.0;
  for (size_t i = 0; i < n; i++) {
    a[i] = x;
    x *= ratio;
  }
}

void triangle_numbers(unsigned *a, unsigned n) {
  unsigned t = 0;
  for (unsigned i = 0; i < n; i++) {
    t += i;
    a[i] = t;
  }
}
