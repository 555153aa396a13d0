/*===- two_dimensional.c ----------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Rows of constant length.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

typedef double Row[20];
typedef float Line[16];

LOOP(two_dimensional, gauss_seidel, (Row * A), ((Row *)D0)) {
  for (int I = 1; I < 7; ++I)
    for (int J = 1; J < 19; ++J)
      A[I][J] =
          (A[I - 1][J] + A[I][J - 1] + A[I][J] + A[I][J + 1] + A[I + 1][J]) *
          0.2;
}

LOOP(two_dimensional, gauss_seidel_nine, (Row * A), ((Row *)D0)) {
  for (int I = 1; I < 6; ++I)
    for (int J = 1; J < 19; ++J)
      A[I][J] = (A[I - 1][J - 1] + A[I - 1][J] + A[I - 1][J + 1] + A[I][J - 1] +
                 A[I][J] + A[I][J + 1] + A[I + 1][J - 1] + A[I + 1][J] +
                 A[I + 1][J + 1]) /
                9;
}

LOOP(two_dimensional, down_a_column, (Line * A), ((Line *)F0)) {
  for (int J = 0; J < 6; ++J)
    for (int I = 1; I < 30; ++I)
      A[I][J] = A[I - 1][J] * 0.5f;
}

LOOP(two_dimensional, diagonal, (Line * A), ((Line *)F0)) {
  for (int J = 1; J < 16; ++J)
    for (int I = 1; I < 20; ++I)
      A[I][J] += A[I - 1][J - 1];
}

LOOP(two_dimensional, jacobi, (Row *restrict A, Row *restrict B),
     ((Row *)D0, (Row *)D1)) {
  for (int I = 1; I < 6; ++I)
    for (int J = 1; J < 19; ++J)
      A[I][J] = (B[I - 1][J] + B[I][J - 1] + B[I][J + 1] + B[I + 1][J]) * 0.25;
}

LOOP(two_dimensional, two_rows_at_once, (Row * A), ((Row *)D0)) {
  for (int I = 0; I < 6; I += 2)
    for (int J = 1; J < 20; ++J) {
      A[I][J] = A[I][J - 1] + 1;
      A[I + 1][J] = A[I][J] * A[I + 1][J - 1];
    }
}

LOOP(two_dimensional, flat_index, (double *A), (D0)) {
  for (int I = 1; I < 6; ++I)
    for (int J = 1; J < 20; ++J)
      A[I * 20 + J] = A[I * 20 + J - 1] + A[(I - 1) * 20 + J];
}

LOOP(two_dimensional, triangular_solve, (Row * L, double *X), ((Row *)D1, D0)) {
  for (int I = 1; I < 20; ++I)
    for (int J = 0; J < I; ++J)
      X[I] -= L[I][J] * X[J];
}

LOOP(two_dimensional, matrix_product, (Line * C, Line *A, Line *B),
     ((Line *)F0, (Line *)F1, (Line *)F2)) {
  for (int I = 0; I < 3; ++I)
    for (int J = 0; J < 8; ++J)
      for (int K = 0; K < 16; ++K)
        C[I][J] += A[I][K] * B[K][J];
}

LOOP(two_dimensional, variable_length, (double *A, long Length), (D0, 20)) {
  for (long I = 1; I < 6; ++I)
    for (long J = 1; J < Length; ++J)
      A[I * Length + J] = A[(I - 1) * Length + J] + A[I * Length + J - 1];
}

LOOP(two_dimensional, variable_length_column, (double *A, long Length),
     (D0, 20)) {
  for (long J = 0; J < 5; ++J)
    for (long I = 2; I < 22; ++I)
      A[I * Length + J] = A[(I - 2) * Length + J] * 0.5;
}

LOOP(two_dimensional, volatile_rows, (volatile Line * A),
     ((volatile Line *)F0)) {
  for (int I = 1; I < 8; ++I)
    for (int J = 1; J < 16; ++J)
      A[I][J] = A[I - 1][J] + A[I][J - 1];
}
