// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element-wise quotient: every iteration needs the divider, which is not
// fully pipelined.
#include <stddef.h>

void divide(double *restrict q, const double *restrict a,
            const double *restrict b, size_t n) {
  for (size_t i = 0; i < n; i++)
    q[i] = a[i] / b[i];
}
