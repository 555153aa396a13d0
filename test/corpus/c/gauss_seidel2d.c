// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Seidel sweeps in two dimensions: in place, so each point needs its
// left neighbour of the same sweep.
enum { W = 256 };

void gauss_seidel(double phi[][W], double c, int rows) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < W - 1; j++)
      phi[i][j] =
          c * (phi[i - 1][j] + phi[i + 1][j] + phi[i][j - 1] + phi[i][j + 1]);
}

void over_relax(double phi[][W], const double rhs[restrict][W], double w,
                int rows) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < W - 1; j++) {
      double r = phi[i - 1][j] + phi[i + 1][j] + phi[i][j - 1] + phi[i][j + 1] -
                 rhs[i][j];
      phi[i][j] = (1.0 - w) * phi[i][j] + 0.25 * w * r;
    }
}

void red_black(float phi[][W], int rows, int colour) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1 + ((i + colour) & 1); j < W - 1; j += 2)
      phi[i][j] = 0.25f * (phi[i - 1][j] + phi[i + 1][j] + phi[i][j - 1] +
                           phi[i][j + 1]);
}
