/*===- histograms.c ---------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Updates at an index that is loaded.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

#define HISTOGRAMS(Kind, Keys)                                                 \
  LOOP(Kind, ints, (int *H, const int *K, int Count), (I0, Keys, N)) {         \
    for (int I = 0; I < Count; ++I)                                            \
      H[K[I]]++;                                                               \
  }                                                                            \
  LOOP(Kind, doubles, (double *H, const int *K, int Count), (D0, Keys, N)) {   \
    for (int I = 0; I < Count; ++I)                                            \
      H[K[I]] += 0.5;                                                          \
  }                                                                            \
  LOOP(Kind, weights, (float *H, const int *K, const float *W, int Count),     \
       (F0, Keys, F1, N)) {                                                    \
    for (int I = 0; I < Count; ++I)                                            \
      H[K[I]] += W[I];                                                         \
  }                                                                            \
  LOOP(Kind, twice, (int *H, const int *K, int Count), (I0, Keys, N)) {        \
    for (int I = 0; I < Count; ++I) {                                          \
      H[K[I]] += 3;                                                            \
      H[K[I] + 1] -= 1;                                                        \
    }                                                                          \
  }                                                                            \
  LOOP(Kind, scatter_then_gather, (double *H, const int *K, double *Out),      \
       (D0, Keys, D1)) {                                                       \
    for (int I = 1; I < N; ++I) {                                              \
      H[K[I]] = Out[I];                                                        \
      Out[I] = H[K[I - 1]] * 0.5;                                              \
    }                                                                          \
  }

HISTOGRAMS(histogram_repeated, Repeated)
HISTOGRAMS(histogram_distinct, Distinct)

LOOP(histogram_repeated, of_bytes, (int *H, const uint8_t *K, int Count),
     (I0, B0, N)) {
  for (int I = 0; I < Count; ++I)
    H[K[I] & 3]++;
}

LOOP(histogram_repeated, two_tables, (int *G, int *H, const int *K),
     (I0, I1, Repeated)) {
  for (int I = 0; I < N; I += 2) {
    G[K[I]]++;
    H[K[I + 1]]++;
  }
}
