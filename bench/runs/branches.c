// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- branches.c - Loops with branches that data decide --------*- C -*-===//
///
/// \file
/// The program of bench/runs/branches.py. Each kernel goes through data of some
/// kind. Both sides of a branch take the same time, so that the same data in
/// another order (sorted) differ in mispredictions only.
///
///   branches list                             prints the names
///   branches NAME data|sorted time SECONDS    prints the cycles of a trip, as
///   branches NAME data|sorted run TIMES       kernels.c does; or only runs
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "timing.h"
#include <string.h>

#define KERNEL static __attribute__((noinline)) long
/// Keeps the compiler from making moves of a branch.
#define STAYS(X) __asm__ volatile("" : "+r"(X))
/// Both sides take a cycle.
#define EITHER(Test, S, Sum, Bits)                                             \
  if (Test) {                                                                  \
    S += (Sum);                                                                \
    STAYS(S);                                                                  \
  } else {                                                                     \
    S ^= (Bits);                                                               \
    STAYS(S);                                                                  \
  }

/// So long that no predictor learns the data by heart, as Zen 4 does with 65536
/// random bits; prefetchers fetch them in time.
enum { Num = 1 << 21, NumKeys = 4096 };
static uint16_t Data[Num], Keys[NumKeys];
uint64_t Sink;

static uint32_t nextRandom(void) {
  static uint64_t State = 1;
  State = State * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(State >> 33);
}

//===----------------------------------------------------------------------===//
// Data: 0 and 1, or a few more values
//===----------------------------------------------------------------------===//

static uint32_t oneOf2(long I) { return (void)I, nextRandom() % 2; }
static uint32_t oneOf4(long I) { return (void)I, nextRandom() % 4 == 0; }
static uint32_t oneOf10(long I) { return (void)I, nextRandom() % 10 == 0; }
static uint32_t oneOf20(long I) { return (void)I, nextRandom() % 20 == 0; }
static uint32_t every4th(long I) { return I % 4 == 0; }
static uint32_t of7(long I) { return 0x59 >> I % 7 & 1; }
static uint32_t of16(long I) { return 0x9b35 >> I % 16 & 1; }
static uint32_t noisy(long I) {
  return (I % 4 == 0) ^ (nextRandom() % 20 == 0);
}
static uint32_t oneOf3(long I) { return (void)I, nextRandom() % 3; }
/// The same as before in 9 of 10 cases.
static uint32_t sticky(long I) {
  static uint32_t Last;
  return (void)I, Last ^= nextRandom() % 10 == 0;
}
static uint32_t shortTrips(long I) { return (void)I, 1 + nextRandom() % 8; }

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// One branch.
KERNEL once(long I) {
  uint64_t S = (uint64_t)I;
  for (long J = 0; J < Num; ++J) {
    EITHER(Data[J] != 0, S, 3, 5)
  }
  Sink = S;
  return Num;
}

/// The second branch goes as the first one.
KERNEL twice(long I) {
  uint64_t S = (uint64_t)I;
  for (long J = 0; J < Num; ++J) {
    uint32_t X = Data[J];
    EITHER(X != 0, S, 3, 5)
    STAYS(X);
    EITHER(X != 0, S, 9, 7)
  }
  Sink = S;
  return Num;
}

/// Two branches, of which the second runs in two of three cases.
KERNEL threeWays(long I) {
  uint64_t S = (uint64_t)I;
  for (long J = 0; J < Num; ++J) {
    uint32_t X = Data[J];
    if (X == 0) {
      S += 3;
      STAYS(S);
      continue;
    }
    STAYS(X);
    EITHER(X == 1, S, 9, 7)
  }
  Sink = S;
  return Num;
}

/// A visit of some trips for each datum: its end is the question.
KERNEL visits(long I) {
  uint64_t S = (uint64_t)I;
  long Trips = 0;
  for (long J = 0; J < Num; ++J) {
    uint32_t X = Data[J];
    Trips += X;
    do {
      S += 3;
      STAYS(S);
    } while (--X != 0);
  }
  Sink = S;
  return Trips;
}

/// Binary search: which half, in each trip.
KERNEL search(long I) {
  uint64_t S = (uint64_t)I;
  long Trips = 0;
  for (long J = 0; J < 4096; ++J) {
    const uint32_t Key = Data[(J + 4096 * I) % Num];
    uint32_t Low = 0, Size = NumKeys;
    while (Size > 1) {
      Size /= 2;
      ++Trips;
      if (Keys[Low + Size] <= Key) {
        Low += Size;
        STAYS(Low);
      } else {
        S += 1;
        STAYS(S);
      }
    }
    S += Low;
  }
  Sink = S;
  return Trips;
}
static uint32_t anyKey(long I) { return (void)I, nextRandom() % NumKeys; }

static const struct Kernel {
  const char *Name;
  long (*Run)(long);
  uint32_t (*Datum)(long);
} Kernels[] = {
    {"one_of_2", once, oneOf2},        {"one_of_4", once, oneOf4},
    {"one_of_10", once, oneOf10},      {"one_of_20", once, oneOf20},
    {"sticky", once, sticky},          {"every_4th", once, every4th},
    {"pattern_7", once, of7},          {"pattern_16", once, of16},
    {"noisy_pattern", once, noisy},    {"same_twice", twice, oneOf2},
    {"three_ways", threeWays, oneOf3}, {"short_visits", visits, shortTrips},
    {"binary_search", search, anyKey}};
enum { NumKernels = sizeof(Kernels) / sizeof(Kernels[0]) };

static int ascending(const void *A, const void *B) {
  return *(const uint16_t *)A - *(const uint16_t *)B;
}

static const char *nameOf(int Number) { return Kernels[Number].Name; }

int main(int Argc, char **Argv) {
  const int Chosen = chosenKernel(Argc, Argv, nameOf, NumKernels);
  if (Chosen < 0)
    return Argc == 2 ? 0 : 2;
  const struct Kernel *K = &Kernels[Chosen];
  for (long I = 0; I < Num; ++I) {
    Data[I] = (uint16_t)K->Datum(I);
    if (I < NumKeys)
      Keys[I] = (uint16_t)I;
  }
  if (strcmp(Argv[2], "sorted") == 0)
    qsort(Data, Num, sizeof(Data[0]), ascending);
  if (strcmp(Argv[3], "time") == 0) {
    measure(K->Run, atof(Argv[4]));
    return 0;
  }
  for (long I = 0, Times = atol(Argv[4]); I < Times; ++I)
    K->Run(I);
  return 0;
}
