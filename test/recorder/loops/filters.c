/*===- filters.c ------------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Horner's rule and filters with feedback.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

LOOP(filter, horner, (const double *C, double X, double *Out), (D1, 0.5, D0)) {
  double R = 0;
  for (int I = 0; I < N; ++I)
    R = R * X + C[I];
  *Out = R;
}

LOOP(filter, horner_in_memory, (const double *C, double X, double *R),
     (D1, 0.5, D0)) {
  for (int I = 0; I < N; ++I)
    *R = *R * X + C[I];
}

LOOP(filter, horner_all, (const double *C, double X, double *R),
     (D1, 0.5, D0)) {
  for (int I = 1; I < N; ++I)
    R[I] = R[I - 1] * X + C[I];
}

LOOP(filter, iir_first_order, (float *Y, const float *X, float A),
     (F0, F1, 0.9f)) {
  for (int I = 1; I < N; ++I)
    Y[I] = X[I] + A * Y[I - 1];
}

LOOP(filter, iir_second_order, (double *Y, const double *X, double A, double B),
     (D0, D1, 0.5, 0.25)) {
  for (int I = 2; I < N; ++I)
    Y[I] = X[I] - A * Y[I - 1] - B * Y[I - 2];
}

LOOP(filter, iir_volatile, (volatile double *Y, const double *X, double A),
     (D0, D1, 0.5)) {
  for (int I = 2; I < N; ++I)
    Y[I] = X[I] - A * Y[I - 1] + Y[I - 2];
}

LOOP(filter, biquad_state, (float *X, float *State, float A), (F0, F1, 0.5f)) {
  for (int I = 0; I < N; ++I) {
    float W = X[I] - A * State[0] - 0.25f * State[1];
    X[I] = W + State[1];
    State[1] = State[0];
    State[0] = W;
  }
}

LOOP(filter, comb, (int *Y, const int *X), (I0, I1)) {
  for (int I = 12; I < N; ++I)
    Y[I] = X[I] + (Y[I - 12] >> 1);
}

LOOP(filter, fir, (double *restrict Y, const double *restrict X), (D0, D1)) {
  for (int I = 3; I < N; ++I)
    Y[I] = X[I] + 0.5 * X[I - 1] + 0.25 * X[I - 2] + 0.125 * X[I - 3];
}

LOOP(filter, delay_line, (float *Line, const float *X, float *Y),
     (F0, F1, F2)) {
  for (int I = 0; I < N; ++I) {
    Y[I] = Line[3];
    Line[3] = Line[2];
    Line[2] = Line[1];
    Line[1] = Line[0];
    Line[0] = X[I];
  }
}
