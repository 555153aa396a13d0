/*===- stencils.c -----------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Neighbours, written back into the array that is read or not.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

LOOP(stencil_in_place, three_points, (double *A, int Count), (D0, N)) {
  for (int I = 1; I < Count - 1; ++I)
    A[I] = (A[I - 1] + A[I] + A[I + 1]) * 0.3;
}

LOOP(stencil_in_place, five_points, (double *A, int Count), (D0, N)) {
  for (int I = 2; I < Count - 2; ++I)
    A[I] = (A[I - 2] + A[I - 1] + A[I] + A[I + 1] + A[I + 2]) * 0.2;
}

LOOP(stencil_in_place, ahead, (float *A, int Count), (F0, N)) {
  for (int I = 0; I < Count - 2; ++I)
    A[I] = A[I + 1] + A[I + 2];
}

LOOP(stencil_in_place, behind_3, (float *A, int Count), (F0, N)) {
  for (int I = 3; I < Count; ++I)
    A[I] = A[I] - A[I - 3] * 0.5f;
}

LOOP(stencil_in_place, two_stores, (double *A, int Count), (D0, N)) {
  for (int I = 1; I < Count - 1; ++I) {
    A[I] += A[I - 1] * 0.5;
    A[I + 1] -= A[I] * 0.25;
  }
}

LOOP(stencil_in_place, volatile_points, (volatile double *A), (D0)) {
  for (int I = 1; I < N - 1; ++I)
    A[I] = A[I - 1] + A[I + 1];
}

LOOP(stencil_in_place, ints, (int *A, int Count), (I0, N)) {
  for (int I = 4; I < Count; ++I)
    A[I] = (A[I - 4] + 2 * A[I] + A[I - 1]) >> 2;
}

LOOP(stencil_in_place, bytes, (uint8_t *A, int Count), (B0, N)) {
  for (int I = 3; I < Count; ++I)
    A[I] = (A[I] + A[I - 3]) / 2;
}

LOOP(stencil_out_of_place, three_points,
     (double *restrict A, const double *restrict B, int Count), (D0, D1, N)) {
  for (int I = 1; I < Count - 1; ++I)
    A[I] = (B[I - 1] + B[I] + B[I + 1]) * 0.3;
}

LOOP(stencil_out_of_place, no_restrict, (double *A, const double *B, int Count),
     (D0, D1, N)) {
  for (int I = 1; I < Count - 1; ++I)
    A[I] = (B[I - 1] + B[I + 1]) * 0.5;
}

LOOP(stencil_out_of_place, globals, (int Count), (N)) {
  for (int I = 2; I < Count - 2; ++I)
    F0[I] = F1[I - 2] + F1[I] + F1[I + 2];
}

LOOP(stencil_out_of_place, overlapping, (float *A, const float *B, int Count),
     (F0 + 8, F0, N)) {
  for (int I = 1; I < Count - 1; ++I)
    A[I] = B[I - 1] + B[I + 1];
}

LOOP(stencil_out_of_place, update, (double *A, const double *B, int Count),
     (D0, D1, N)) {
  for (int I = 1; I < Count - 1; ++I)
    A[I] += B[I - 1] - B[I + 1];
}

LOOP(stencil_out_of_place, store_then_load, (double *A, double *B, int Count),
     (D0, D1, N)) {
  for (int I = 3; I < Count; ++I) {
    A[I] = B[I] * 2;
    B[I] = A[I - 3] + A[I - 1];
  }
}
