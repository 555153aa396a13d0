//===- CycleTimer.cpp - Core cycles of a kernel ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleTimer.h"
#include "HostProcess.h"
#include "llvm/ADT/STLExtras.h"
#include <alloca.h>
#include <x86intrin.h>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

constexpr unsigned MaxCalls = 256;

namespace {

/// Times the batches of one round.
class Round {
public:
  Round(const LoadedKernel &K, const TripPlan &Trips, const TimerOptions &O,
        RoundFigures &Out)
      : K(K), Trips(Trips), Options(O), Out(Out) {}
  void run();

private:
  void chooseCalls(TimedCore &Core);
  void runBatch(long N);

  const LoadedKernel &K;
  const TripPlan &Trips;
  const TimerOptions &Options;
  RoundFigures &Out;
  unsigned NumCalls = 1;
  std::vector<uint8_t> Jitters; ///< Of all batches, one after the other.
  size_t Next = 0;              ///< Into Jitters: the next batch.
};

} // namespace

void Round::runBatch(long N) {
  Next = Next == Jitters.size() ? 0 : Next;
  // Without the fence the next call would begin while a chain of the last one
  // is still under way, and short runs would hide more than long ones.
  for (unsigned I = 0; I < NumCalls; ++I) {
    K.run(N + Trips.Jitter * Jitters[Next++]);
    _mm_lfence();
  }
}

void Round::chooseCalls(TimedCore &Core) {
  double Least = Options.Plan.BatchCycles;
  for (unsigned I = 0; I < 4; ++I) {
    const uint64_t Start = Core.readTicks();
    K.run(Trips.Many);
    const double Ticks = Core.readTicks() - Start;
    // By a clock with long steps a short call may take no time.
    Least = std::min(Least, std::max(Ticks, Options.Traits.TickStep) /
                                Options.Traits.TicksPerCycle);
  }
  NumCalls = std::clamp(static_cast<unsigned>(Options.Plan.BatchCycles / Least),
                        Options.Plan.MinCalls, MaxCalls);
}

void Round::run() {
  // The parent has made sure that there is a clock.
  std::unique_ptr<TimedCore> Core = cantFail(openHostCore());
  K.init();
  chooseCalls(*Core);
  Jitters = drawJitters(NumCalls, Trips.NumJitters);
  SampleTimer Timer(*Core, Options.Traits, Options.Plan);
  auto Samples = Timer.run(
      {[&] { runBatch(Trips.Few); }, [&] { runBatch(Trips.Many); }}, [&] {
        K.init();
        K.run(Trips.Many);
      });
  auto Summarize = [&](std::vector<double> &Batches) {
    for (double &Cycles : Batches)
      Cycles /= NumCalls;
    return summarizeSamples(Batches, Timer.stepCycles() / NumCalls);
  };
  Out.NumKept = std::min(Samples[0].size(), Samples[1].size());
  Out.Few = Summarize(Samples[0]);
  Out.Many = Summarize(Samples[1]);
}

/// Runs with the stack at the same place in a page, however large the
/// environment is: else the kernel's spills would alias with other data.
[[gnu::noinline]] static void runAligned(Round &R) {
  uintptr_t Offset = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  volatile char *Pad = static_cast<char *>(alloca(Offset % 4096 + 64));
  Pad[0] = 0;
  R.run();
}

//===----------------------------------------------------------------------===//
// In the parent
//===----------------------------------------------------------------------===//

Expected<Timing> kernelbounds::timeKernel(const LoadedKernel &K,
                                          const TripPlan &Plan,
                                          const TimerOptions &Options) {
  assert(isPowerOf2_32(Plan.NumJitters) && Plan.NumJitters <= 8 &&
         "checked by the caller");
  auto Clock = findCycleClock();
  if (!Clock)
    return Clock.takeError();
  Expected<SharedMemory> Memory = SharedMemory::create(sizeof(RoundFigures));
  if (!Memory)
    return Memory.takeError();
  auto &Figures = *new (Memory->data()) RoundFigures;
  auto T = timeInRounds(
      Options.MaxRounds, Options.Tolerance, Options.Plan.Repetitions / 4,
      [&]() -> Expected<RoundFigures> {
        Figures = RoundFigures();
        Error E = runInChild(Options.Cpu, Options.TimeLimit, [&] {
          Round R(K, Plan, Options, Figures);
          runAligned(R);
        });
        if (E)
          return std::move(E);
        return Figures;
      });
  if (T)
    T->Source = Clock->Source;
  return T;
}
