/*===- widened.c ------------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Bodies that hold several iterations.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

typedef double Pair __attribute__((vector_size(16)));
typedef float Quad __attribute__((vector_size(16)));
typedef int Eight __attribute__((vector_size(32)));

static inline Quad loadQuad(const float *P) {
  Quad V;
  memcpy(&V, P, sizeof V);
  return V;
}

static inline void storeQuad(float *P, Quad V) { memcpy(P, &V, sizeof V); }

LOOP(unrolled, by_hand_distance_1, (double *A), (D0)) {
  for (int I = 1; I < 4 * 30; I += 4) {
    A[I] = A[I - 1] * 0.5;
    A[I + 1] = A[I] * 0.5;
    A[I + 2] = A[I + 1] * 0.5;
    A[I + 3] = A[I + 2] * 0.5;
  }
}

LOOP(unrolled, by_hand_distance_3, (volatile double *A), (D0)) {
  for (int I = 3; I < 4 * 30; I += 4) {
    A[I] = A[I - 3] * 0.5;
    A[I + 1] = A[I - 2] * 0.5;
    A[I + 2] = A[I - 1] * 0.5;
    A[I + 3] = A[I] * 0.5;
  }
}

LOOP(unrolled, by_pragma_distance_2, (double *A, int Count), (D0, N)) {
  KB_UNROLL(4)
  for (int I = 2; I < Count; ++I)
    A[I] = A[I - 2] * 0.5;
}

LOOP(unrolled, by_pragma_distance_6, (int *A, int Count), (I0, N)) {
  KB_UNROLL(4)
  for (int I = 6; I < Count; ++I)
    A[I] += A[I - 6];
}

LOOP(unrolled, by_pragma_histogram, (int *H, const int *K, int Count),
     (I0, Repeated, N)) {
  KB_UNROLL(4)
  for (int I = 0; I < Count; ++I)
    H[K[I]]++;
}

LOOP(unrolled, by_pragma_prefix, (int *A, const int *B, int Count),
     (I0, I1, N)) {
  KB_UNROLL(8)
  for (int I = 1; I < Count; ++I)
    A[I] = A[I - 1] + B[I];
}

LOOP(unrolled, by_hand_stencil, (float *A), (F0)) {
  for (int I = 2; I < 2 * 60; I += 2) {
    A[I] = A[I - 1] + A[I - 2] + A[I + 1];
    A[I + 1] = A[I] + A[I - 1] + A[I + 2];
  }
}

LOOP(vectorized, distance_4_quads, (float *A), (F0)) {
  for (int I = 4; I < 400; I += 4)
    storeQuad(A + I, loadQuad(A + I - 4) * 0.5f);
}

LOOP(vectorized, distance_12_quads, (float *A), (F0)) {
  for (int I = 12; I < 400; I += 4)
    storeQuad(A + I, loadQuad(A + I - 12) + 1.0f);
}

LOOP(vectorized, unaligned_quads, (float *A), (F0)) {
  for (int I = 6; I < 400; I += 4)
    storeQuad(A + I, loadQuad(A + I - 6) + 1.0f);
}

LOOP(vectorized, aligned_pairs, (Pair * A), ((Pair *)D0)) {
  for (int I = 2; I < N; ++I)
    A[I] = A[I - 2] * 0.5 + A[I - 1];
}

LOOP(vectorized, eights, (Eight * A), ((Eight *)I0)) {
  for (int I = 1; I < 60; ++I)
    A[I] += A[I - 1];
}

LOOP(vectorized, by_compiler_distance_16, (float *A), (F0)) {
  for (int I = 16; I < 400; ++I)
    A[I] = A[I - 16] * 0.5f + 1;
}

LOOP(vectorized, by_compiler_distance_32, (int16_t *A), (S0)) {
  for (int I = 32; I < 400; ++I)
    A[I] += A[I - 32];
}

LOOP(vectorized, by_compiler_axpy,
     (double *restrict A, const double *restrict B, double C), (D0, D1, 0.5)) {
  for (int I = 0; I < 200; ++I)
    A[I] += B[I] * C;
}

LOOP(vectorized, scalars_then_quad, (volatile float *A, float *Out), (F0, F1)) {
  for (int I = 0; I < 200; I += 4) {
    A[I] = I;
    A[I + 1] = I + 1;
    A[I + 2] = I + 2;
    A[I + 3] = I + 3;
    storeQuad(Out + I, loadQuad((const float *)A + I));
  }
}

LOOP(vectorized, accumulators_in_memory, (Quad * Sum, const float *A),
     ((Quad *)F0, F1)) {
  for (int I = 0; I < 400; I += 4)
    *(volatile Quad *)Sum += loadQuad(A + I);
}
