/*===- directions.c ---------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Downwards, and in steps other than one.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

LOOP(reversed, distance_1, (double *A), (D0)) {
  for (int I = N; I >= 0; --I)
    A[I] = A[I + 1] * 0.5;
}

LOOP(reversed, distance_4, (int *A, long Count), (I0, N)) {
  for (long I = Count; I-- > 0;)
    A[I] = A[I + 4] + 1;
}

LOOP(reversed, pointer, (float *P, float *Begin), (F0 + N, F0)) {
  do {
    --P;
    P[0] = P[3] * 0.5f;
  } while (P != Begin);
}

LOOP(reversed, volatile_2, (volatile int *A), (I0)) {
  for (int I = N; I >= 0; --I)
    A[I] = A[I + 2] + 5;
}

LOOP(reversed, insertion_shift, (int *A), (I0)) {
  for (int I = N; I > 0; --I)
    A[I] = A[I - 1];
}

LOOP(reversed, carry, (uint8_t *A), (B0)) {
  for (int I = N; I >= 0; --I)
    A[I] += A[I + 1] >> 4;
}

LOOP(reversed, from_end, (double *A, int Count), (D0, N)) {
  for (int I = 0; I < Count - 5; ++I)
    A[Count - 1 - I] = A[Count - 1 - I + 5] + 1;
}

LOOP(reversed, back_substitution, (double *X, const double *U), (D0, D1)) {
  for (int I = N - 2; I >= 0; --I)
    X[I] -= U[I] * X[I + 1];
}

LOOP(strided, by_2, (double *A), (D0)) {
  for (int I = 2; I < 2 * N; I += 2)
    A[I] = A[I - 2] * 0.5;
}

LOOP(strided, by_4_distance_3, (int *A), (I0)) {
  for (int I = 12; I < 4 * N; I += 4)
    A[I] = A[I - 12] + A[I - 4];
}

LOOP(strided, misses, (double *A), (D0)) {
  for (int I = 3; I < 2 * N; I += 2)
    A[I] = A[I - 3] * 0.5;
}

LOOP(strided, by_argument, (double *A, long Step), (D0, 3)) {
  for (long I = Step; I < 3 * N; I += Step)
    A[I] = A[I - Step] + 1;
}

LOOP(strided, by_argument_twice, (float *A, long Step), (F0, 3)) {
  for (long I = 2 * Step; I < 3 * N; I += Step)
    A[I] = A[I - 2 * Step] + 1;
}

LOOP(strided, different_steps, (double *A), (D0)) {
  for (int I = 0; I < N; ++I)
    A[2 * I + 1] = A[I] + 1;
}

LOOP(strided, pointer_by_5, (int *P, int *End), (I0, I0 + 500)) {
  for (P += 10; P < End; P += 5)
    *P = P[-10] + P[-5];
}

LOOP(strided, complex_numbers, (float *A), (F0)) {
  for (int I = 2; I < 2 * N; I += 2) {
    float Re = A[I - 2], Im = A[I - 1];
    A[I] = Re * 0.5f - Im;
    A[I + 1] = Im * 0.5f + Re;
  }
}

LOOP(strided, two_indices, (int *A), (I0)) {
  for (int I = 0, J = 9; J < 3 * N; I += 3, J += 3)
    A[J] = A[I] + 1;
}
