// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trellis step over states, and forward step of a small chain model.
#include <stddef.h>

void trellis_step(float *restrict next, int *restrict from,
                  const float *restrict now, const float *restrict cost,
                  int states) {
  for (int j = 0; j < states; j++) {
    float best = now[0] + cost[j];
    int arg = 0;
    for (int i = 1; i < states; i++) {
      float v = now[i] + cost[i * states + j];
      if (v < best) {
        best = v;
        arg = i;
      }
    }
    next[j] = best;
    from[j] = arg;
  }
}

double forward(const double *restrict emit, double stay, size_t n) {
  double p = 1.0, q = 0.0;
  for (size_t i = 0; i < n; i++) {
    double u = (p * stay + q * (1.0 - stay)) * emit[2 * i];
    q = (p * (1.0 - stay) + q * stay) * emit[2 * i + 1];
    p = u;
  }
  return p + q;
}
