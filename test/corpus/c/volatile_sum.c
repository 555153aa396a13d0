// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and counters held in volatile objects: a store to load chain.
#include <stddef.h>

double volatile_sum(const double *a, size_t n) {
  volatile double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += a[i];
  return s;
}

int volatile_count(int n) {
  volatile int c = 0;
  for (int i = 0; i < n; i++)
    c++;
  return c;
}

void deref_sum(long *total, const long *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    *total += a[i];
}
