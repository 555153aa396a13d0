// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- timing.h - Cycles of a trip ------------------------------*- C -*-===//
///
/// \file
/// Times kernels by the thread's own processor time. Run(i) does the outermost
/// iteration i of a kernel and returns the trips of its innermost loop.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BENCH_RUNS_TIMING_H
#define KERNEL_BOUNDS_BENCH_RUNS_TIMING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return (double)T.tv_sec + 1e-9 * (double)T.tv_nsec;
}

/// Seconds of one cycle: the fastest of many short chains of additions.
static double secondsOfCycle(void) {
  double Best = 1;
  for (int Round = 0; Round < 200; ++Round) {
    const double Begin = now();
    uint64_t X = 1;
    for (int I = 0; I < 20000; ++I)
      __asm__ volatile("add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                       "add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                       "add $1, %0\n add $1, %0"
                       : "+r"(X));
    const double One = (now() - Begin) / 200000;
    if (One < Best)
      Best = One;
  }
  return Best;
}

static int compare(const void *A, const void *B) {
  const double X = *(const double *)A, Y = *(const double *)B;
  return (X > Y) - (X < Y);
}

/// Outermost iterations that take about a millisecond.
static long portion(long (*Run)(long)) {
  for (long Num = 1;; Num *= 2) {
    const double Begin = now();
    for (long I = 0; I < Num; ++I)
      Run(I);
    if (now() - Begin > 5e-4)
      return Num;
  }
}

static void measure(long (*Run)(long), double Seconds) {
  enum { Most = 100000 };
  static double Times[Most];
  const long Portion = portion(Run);
  const double Begin = now();
  long Num = 0, I = 0;
  while (now() - Begin < Seconds && Num < Most) {
    const double From = now();
    long Trips = 0;
    for (long J = 0; J < Portion; ++J)
      Trips += Run(I++);
    Times[Num++] = (now() - From) / (double)Trips;
  }
  qsort(Times, Num, sizeof(double), compare);
  const double Cycle = secondsOfCycle();
  printf("%.4f %.4f %ld\n", Times[Num / 2] / Cycle, Times[Num / 10] / Cycle, I);
}

/// The number of the kernel that the first of four words names, or -1. If the
/// only word is "list", prints all names.
static int chosenKernel(int Argc, char **Argv, const char *(*NameOf)(int),
                        int NumKernels) {
  int Chosen = -1;
  for (int I = 0; I < NumKernels; ++I) {
    if (Argc == 2 && strcmp(Argv[1], "list") == 0)
      puts(NameOf(I));
    if (Argc == 5 && strcmp(Argv[1], NameOf(I)) == 0)
      Chosen = I;
  }
  return Chosen;
}

#endif // KERNEL_BOUNDS_BENCH_RUNS_TIMING_H
