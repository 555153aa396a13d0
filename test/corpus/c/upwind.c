// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advection by first-order upwind differences, and flux form.
#include <stddef.h>

void upwind(double *restrict q, const double *restrict p, double c, size_t n) {
  for (size_t i = 1; i < n; i++)
    q[i] = p[i] - c * (p[i] - p[i - 1]);
}

void upwind_signed(double *restrict q, const double *restrict p,
                   const double *restrict v, double c, size_t n) {
  for (size_t i = 1; i + 1 < n; i++) {
    double d = v[i] > 0.0 ? p[i] - p[i - 1] : p[i + 1] - p[i];
    q[i] = p[i] - c * v[i] * d;
  }
}

void flux(double *restrict q, const double *restrict u, double c, size_t n) {
  double left = 0.5 * u[0] * u[0];
  for (size_t i = 0; i + 1 < n; i++) {
    double right = 0.5 * u[i + 1] * u[i + 1];
    q[i] -= c * (right - left);
    left = right;
  }
}
