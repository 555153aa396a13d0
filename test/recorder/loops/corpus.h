/*===- corpus.h -------------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* The loops that kb-recorder watches: one function each.
|*
\*===----------------------------------------------------------------------===*/

#ifndef KB_RECORDER_CORPUS_H
#define KB_RECORDER_CORPUS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { N = 100, SIZE = 512 };

/* Data of the loops; the driver fills them anew before each. */
extern double D0[SIZE], D1[SIZE], D2[SIZE];
extern float F0[SIZE], F1[SIZE], F2[SIZE];
extern int I0[SIZE], I1[SIZE], I2[SIZE];
extern int64_t L0[SIZE], L1[SIZE];
extern int16_t S0[SIZE], S1[SIZE];
extern uint8_t B0[SIZE], B1[SIZE];
extern int Repeated[SIZE]; /* Few keys, often the same twice in a row. */
extern int Distinct[SIZE]; /* Each key once, out of order. */
extern double Sink;

#ifdef __clang__
#define KB_ALONE noinline
#define KB_O0 __attribute__((optnone))
#define KB_UNROLL(Times) _Pragma(KB_TEXT(clang loop unroll_count(Times)))
#else
#define KB_ALONE noipa
#define KB_O0 __attribute__((optimize("O0")))
#define KB_UNROLL(Times) _Pragma(KB_TEXT(GCC unroll Times))
#endif
#define KB_TEXT(...) #__VA_ARGS__

struct LoopEntry {
  void (*Run)(void);
};

/* A loop of a kind: `LOOP(prefix, sum, (int *A, int Count), (I0, N)) { ... }`
   defines prefix__sum and lets the driver call it once with the arguments. */
#define LOOP(Kind, Name, Parameters, Arguments)                                \
  __attribute__((KB_ALONE)) void Kind##__##Name Parameters;                    \
  static void run_##Kind##_##Name(void) { Kind##__##Name Arguments; }          \
  __attribute__((section("kb_loops"), used)) static const struct LoopEntry     \
      entry_##Kind##_##Name = {run_##Kind##_##Name};                           \
  void Kind##__##Name Parameters

#endif
