//===- TimeLoops.cpp - Cycles per trip of loops in a library --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///   kb-time-loops LIBRARY [ROUNDS]
///   NAME CYCLES
///
/// Cycles per trip of the loops in kb_table of a shared library (loops.py).
/// Each loop is timed with few and with many trips, in up to ROUNDS rounds
/// until two agree; the difference counts.
///
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTimer.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/mman.h>
#include <x86intrin.h>

using namespace kernelbounds;

namespace {

struct Entry {
  const char *Name;
  void (*Run)(uint64_t Trips, void *Data, void *More);
};

constexpr size_t DataBytes = 1 << 21;

/// Prints the figure of \p E.
void measure(const Entry &E, char *Data, HostTimer &Timer, unsigned Rounds) {
  // Far apart, and with room before each.
  void *P = Data + 4096 * 16, *Q = Data + 4096 * 64;
  const double Wanted = Timer.plan().BatchCycles;
  uint64_t Many = 16;
  while (Many < 100000 &&
         Timer.estimate([&] { E.Run(Many, P, Q); }) < Wanted / 2)
    Many *= 2;
  const uint64_t Few = Many / 4;
  auto T = Timer.time([&] { E.Run(Few, P, Q); }, [&] { E.Run(Many, P, Q); },
                      Rounds, /*Tolerance=*/0.005);
  if (!T) {
    std::fprintf(stderr, "kb-time-loops: warning: %s: %s\n", E.Name,
                 toString(T.takeError()).c_str());
    return;
  }
  if (!T->IsSteady)
    std::fprintf(stderr, "kb-time-loops: warning: %s: no two rounds agree\n",
                 E.Name);
  std::printf("%s %.3f\n", E.Name, T->Cycles / (Many - Few));
  std::fflush(stdout);
}

int fail(const std::string &Why) {
  std::fprintf(stderr, "kb-time-loops: error: %s\n", Why.c_str());
  return 1;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 2 && Argc != 3) {
    std::fprintf(stderr, "usage: kb-time-loops LIBRARY [ROUNDS]\n");
    return 2;
  }
  const unsigned Rounds = Argc == 3 ? std::max(2, std::atoi(Argv[2])) : 8;
  void *Library = dlopen(Argv[1], RTLD_NOW);
  if (!Library)
    return fail(dlerror());
  auto *Table = static_cast<const Entry *>(dlsym(Library, "kb_table"));
  auto *Count = static_cast<const uint64_t *>(dlsym(Library, "kb_count"));
  if (!Table || !Count)
    return fail(std::string(Argv[1]) + ": expected kb_table and kb_count");
  void *Memory = mmap(nullptr, DataBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (Memory == MAP_FAILED)
    return fail("no memory");
  auto *Data = static_cast<double *>(Memory);
  auto Timer = HostTimer::open(-1);
  if (!Timer)
    return fail(toString(Timer.takeError()));
  _mm_setcsr(0x9fc0); // Denormals are zero: no assists.
  for (const Entry *E = Table; E != Table + *Count; ++E) {
    std::fill_n(Data, DataBytes / sizeof(double), 1.0);
    measure(*E, reinterpret_cast<char *>(Data), *Timer, Rounds);
  }
}
