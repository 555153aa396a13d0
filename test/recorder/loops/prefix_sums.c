/*===- prefix_sums.c --------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Running sums that are stored.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

LOOP(prefix_sum, in_place, (int *A, int Count), (I0, N)) {
  for (int I = 1; I < Count; ++I)
    A[I] += A[I - 1];
}

LOOP(prefix_sum, out_of_place, (int *A, const int *B, int Count), (I0, I1, N)) {
  A[0] = 0;
  for (int I = 1; I < Count; ++I)
    A[I] = A[I - 1] + B[I];
}

LOOP(prefix_sum, doubles, (double *A, const double *B, int Count),
     (D0, D1, N)) {
  for (int I = 1; I < Count; ++I)
    A[I] = A[I - 1] + B[I - 1];
}

LOOP(prefix_sum, volatile_sum, (volatile int *A), (I0)) {
  for (int I = 1; I < N; ++I)
    A[I] = A[I] + A[I - 1];
}

LOOP(prefix_sum, through_pointer, (const int *A, int *Sum), (I1, I0)) {
  for (int I = 0; I < N; ++I)
    *Sum += A[I];
}

LOOP(prefix_sum, running_maximum, (int *A, int Count), (I1, N)) {
  for (int I = 1; I < Count; ++I)
    A[I] = A[I] > A[I - 1] ? A[I] : A[I - 1];
}

LOOP(prefix_sum, suffix, (int64_t *A, int Count), (L0, N)) {
  for (int I = Count - 2; I >= 0; --I)
    A[I] += A[I + 1];
}

LOOP(prefix_sum, two_steps, (int *A, int Count), (I0, N)) {
  for (int I = 2; I < Count; ++I)
    A[I] += A[I - 2];
}

LOOP(prefix_sum, sum_of_squares, (float *A, const float *B, int Count),
     (F0, F1, N)) {
  for (int I = 1; I < Count; ++I)
    A[I] = A[I - 1] + B[I] * B[I];
}
