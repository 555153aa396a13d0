// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops with calls that cannot be inlined.
#include <stddef.h>

extern double outside(double);
extern void visit(int index, void *state);

void apply_sin(double *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = __builtin_sin(a[i]);
}

double sum_outside(const double *a, size_t n) {
  double s = 0.0;
  for (size_t i = 0; i < n; i++)
    s += outside(a[i]);
  return s;
}

void visit_all(void *state, int n) {
  for (int i = 0; i < n; i++)
    visit(i, state);
}

void apply_pointer(float *a, float (*f)(float), size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i] = f(a[i]);
}
