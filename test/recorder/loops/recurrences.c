/*===- recurrences.c --------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Each element from one a constant number of iterations before.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

#define DISTANCE(D)                                                            \
  LOOP(recurrence, distance_##D, (double *A, double B, double C, long Count),  \
       (D0, 0.5, 0.25, N + D)) {                                               \
    for (long I = D; I < Count; ++I)                                           \
      A[I] = A[I - D] * B + C;                                                 \
  }

DISTANCE(1)
DISTANCE(2)
DISTANCE(3)
DISTANCE(4)
DISTANCE(5)
DISTANCE(6)
DISTANCE(7)
DISTANCE(8)
DISTANCE(9)
DISTANCE(10)
DISTANCE(11)
DISTANCE(12)
DISTANCE(13)
DISTANCE(14)
DISTANCE(15)
DISTANCE(16)
DISTANCE(17)
DISTANCE(18)
DISTANCE(19)
DISTANCE(20)
DISTANCE(21)
DISTANCE(22)
DISTANCE(23)
DISTANCE(24)
DISTANCE(25)
DISTANCE(26)
DISTANCE(27)
DISTANCE(28)
DISTANCE(29)
DISTANCE(30)
DISTANCE(31)
DISTANCE(32)
DISTANCE(33)
DISTANCE(34)
DISTANCE(35)
DISTANCE(36)
DISTANCE(37)
DISTANCE(38)
DISTANCE(39)
DISTANCE(40)

LOOP(recurrence, volatile_1, (volatile double *A, double B, double C),
     (D0, 0.5, 0.25)) {
  for (int I = 1; I < N; ++I)
    A[I] = A[I - 1] * B + C;
}

LOOP(recurrence, volatile_3, (volatile float *A, float B, float C),
     (F0, 0.5f, 0.25f)) {
  for (int I = 3; I < N; ++I)
    A[I] = A[I - 3] * B + C;
}

LOOP(recurrence, fibonacci, (int64_t *A, int Count), (L0, 90)) {
  for (int I = 2; I < Count; ++I)
    A[I] = A[I - 1] + A[I - 2];
}

LOOP(recurrence, fibonacci_volatile, (volatile int64_t *A, int Count),
     (L0, 90)) {
  for (int I = 2; I < Count; ++I)
    A[I] = A[I - 1] + A[I - 2];
}

LOOP(recurrence, pointers, (double *P, double *Q, double *End, double B),
     (D0, D0 + 6, D0 + 106, 0.5)) {
  while (Q != End)
    *Q++ = *P++ * B;
}

LOOP(recurrence, two_ints, (int *A, unsigned Count), (I0, N)) {
  for (unsigned I = 5; I < Count; ++I)
    A[I] = A[I - 5] + 3 * A[I - 2];
}

LOOP(recurrence, bytes, (uint8_t *A, int Count), (B0, N)) {
  for (int I = 9; I < Count; ++I)
    A[I] ^= A[I - 9] + 1;
}

LOOP(recurrence, shorts, (int16_t *A, int Count), (S0, N)) {
  for (int I = 4; I < Count; ++I)
    A[I] = A[I - 4] * 3 - A[I];
}

LOOP(recurrence, global_array, (int Count), (N)) {
  for (int I = 7; I < Count; ++I)
    D1[I] = D1[I - 7] * 0.75;
}

LOOP(recurrence, two_arrays,
     (double *restrict A, double *restrict B, int Count), (D0, D1, N)) {
  for (int I = 2; I < Count; ++I) {
    A[I] = B[I - 2] + 1;
    B[I] = A[I - 1] * 0.5;
  }
}

LOOP(recurrence, runtime_distance, (double *A, long D, double B),
     (D0, 6, 0.5)) {
  for (long I = 0; I < N; ++I)
    A[I + D] = A[I] * B;
}

LOOP(recurrence, shifted_pointer, (double *A, double *B, double C),
     (D0 + 5, D0, 0.5)) {
  for (long I = 0; I < N; ++I)
    A[I] = B[I] * C;
}

LOOP(recurrence, index_and_mask, (double *A, unsigned Count), (D0, 140)) {
  for (unsigned I = 8; I < Count; ++I)
    A[I & 63] = A[(I - 8) & 63] * 0.5;
}
