// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More live values than registers: twenty running sums.
#include <stddef.h>

void many_sums(double *restrict out, const double *restrict a, size_t n) {
  double s[20] = {0.0};
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < 20; k++)
      s[k] = s[k] * 0.5 + a[20 * i + k];
  for (int k = 0; k < 20; k++)
    out[k] = s[k];
}

unsigned long many_ints(const unsigned long *a, size_t n) {
  unsigned long p = 1, q = 2, r = 3, s = 4, t = 5, u = 6, v = 7, w = 8;
  for (size_t i = 0; i < n; i++) {
    unsigned long x = a[i];
    p += x ^ w;
    q ^= p + r;
    r += q << 3;
    s -= r ^ x;
    t ^= s >> 5;
    u += t * 9;
    v -= u ^ q;
    w += v | s;
  }
  return p ^ q ^ r ^ s ^ t ^ u ^ v ^ w;
}
