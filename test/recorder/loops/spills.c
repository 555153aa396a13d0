/*===- spills.c -------------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Values that live in memory although they need not.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

KB_O0 LOOP(spilled, sum_unoptimized, (const double *A, double *Out), (D0, D1)) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += A[I];
  *Out = Sum;
}

KB_O0 LOOP(spilled, recurrence_unoptimized, (double *A, double B), (D0, 0.5)) {
  for (int I = 3; I < N; ++I)
    A[I] = A[I - 3] * B + 1;
}

KB_O0 LOOP(spilled, pointer_unoptimized, (int *P, int *End), (I0, I0 + N)) {
  while (P != End)
    *P++ += 3;
}

KB_O0 LOOP(spilled, histogram_unoptimized, (int *H, const int *K),
           (I0, Repeated)) {
  for (int I = 0; I < N; ++I)
    H[K[I]]++;
}

/* Farther apart than the window of 512 instructions. */
KB_O0 LOOP(spilled, far_unoptimized, (int *A), (I0)) {
  for (int I = 60; I < 2 * N; ++I)
    A[I] = A[I - 60] + 1;
}

LOOP(spilled, volatile_sum, (const double *A, double *Out), (D0, D1)) {
  volatile double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += A[I];
  *Out = Sum;
}

LOOP(spilled, volatile_counter, (int *A), (I0)) {
  for (volatile int I = 0; I < N; ++I)
    A[5] += 2;
}

LOOP(spilled, volatile_product, (const float *A, float *Out), (F0, F1)) {
  volatile float Product = 1;
  for (int I = 0; I < N; ++I)
    Product = Product * A[I];
  *Out = Product;
}

LOOP(spilled, many_accumulators, (const double *A, double *Out), (D0, D1)) {
  double S[20] = {0};
  for (int I = 0; I < 20 * 20; I += 20) {
    S[0] += A[I], S[1] += A[I + 1], S[2] += A[I + 2], S[3] += A[I + 3];
    S[4] += A[I + 4], S[5] += A[I + 5], S[6] += A[I + 6], S[7] += A[I + 7];
    S[8] += A[I + 8], S[9] += A[I + 9], S[10] += A[I + 10];
    S[11] += A[I + 11], S[12] += A[I + 12], S[13] += A[I + 13];
    S[14] += A[I + 14], S[15] += A[I + 15], S[16] += A[I + 16];
    S[17] += A[I + 17], S[18] += A[I + 18], S[19] += A[I + 19];
  }
  for (int I = 0; I < 20; ++I)
    Out[I] = S[I];
}

LOOP(spilled, many_integers, (const int64_t *A, int64_t *Out), (L0, L1)) {
  int64_t S0 = 0, S1 = 1, S2 = 2, S3 = 3, S4 = 4, S5 = 5, S6 = 6, S7 = 7;
  int64_t S8 = 8, S9 = 9, SA = 10, SB = 11, SC = 12, SD = 13, SE = 14, SF = 15;
  for (int I = 0; I < N; ++I) {
    int64_t X = A[I];
    S0 ^= X + S1, S1 += X ^ S2, S2 -= X * S3, S3 ^= X + S4, S4 += X ^ S5;
    S5 -= X * S6, S6 ^= X + S7, S7 += X ^ S8, S8 -= X * S9, S9 ^= X + SA;
    SA += X ^ SB, SB -= X * SC, SC ^= X + SD, SD += X ^ SE, SE -= X * SF;
    SF ^= X + S0;
  }
  Out[0] = S0 ^ S1 ^ S2 ^ S3 ^ S4 ^ S5 ^ S6 ^ S7;
  Out[1] = S8 ^ S9 ^ SA ^ SB ^ SC ^ SD ^ SE ^ SF;
}

LOOP(counter, add_to_fixed, (int *Count), (I0)) {
  for (int I = 0; I < N; ++I)
    *(volatile int *)Count += 3;
}

LOOP(counter, global, (const int *A), (I1)) {
  for (int I = 0; I < N; ++I)
    Sink += A[I];
}

LOOP(counter, bytes, (volatile uint8_t *Count), (B0)) {
  for (int I = 0; I < N; ++I)
    Count[3]++;
}

LOOP(counter, two_in_turn, (volatile int64_t *Count), (L0)) {
  for (int I = 0; I < N; ++I) {
    Count[0]++;
    Count[1] += Count[0];
  }
}

LOOP(counter, when_positive, (int *Count, const int *A), (I0, I1)) {
  for (int I = 0; I < N; ++I)
    if (A[I] > 20)
      (*(volatile int *)Count)++;
}

LOOP(counter, atomic, (int *Count), (I0)) {
  for (int I = 0; I < N; ++I)
    __atomic_fetch_add(Count, 2, __ATOMIC_RELAXED);
}
