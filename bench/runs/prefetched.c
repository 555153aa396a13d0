// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- prefetched.c - What prefetchers have fetched -------------*- C -*-===//
///
/// \file
/// How far ahead of a row of loads lines are fetched, on x86-64.
///
///   prefetched LINES OTHERS TRIALS [KBYTES [PAUSE]]
///
/// A trial drops a region from all caches and then loads from LINES lines of
/// it, one after the other, each address from the loaded value before. With
/// each line go OTHERS lines of another array of KBYTES (128), one behind the
/// other, which are in the second level; PAUSE (0) is the number of further
/// cycles that a line takes. When all is quiet again, one load asks for one
/// line of the region. Printed is for each distance from the last line how many
/// of 100 trials took so long that the line must have come from memory, and
/// the mean ticks of all trials.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <x86intrin.h>

enum { Line = 64, Page = 4096, Farthest = 140, NumRegions = 64 };

static char *allocate(size_t Bytes) {
  char *P = mmap(0, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  if (P == MAP_FAILED)
    exit(2);
  madvise(P, Bytes, MADV_NOHUGEPAGE);
  memset(P, 0, Bytes);
  return P;
}

/// 0, after so many pairs of additions that wait for \p Zero.
static uint64_t later(uint64_t Zero, long Pairs) {
  for (long I = 0; I < Pairs; ++I)
    __asm__ volatile("add $1, %0\n sub $1, %0" : "+r"(Zero));
  return Zero;
}

static char *Others;
static long NumOtherLines, NextOther;

/// \returns 0 when the last load is done.
static uint64_t loadRow(const char *Begin, long Lines, long PerLine,
                        long Pause) {
  uint64_t Zero = 0;
  for (long I = 0; I < Lines; ++I) {
    __asm__ volatile("add (%1,%0), %0" : "+r"(Zero) : "r"(Begin + I * Line));
    Zero = later(Zero, Pause / 2);
    for (long J = 0; J < PerLine; ++J) {
      (void)*(volatile char *)(Others + NextOther * Line);
      NextOther = (NextOther + 1) % NumOtherLines;
    }
  }
  return Zero;
}

/// Ticks of a load from \p P.
static uint64_t ticksOf(const char *P) {
  _mm_lfence();
  const uint64_t Begin = __rdtsc();
  _mm_lfence();
  (void)*(volatile const char *)P;
  _mm_lfence();
  return __rdtsc() - Begin;
}

int main(int Argc, char **Argv) {
  if (Argc < 4)
    return 2;
  const long Lines = atol(Argv[1]), PerLine = atol(Argv[2]);
  const long Trials = atol(Argv[3]), Pause = Argc > 5 ? atol(Argv[5]) : 0;
  NumOtherLines = (Argc > 4 ? atol(Argv[4]) : 128) * 1024 / Line;
  const long Bytes = ((Lines + Farthest) * Line / Page + 1) * Page;
  Others = allocate(NumOtherLines * Line);
  char *Regions = allocate(NumRegions * Bytes);
  for (long Ahead = 0; Ahead < Farthest; Ahead += Ahead < 8 ? 1 : 4) {
    long NumFar = 0;
    uint64_t Sum = 0;
    for (long Trial = 0; Trial < Trials; ++Trial) {
      char *Region = Regions + rand() % NumRegions * Bytes;
      for (long At = 0; At < Bytes; At += Line)
        _mm_clflush(Region + At);
      for (long I = 0; I < NumOtherLines; ++I)
        (void)*(volatile char *)(Others + I * Line);
      _mm_mfence();
      const uint64_t Zero = loadRow(Region, Lines, PerLine, Pause);
      const char *P = Region + (Lines + Ahead) * Line + later(Zero, 3000);
      const uint64_t Ticks = ticksOf(P);
      NumFar += Ticks > 190;
      Sum += Ticks;
    }
    printf("%ld: %ld of 100 from memory, %.0f ticks\n", Ahead,
           100 * NumFar / Trials, (double)Sum / (double)Trials);
  }
  return 0;
}
