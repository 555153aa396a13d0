// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compare-exchange passes: a network stage, a bubble pass, an insertion.
#include <stddef.h>

void network_stage(int *a, size_t n) {
  for (size_t i = 0; i + 1 < n; i += 2) {
    int x = a[i], y = a[i + 1];
    a[i] = x < y ? x : y;
    a[i + 1] = x < y ? y : x;
  }
}

void bubble_pass(float *a, size_t n) {
  for (size_t i = 0; i + 1 < n; i++)
    if (a[i + 1] < a[i]) {
      float t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
}

void insert(int *a, size_t at) {
  int v = a[at];
  while (at > 0 && a[at - 1] > v) {
    a[at] = a[at - 1];
    at--;
  }
  a[at] = v;
}
