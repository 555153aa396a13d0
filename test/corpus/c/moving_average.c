// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sliding-window sums and exponential smoothing.
#include <stddef.h>
#include <stdint.h>

void moving_f64(double *restrict y, const double *restrict x, size_t n,
                size_t w) {
  double s = 0.0;
  for (size_t i = w; i < n; i++) {
    s += x[i] - x[i - w];
    y[i] = s / (double)w;
  }
}

void moving_i32(int32_t *restrict y, const int16_t *restrict x, size_t n) {
  int32_t s = 0;
  for (size_t i = 8; i < n; i++) {
    s += x[i] - x[i - 8];
    y[i] = s >> 3;
  }
}

void smooth_fixed(uint16_t *a, size_t n) {
  uint32_t s = 0;
  for (size_t i = 0; i < n; i++) {
    s += a[i] - (s >> 4);
    a[i] = (uint16_t)(s >> 4);
  }
}
