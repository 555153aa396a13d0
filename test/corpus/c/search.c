// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binary search in branching and branch-free form, and linear search.
#include <stddef.h>

size_t lower_bound(const int *a, size_t n, int key) {
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

const double *lower_bound_halving(const double *a, size_t n, double key) {
  while (n > 1) {
    size_t half = n / 2;
    a += a[half - 1] < key ? half : 0;
    n -= half;
  }
  return a;
}

size_t find_first(const int *a, size_t n, int key) {
  for (size_t i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return n;
}
