// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Butterflies of a radix-2 transform, and a Walsh-Hadamard stage.
#include <stddef.h>

void butterfly(double *restrict ar, double *restrict ai, double *restrict br,
               double *restrict bi, const double *restrict wr,
               const double *restrict wi, size_t n) {
  for (size_t k = 0; k < n; k++) {
    double tr = br[k] * wr[k] - bi[k] * wi[k];
    double ti = br[k] * wi[k] + bi[k] * wr[k];
    br[k] = ar[k] - tr;
    bi[k] = ai[k] - ti;
    ar[k] += tr;
    ai[k] += ti;
  }
}

void hadamard_stage(float *a, size_t n, size_t h) {
  for (size_t i = 0; i < n; i += 2 * h)
    for (size_t j = i; j < i + h; j++) {
      float x = a[j], y = a[j + h];
      a[j] = x + y;
      a[j + h] = x - y;
    }
}
