// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One Gauss-Seidel sweep over a plane, in place. Each point uses its left
// neighbour as just written, so the sweep is bound by the latency from point to
// point.
enum { COLUMNS = 1024 };

void gauss_seidel(double phi[][COLUMNS], double c, int rows) {
  for (int i = 1; i < rows - 1; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      phi[i][j] =
          c * (phi[i - 1][j] + phi[i + 1][j] + phi[i][j - 1] + phi[i][j + 1]);
}
