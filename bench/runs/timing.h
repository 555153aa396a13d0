// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- timing.h - Cycles of a trip ------------------------------*- C -*-===//
///
/// \file
/// Times kernels by time stamps. Run(i) does the outermost iteration i of a
/// kernel and returns the trips of its innermost loop.
///
/// No system call is made between the probes and the portions. Where the page
/// tables of the system are apart and the processor has no numbers for them,
/// each call empties the translation buffers, and columns of a matrix were
/// measured at five times what they take.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BENCH_RUNS_TIMING_H
#define KERNEL_BOUNDS_BENCH_RUNS_TIMING_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <x86intrin.h>

/// Ticks of one cycle: the fastest of many short chains of additions.
static double ticksOfCycle(void) {
  uint64_t Best = UINT64_MAX;
  for (int Round = 0; Round < 200; ++Round) {
    const uint64_t Begin = __rdtsc();
    uint64_t X = 1;
    for (int I = 0; I < 20000; ++I)
      __asm__ volatile("add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                       "add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                       "add $1, %0\n add $1, %0"
                       : "+r"(X));
    const uint64_t One = __rdtsc() - Begin;
    if (One < Best)
      Best = One;
  }
  return (double)Best / 200000;
}

/// Ticks of a second, from a fiftieth of one.
static double ticksOfSecond(void) {
  struct timespec From, To;
  const uint64_t Begin = __rdtsc();
  clock_gettime(CLOCK_MONOTONIC, &From);
  double Seconds;
  do {
    clock_gettime(CLOCK_MONOTONIC, &To);
    Seconds = (double)(To.tv_sec - From.tv_sec) +
              1e-9 * (double)(To.tv_nsec - From.tv_nsec);
  } while (Seconds < 0.02);
  return (double)(__rdtsc() - Begin) / Seconds;
}

static int compare(const void *A, const void *B) {
  const double X = *(const double *)A, Y = *(const double *)B;
  return (X > Y) - (X < Y);
}

/// Ticks of 4,000 turns, each of which takes a cycle and uses two loads and a
/// store of it, while nothing else uses the core. Without the store, work
/// beside it on the core that made each store take three cycles was not seen.
static uint64_t ticksOfTurns(void) {
  static uint64_t Data[17] __attribute__((aligned(64)));
  uint64_t Turns = 4000;
  const uint64_t Begin = __rdtsc();
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "movq (%1), %%rax\n\tmovq 8(%1), %%rcx\n\t"
                   "movq %1, 128(%1)\n\tdecq %0\n\tjnz 1b"
                   : "+r"(Turns)
                   : "r"(Data)
                   : "cc", "memory", "rax", "rcx");
  _mm_lfence();
  return __rdtsc() - Begin;
}

/// The same of 4,000 additions in a chain, which hardly anything disturbs.
static uint64_t ticksOfChain(void) {
  uint64_t X = 1, Turns = 500;
  const uint64_t Begin = __rdtsc();
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "addq $1, %0\n\taddq $1, %0\n\taddq $1, %0\n\t"
                   "addq $1, %0\n\taddq $1, %0\n\taddq $1, %0\n\t"
                   "addq $1, %0\n\taddq $1, %0\n\tdecq %1\n\tjnz 1b"
                   : "+r"(X), "+r"(Turns)
                   :
                   : "cc");
  _mm_lfence();
  return __rdtsc() - Begin;
}

/// Whether nothing else uses the core. The frequency may move by a few percent.
static int isAlone(void) { return ticksOfTurns() < 1.05 * ticksOfChain(); }

/// Outermost iterations that take about a tenth of a millisecond once those
/// before them are done.
static long portion(long (*Run)(long), double Second) {
  long Next = 0;
  for (long Num = 1;; Num *= 2) {
    uint64_t Best = UINT64_MAX;
    for (int Round = 0; Round < 2; ++Round) {
      const uint64_t Begin = __rdtsc();
      for (long I = 0; I < Num; ++I)
        Run(Next++);
      const uint64_t One = __rdtsc() - Begin;
      if (One < Best)
        Best = One;
    }
    if ((double)Best > 5e-5 * Second)
      return Num;
  }
}

/// Prints the median and the fastest tenth of the cycles of a trip, over the
/// portions that probes before and after them found undisturbed, or over all of
/// them if there are few; the outermost iterations of the first \p Seconds; and
/// how many portions count. Goes on for five times as long if few are
/// undisturbed.
static void measure(long (*Run)(long), double Seconds) {
  enum { Most = 100000, Enough = 100, Few = 10 };
  static double Times[2][Most];
  const double Second = ticksOfSecond(), Cycle = ticksOfCycle();
  const long Portion = portion(Run, Second);
  const uint64_t Begin = __rdtsc();
  long Num[2] = {0, 0}, I = 0, InTime = 0; // InTime: in the first Seconds.
  while (Num[0] + Num[1] < Most) {
    const double Spent = (double)(__rdtsc() - Begin) / Second;
    if (Spent > (Num[1] < Enough ? 5 * Seconds : Seconds))
      break;
    if (Spent < Seconds)
      InTime = I;
    int IsAlone = isAlone();
    const uint64_t From = __rdtsc();
    long Trips = 0;
    for (long J = 0; J < Portion; ++J)
      Trips += Run(I++);
    _mm_lfence();
    const uint64_t Taken = __rdtsc() - From;
    IsAlone &= isAlone();
    Times[IsAlone][Num[IsAlone]++] = (double)Taken / (double)Trips / Cycle;
  }
  const int Which = Num[1] >= Few;
  qsort(Times[Which], Num[Which], sizeof(double), compare);
  printf("%.4f %.4f %ld %ld\n", Times[Which][Num[Which] / 2],
         Times[Which][Num[Which] / 10], InTime, Which ? Num[1] : 0);
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
