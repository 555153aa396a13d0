/*===- driver.c -------------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Calls every loop of the corpus once, each with fresh data.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

#define ALIGNED __attribute__((aligned(64)))

double ALIGNED D0[SIZE], ALIGNED D1[SIZE], ALIGNED D2[SIZE];
float ALIGNED F0[SIZE], ALIGNED F1[SIZE], ALIGNED F2[SIZE];
int ALIGNED I0[SIZE], ALIGNED I1[SIZE], ALIGNED I2[SIZE];
int64_t ALIGNED L0[SIZE], ALIGNED L1[SIZE];
int16_t ALIGNED S0[SIZE], ALIGNED S1[SIZE];
uint8_t ALIGNED B0[SIZE], ALIGNED B1[SIZE];
int ALIGNED Repeated[SIZE], ALIGNED Distinct[SIZE];
double Sink;

extern const struct LoopEntry __start_kb_loops[], __stop_kb_loops[];

static void fill(void) {
  for (int I = 0; I < SIZE; ++I) {
    D0[I] = 1 + I % 7, D1[I] = 0.5 * (I % 5), D2[I] = I;
    F0[I] = 1 + I % 7, F1[I] = 0.5f * (I % 5), F2[I] = I;
    I0[I] = I % 11, I1[I] = I * 3 % 64, I2[I] = I;
    L0[I] = I % 13, L1[I] = I * 5 % 64;
    S0[I] = I % 100, S1[I] = I * 7 % 100;
    B0[I] = I % 251, B1[I] = I * 11 % 251;
    Repeated[I] = I * I % 5 / 2;
    Distinct[I] = I * 37 % (SIZE - 1); /* Coprime. */
  }
}

int main(void) {
  for (const struct LoopEntry *E = __start_kb_loops; E != __stop_kb_loops;
       ++E) {
    fill();
    E->Run();
  }
  return 0;
}
