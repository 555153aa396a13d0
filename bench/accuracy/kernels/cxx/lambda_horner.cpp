// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: cxx/lambda_horner
// tags: latency,ports
// about: b[i] = f(a[i]), where the lambda f is a polynomial of degree 6
// flags: -std=gnu++17 -fno-exceptions -fno-rtti

#define KB_MAX_N 320
#include "kernel.hpp"
#include <array>

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) { KB_FILL(a, -1, 1); }

template <typename Function>
static void apply(const double *from, double *to, KB_INT n, Function f) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    to[i] = f(from[i]);
}

KB_KERNEL void kernel(KB_INT n) {
  const std::array<double, 7> factors = {0.5, 0.25, 1, 0.125, 2, 0.75, 0.375};
  apply(a, b, n, [&factors](double x) {
    double y = factors[0];
    for (size_t k = 1; k < factors.size(); ++k)
      y = y * x + factors[k];
    return y;
  });
}
