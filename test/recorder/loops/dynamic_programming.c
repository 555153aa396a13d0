/*===- dynamic_programming.c ------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Rows of tables, each from the one before.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

static inline int least(int A, int B) { return A < B ? A : B; }

LOOP(dynamic_programming, edit_distance_row,
     (int *Row, const uint8_t *A, uint8_t B), (I0, B0, 17)) {
  int Diagonal = Row[0];
  Row[0]++;
  for (int J = 1; J < N; ++J) {
    int Cost = Diagonal + (A[J] != B);
    Diagonal = Row[J];
    Row[J] = least(Cost, least(Row[J], Row[J - 1]) + 1);
  }
}

LOOP(dynamic_programming, knapsack_row, (int *Best, int Weight, int Value),
     (I0, 7, 20)) {
  for (int W = N; W >= Weight; --W)
    if (Best[W - Weight] + Value > Best[W])
      Best[W] = Best[W - Weight] + Value;
}

LOOP(dynamic_programming, unbounded_knapsack, (int *Best, int Value), (I0, 3)) {
  for (int W = 5; W < N; ++W)
    Best[W] = Best[W - 5] + Value > Best[W] ? Best[W - 5] + Value : Best[W];
}

LOOP(dynamic_programming, coin_change, (int64_t *Ways), (L0)) {
  for (int V = 10; V < N; ++V)
    Ways[V] += Ways[V - 10];
}

LOOP(dynamic_programming, pascal, (int *Row), (I0)) {
  for (int Step = 1; Step < 12; ++Step)
    for (int J = Step; J > 0; --J)
      Row[J] += Row[J - 1];
}

LOOP(dynamic_programming, pascal_2d, (int (*T)[16]), ((int (*)[16])I0)) {
  for (int I = 1; I < 12; ++I)
    for (int J = 1; J < 16; ++J)
      T[I][J] = T[I - 1][J] + T[I][J - 1];
}

LOOP(dynamic_programming, longest_common,
     (int (*T)[20], const uint8_t *A, const uint8_t *B),
     ((int (*)[20])I0, B0, B1)) {
  for (int I = 1; I < 8; ++I)
    for (int J = 1; J < 20; ++J)
      T[I][J] = A[I] == B[J] ? T[I - 1][J - 1] + 1 : T[I - 1][J] + T[I][J - 1];
}

LOOP(dynamic_programming, jumps, (int *Steps), (I0)) {
  for (int I = 3; I < N; ++I)
    Steps[I] = least(Steps[I - 1], least(Steps[I - 2], Steps[I - 3])) + 1;
}

LOOP(dynamic_programming, viterbi_row,
     (float *New, const float *Old, const float *Cost), (F0, F1, F2)) {
  for (int J = 1; J < N; ++J) {
    float Stay = Old[J] + Cost[J], Move = New[J - 1] + Cost[J - 1];
    New[J] = Stay < Move ? Stay : Move;
  }
}
