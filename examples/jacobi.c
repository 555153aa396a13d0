// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One five-point Jacobi sweep from one plane to another: the same arithmetic as
// the Gauss-Seidel sweep without its chain, so ports are the limit.
enum { COLUMNS = 1024 };

void jacobi(double out[restrict][COLUMNS], const double in[restrict][COLUMNS],
            double c, int rows) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      out[i][j] =
          c * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}
