// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairwise forces: one body against all, and a capped potential.
#include <stddef.h>

void force_on(double f[3], const double *restrict x, const double *restrict y,
              const double *restrict z, const double *restrict m,
              const double p[3], double eps, size_t n) {
  double fx = 0.0, fy = 0.0, fz = 0.0;
  for (size_t j = 0; j < n; j++) {
    double dx = x[j] - p[0], dy = y[j] - p[1], dz = z[j] - p[2];
    double r2 = dx * dx + dy * dy + dz * dz + eps;
    double w = m[j] / (r2 * __builtin_sqrt(r2));
    fx += w * dx;
    fy += w * dy;
    fz += w * dz;
  }
  f[0] = fx, f[1] = fy, f[2] = fz;
}

void pair_energy(float *restrict e, const float *restrict r2, float cut,
                 size_t n) {
  for (size_t i = 0; i < n; i++) {
    float u = 1.0f / r2[i];
    float u3 = u * u * u;
    e[i] = r2[i] < cut ? 4.0f * u3 * (u3 - 1.0f) : 0.0f;
  }
}
