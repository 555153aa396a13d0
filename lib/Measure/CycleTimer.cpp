//===- CycleTimer.cpp - Core cycles of a kernel ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CycleTimer.h"
#include "HostProcess.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <alloca.h>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <linux/perf_event.h>
#include <numeric>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

namespace {

/// The system's counter of this process's core cycles.
class PerfEventCounter : public CycleCounter {
public:
  ~PerfEventCounter() override {
    if (Fd >= 0)
      close(Fd);
  }
  int open() override;
  std::optional<uint64_t> read() override;

private:
  int Fd = -1;
};

} // namespace

int PerfEventCounter::open() {
  perf_event_attr Attr;
  std::memset(&Attr, 0, sizeof(Attr));
  Attr.size = sizeof(Attr);
  Attr.type = PERF_TYPE_HARDWARE;
  Attr.config = PERF_COUNT_HW_CPU_CYCLES;
  Attr.exclude_kernel = 1;
  Attr.exclude_hv = 1;
  Attr.pinned = 1;
  Fd = syscall(SYS_perf_event_open, &Attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return Fd < 0 ? errno : 0;
}

std::optional<uint64_t> PerfEventCounter::read() {
  uint64_t Count = 0;
  if (::read(Fd, &Count, sizeof(Count)) != sizeof(Count))
    return std::nullopt;
  return Count;
}

/// Work for a counter to count.
static void countTo10000() {
  for (volatile unsigned I = 0; I < 10000;)
    I = I + 1;
}

static bool hasConstantCounter() {
  if (!hostCpu().MayUseStamps)
    return false;
  unsigned A = 0, B = 0, C = 0, D = 0;
  __asm__("cpuid" : "=a"(A), "=b"(B), "=c"(C), "=d"(D) : "a"(0x80000000));
  if (A < 0x80000007)
    return false;
  __asm__("cpuid" : "=a"(A), "=b"(B), "=c"(C), "=d"(D) : "a"(0x80000007));
  return D & (1 << 8);
}

Expected<CycleClock> kernelbounds::findCycleClock() {
  PerfEventCounter Counter;
  return chooseClock(Counter, countTo10000, hasConstantCounter());
}

static uint64_t readTicks() {
  _mm_lfence();
  uint64_t Ticks = __rdtsc();
  _mm_lfence();
  return Ticks;
}

constexpr unsigned ChainLength = 2400, ChainCycles = 3 * ChainLength;

/// Ticks of a chain of ChainLength multiplications, each waiting for the last.
static uint64_t timeChain() {
  uint64_t X = 3, Turns = ChainLength / 8;
  uint64_t Start = readTicks();
  __asm__ volatile("1:\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "decq %1\n\tjnz 1b"
                   : "+r"(X), "+r"(Turns)
                   :
                   : "cc");
  return readTicks() - Start;
}

/// Ticks of additions that keep every core to its full width.
static uint64_t timeProbe() {
  uint64_t Turns = 300;
  uint64_t Start = readTicks();
  __asm__ volatile("1:\n\t"
                   "addq $1, %%rax\n\taddq $1, %%rcx\n\t"
                   "addq $1, %%rdx\n\taddq $1, %%rsi\n\t"
                   "addq $1, %%rdi\n\taddq $1, %%r8\n\t"
                   "addq $1, %%r9\n\taddq $1, %%r10\n\t"
                   "addq $1, %%rax\n\taddq $1, %%rcx\n\t"
                   "addq $1, %%rdx\n\taddq $1, %%rsi\n\t"
                   "addq $1, %%rdi\n\taddq $1, %%r8\n\t"
                   "addq $1, %%r9\n\tdecq %0\n\tjnz 1b"
                   : "+r"(Turns)
                   :
                   : "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                     "r10");
  return readTicks() - Start;
}

static uint64_t smallestOverhead() {
  uint64_t Least = ~uint64_t(0);
  for (unsigned I = 0; I < 32; ++I) {
    uint64_t Start = readTicks();
    Least = std::min(Least, readTicks() - Start);
  }
  return Least;
}

/// Chains that differ by more were not timed at one frequency.
static bool areAlike(double A, double B) {
  return std::fabs(A - B) < 0.004 * A;
}

/// Probes kept, the last ones if there are more.
constexpr size_t MaxProbes = 1 << 16;

double kernelbounds::findQuietProbe(int Cpu, unsigned MilliSeconds) {
  Expected<SharedMemory> Memory =
      SharedMemory::create((MaxProbes + 1) * sizeof(double));
  if (!Memory)
    return consumeError(Memory.takeError()), 0;
  auto *Probes = static_cast<double *>(Memory->data());
  double &Number = Probes[MaxProbes];
  Error E = runInChild(Cpu, 60, [&] {
    uint64_t Overhead = smallestOverhead();
    auto Start = std::chrono::steady_clock::now();
    size_t N = 0;
    while (std::chrono::steady_clock::now() - Start <
           std::chrono::milliseconds(MilliSeconds)) {
      double Before = timeChain() - Overhead, Probe = timeProbe() - Overhead,
             After = timeChain() - Overhead;
      if (areAlike(Before, After))
        Probes[N++ % MaxProbes] = Probe * ChainCycles / ((Before + After) / 2);
    }
    Number = std::min(N, MaxProbes);
  });
  consumeError(std::move(E));
  return leastCommon({Probes, static_cast<size_t>(Number)});
}

//===----------------------------------------------------------------------===//
// In the child
//===----------------------------------------------------------------------===//

constexpr unsigned MaxRepetitions = 256, MaxCalls = 256;
/// Cycles that a batch of calls should take: long beside the clock's own time,
/// short beside the system's time slice.
constexpr double BatchCycles = 40000;

namespace {

/// What the child leaves in shared memory.
struct RoundResult {
  double Few[MaxRepetitions], Many[MaxRepetitions]; ///< Cycles of a call.
  unsigned NumKept;
  CycleSource Source;
};

/// Times the batches of one round.
class Round {
public:
  Round(const LoadedKernel &K, const TripPlan &Plan, const TimerOptions &O,
        RoundResult &Out)
      : K(K), Plan(Plan), Options(O), Out(Out) {}
  void run();

private:
  void drawTrips();
  void chooseCalls();
  void runBatch(long Trips) const;
  /// Cycles of the batch; \p Clean becomes false if something disturbed it.
  double timeByCounter(long Trips);
  double timeByChain(long Trips, bool &Clean) const;
  /// Whether the probe, of \p Ticks, ran in peace.
  bool isQuiet(double Ticks, double ChainTicks) const;

  const LoadedKernel &K;
  const TripPlan &Plan;
  const TimerOptions &Options;
  RoundResult &Out;
  unsigned NumCalls = 1;
  uint64_t Overhead = 0; ///< Ticks of reading the clock.
  PerfEventCounter Counter;
  long Jitters[MaxCalls];
};

} // namespace

void Round::drawTrips() {
  uint32_t State = 1;
  for (long &J : Jitters) {
    State = State * 1664525 + 1013904223;
    J = Plan.Jitter * ((State >> 16) & (Plan.NumJitters - 1));
  }
}

void Round::runBatch(long Trips) const {
  // Without the fence the next call would begin while a chain of the last one
  // is still under way, and short runs would hide more than long ones.
  for (unsigned I = 0; I < NumCalls; ++I) {
    K.run(Trips + Jitters[I]);
    _mm_lfence();
  }
}

bool Round::isQuiet(double Ticks, double ChainTicks) const {
  return Options.QuietProbe == 0 ||
         Ticks * ChainCycles / ChainTicks < 1.03 * Options.QuietProbe;
}

double Round::timeByCounter(long Trips) {
  return countCycles(Counter, [&] { runBatch(Trips); });
}

double Round::timeByChain(long Trips, bool &Clean) const {
  double Before = timeChain() - Overhead;
  Clean = Clean && isQuiet(timeProbe() - Overhead, Before);
  if (!Clean)
    return 0;
  uint64_t Start = readTicks();
  runBatch(Trips);
  double Ticks = readTicks() - Start - Overhead;
  double Probe = timeProbe() - Overhead;
  double After = timeChain() - Overhead;
  Clean = areAlike(Before, After) && isQuiet(Probe, After);
  return Ticks * ChainCycles / ((Before + After) / 2);
}

void Round::chooseCalls() {
  double Least = BatchCycles;
  for (unsigned I = 0; I < 4; ++I) {
    uint64_t Start = readTicks();
    K.run(Plan.Many);
    Least = std::min<double>(Least, readTicks() - Start);
  }
  NumCalls =
      std::clamp(static_cast<unsigned>(BatchCycles / Least), 8u, MaxCalls);
}

void Round::run() {
  // The parent has made sure that there is one or the other.
  Out.Source =
      cantFail(chooseClock(Counter, countTo10000, /*HasStamps=*/true)).Source;
  bool Counts = Out.Source == CycleSource::PerfEvent;
  drawTrips();
  K.init();
  Overhead = smallestOverhead();
  chooseCalls();
  unsigned NumDisturbed = 0;
  for (unsigned I = 0;
       I < Options.MaxTries && Out.NumKept < Options.Repetitions; ++I) {
    if (I % 4 == 0) {
      K.init();
      K.run(Plan.Many);
    }
    bool Clean = true;
    double Few =
        Counts ? timeByCounter(Plan.Few) : timeByChain(Plan.Few, Clean);
    if (!Clean) {
      // Whoever disturbs us may want to be done with it.
      if (++NumDisturbed % 64 == 0)
        usleep(1000);
      continue;
    }
    double Many =
        Counts ? timeByCounter(Plan.Many) : timeByChain(Plan.Many, Clean);
    if (!Clean || Few <= 0 || Many <= 0)
      continue;
    Out.Few[Out.NumKept] = Few / NumCalls;
    Out.Many[Out.NumKept++] = Many / NumCalls;
  }
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

namespace {

/// Cycles of a call in each round: the smallest, and how far the first quartile
/// lies above it.
struct RoundFigures {
  std::vector<double> Few, Many, Above;

  void add(RoundResult &R);
  bool empty() const { return Few.empty(); }
};

} // namespace

void RoundFigures::add(RoundResult &R) {
  MutableArrayRef<double> F(R.Few, R.NumKept), M(R.Many, R.NumKept);
  llvm::sort(F);
  llvm::sort(M);
  Few.push_back(F.front());
  Many.push_back(M.front());
  Above.push_back(quantile(M, 0.25) - M.front() + quantile(F, 0.25) -
                  F.front());
}

/// The smallest value, and by how much the second smallest is larger; that is
/// the value itself if there is no second.
static std::pair<double, double> smallestTwo(std::vector<double> V) {
  llvm::sort(V);
  return {V[0], V.size() < 2 ? V[0] : V[1] - V[0]};
}

/// Sets cycles and spread of \p T. The two ends are told apart: were the
/// difference taken round by round, a disturbance of the short runs would make
/// it too small, and the smallest would be a wrong one.
/// \returns whether two rounds agree on either end.
static bool findAgreement(const RoundFigures &Rounds, double Tolerance,
                          Timing &T) {
  auto [Few, FewApart] = smallestTwo(Rounds.Few);
  auto [Many, ManyApart] = smallestTwo(Rounds.Many);
  T.Cycles = Many - Few;
  double Apart = FewApart + ManyApart;
  double Above = *llvm::min_element(Rounds.Above);
  T.Spread = std::max(Apart, Above) / std::max(T.Cycles, 1e-9);
  return T.Cycles > 0 && Apart <= Tolerance * T.Cycles;
}

Expected<Timing> kernelbounds::timeKernel(const LoadedKernel &K,
                                          const TripPlan &Plan,
                                          const TimerOptions &Options) {
  assert(isPowerOf2_32(Plan.NumJitters) && Plan.NumJitters <= 8 &&
         Options.Repetitions <= MaxRepetitions && "checked by the caller");
  Expected<SharedMemory> Memory = SharedMemory::create(sizeof(RoundResult));
  if (!Memory)
    return Memory.takeError();
  auto &Result = *static_cast<RoundResult *>(Memory->data());
  Timing T;
  RoundFigures Rounds;
  for (T.Rounds = 1; T.Rounds <= Options.MaxRounds; ++T.Rounds) {
    Result.NumKept = 0;
    Error E = runInChild(Options.Cpu, Options.TimeLimit, [&] {
      Round R(K, Plan, Options, Result);
      runAligned(R);
    });
    if (E)
      return std::move(E);
    T.Source = Result.Source;
    if (Result.NumKept >= std::max(Options.Repetitions / 4, 1u))
      Rounds.add(Result);
    T.IsSteady = !Rounds.empty() && findAgreement(Rounds, Options.Tolerance, T);
    if (T.IsSteady)
      return T;
  }
  --T.Rounds;
  if (Rounds.empty())
    return createStringError("no repetition without disturbance");
  return T;
}
