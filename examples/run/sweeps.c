// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- sweeps.c - Three loops that wait for their data ----------*- C -*-===//
///
/// \file
/// What the loops take depends on where their data are;
/// docs/reference/caches.md shows it.
///
///   gcc -O2 -fno-tree-vectorize -g sweeps.c -o sweeps
///   kernel-opt run --save=sweeps --stretch=3000 -- ./sweeps
//
//===----------------------------------------------------------------------===//

#include <stdio.h>
#include <stdlib.h>

enum { Length = 1 << 20, Rows = 1000, Columns = 1100, Nodes = 1 << 18 };

struct Node {
  struct Node *Next;
  double Value[7];
};

/// 24 MiB, from end to end: bandwidth, which prefetchers make use of.
__attribute__((noinline)) void triad(double *A, const double *B,
                                     const double *C) {
  for (long I = 0; I < Length; ++I)
    A[I] = B[I] + 3.0 * C[I];
}

/// One column of 8.4 MiB: each access is in another page.
__attribute__((noinline)) double column(const double *M, long Number) {
  double Sum = 0;
  for (long Row = 0; Row < Rows; ++Row)
    Sum += M[Row * Columns + Number];
  return Sum;
}

/// A list through 16 MiB in no order: nothing but latency.
__attribute__((noinline)) double walk(const struct Node *N, long Steps) {
  double Sum = 0;
  for (; Steps > 0; --Steps, N = N->Next)
    Sum += N->Value[0];
  return Sum;
}

int main(void) {
  double *A = calloc(Length, 8), *B = calloc(Length, 8), *C = calloc(Length, 8);
  double *M = calloc((long)Rows * Columns, 8), Sum = 0;
  struct Node *List = calloc(Nodes, sizeof(*List));
  for (long I = 0; I < Length; ++I)
    B[I] = C[I] = 1.0;
  for (long I = 0; I < Rows * Columns; ++I)
    M[I] = 1.0;
  // An odd step goes through all nodes, far from the one before.
  for (long I = 0, At = 0; I < Nodes; ++I) {
    const long To = (At * 5 + 99991) % Nodes;
    List[At].Next = &List[To];
    List[At].Value[0] = 1.0;
    At = To;
  }
  for (long Round = 0; Round < 60; ++Round) {
    for (long I = 0; I < 5; ++I)
      triad(A, B, C);
    for (long I = 0; I < Columns; ++I)
      Sum += column(M, I);
    Sum += walk(List, 60000);
  }
  printf("%g %g\n", A[7], Sum);
  return 0;
}
