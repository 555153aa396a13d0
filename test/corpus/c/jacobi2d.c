// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two-dimensional Jacobi sweeps: five and nine points.
enum { W = 256 };

void jacobi5(double b[restrict][W], const double a[restrict][W], int rows) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < W - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
}

void jacobi9(float b[restrict][W], const float a[restrict][W], int rows) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < W - 1; j++) {
      float edge = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
      float corner =
          a[i - 1][j - 1] + a[i - 1][j + 1] + a[i + 1][j - 1] + a[i + 1][j + 1];
      b[i][j] = 0.2f * edge + 0.05f * corner;
    }
}

double jacobi_change(double b[restrict][W], const double a[restrict][W],
                     int rows) {
  double change = 0.0;
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < W - 1; j++) {
      double v = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
      change += (v - a[i][j]) * (v - a[i][j]);
      b[i][j] = v;
    }
  return change;
}
