// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose bodies have several blocks.
#include <stddef.h>

void two_sides(double *a, double *b, const int *restrict side, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (side[i] > 0) {
      a[i] = a[i] / (1.0 + b[i]);
    } else {
      b[i] += 2.0 * a[i];
      if (b[i] > 100.0)
        b[i] = 0.0;
    }
  }
}

int collatz(unsigned long x) {
  int steps = 0;
  while (x != 1) {
    if (x & 1)
      x = 3 * x + 1;
    else
      x /= 2;
    steps++;
  }
  return steps;
}

unsigned long power_mod(unsigned long b, unsigned long e, unsigned long m) {
  unsigned long r = 1;
  for (; e; e >>= 1) {
    if (e & 1)
      r = r * b % m;
    b = b * b % m;
  }
  return r;
}
