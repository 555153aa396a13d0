//===- HostThread.cpp - A stopped thread of this machine ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostThread.h"
#include "HostRegisters.h"
#include "ThreadFiles.h"
#include "TraceDecoder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <ctime>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <unordered_map>

using namespace kernelbounds;
using namespace llvm;

std::optional<ThreadPlace> kernelbounds::placeOf(pid_t Tid) {
  ThreadPlace P;
  if (!readPlace(Tid, P.Address, P.IsInSystem))
    return std::nullopt;
  return P;
}

namespace {

/// Moves the calling thread to the processor of thread \p Tid for as long as it
/// lives: stepping is a matter of switching to and fro.
class BesideThread {
public:
  explicit BesideThread(pid_t Tid) {
    IsKnown = sched_getaffinity(0, sizeof(Before), &Before) == 0;
    const int Cpu = cpuOf(Tid);
    if (!IsKnown || Cpu < 0 || Cpu >= CPU_SETSIZE)
      return;
    cpu_set_t One;
    CPU_ZERO(&One);
    CPU_SET(Cpu, &One);
    sched_setaffinity(0, sizeof(One), &One);
  }
  ~BesideThread() {
    if (IsKnown)
      sched_setaffinity(0, sizeof(Before), &Before);
  }
  BesideThread(const BesideThread &) = delete;
  BesideThread &operator=(const BesideThread &) = delete;

private:
  /// The 39th field of proc_pid_stat(5), 36 behind the state; -1: not known.
  static int cpuOf(pid_t Tid) {
    auto Text = MemoryBuffer::getFileAsStream("/proc/" + Twine(Tid) + "/stat");
    if (!Text)
      return -1;
    SmallVector<StringRef, 64> Fields;
    (*Text)->getBuffer().rsplit(')').second.ltrim().split(Fields, ' ');
    int Cpu = -1;
    if (Fields.size() > 36)
      Fields[36].getAsInteger(10, Cpu);
    return Cpu;
  }

  cpu_set_t Before;
  bool IsKnown; ///< Not on machines with more processors than a cpu_set_t has.
};

class HostStepper final : public ThreadStepper {
public:
  explicit HostStepper(std::unique_ptr<TraceDecoder> Decoder)
      : Decoder(std::move(Decoder)),
        Registers(
            HostRegisters::create(this->Decoder->target().registerInfo())) {}
  std::optional<int> step(pid_t Pid, pid_t Tid, unsigned Most,
                          SteppedStretch &Out) override;
  std::optional<int> runOn(pid_t Tid, SteppedStretch &Out) override;

private:
  static constexpr uint32_t NoInst = ~0u;

  /// Where a thread is between two windows.
  struct Position {
    uint32_t Inst = NoInst; ///< Of the stretch, if it is there.
    uint64_t Nanoseconds = 0;
    std::vector<uint64_t> Addresses; ///< Of the accesses, as TraceMove.
  };
  Position positionOf(pid_t Tid, ArrayRef<TraceMove> Accesses) const;

  uint32_t findInst(pid_t Pid, uint64_t Address, SteppedStretch &Out);

  std::unique_ptr<TraceDecoder> Decoder;
  std::unique_ptr<HostRegisters> Registers;
  // Of the present stretch.
  /// NoInst: not to be stepped. A program may jump to any address.
  std::unordered_map<uint64_t, uint32_t> ByAddress;
  Kernel Insts; ///< Parallel to SteppedStretch::Insts.
};

} // namespace

/// Reads \p Into from the memory of \p Pid. \returns bytes that are there.
static size_t readMemory(pid_t Pid, uint64_t Address,
                         MutableArrayRef<uint8_t> Into) {
  const uint64_t Page = sysconf(_SC_PAGESIZE);
  // The next page need not be there.
  const size_t First = std::min<uint64_t>(Into.size(), Page - Address % Page);
  size_t Done = 0;
  for (size_t End : {First, Into.size()}) {
    if (Done == End)
      continue;
    iovec To = {Into.data() + Done, End - Done};
    // An address of the other process.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    iovec From = {reinterpret_cast<void *>(Address + Done), End - Done};
    const ssize_t Got = process_vm_readv(Pid, &To, 1, &From, 1, 0);
    if (Got <= 0)
      break;
    Done += Got;
  }
  return Done;
}

uint32_t HostStepper::findInst(pid_t Pid, uint64_t Address,
                               SteppedStretch &Out) {
  auto [It, IsNew] = ByAddress.try_emplace(Address, NoInst);
  if (!IsNew)
    return It->second;
  SteppedInst New;
  New.Address = Address;
  const size_t Size = readMemory(Pid, Address, New.Bytes);
  const ArrayRef<uint8_t> Bytes(New.Bytes.data(), Size);
  if (Size == 0 || mustNotStep(Bytes))
    return NoInst;
  const std::optional<ListedInst> Listed = Decoder->decode(Bytes, Address);
  if (!Listed)
    return NoInst;
  New.Size = Listed->Size;
  std::fill(New.Bytes.begin() + New.Size, New.Bytes.end(), 0);
  Decoder->semantics().append(*Listed, Insts);
  const KernelInst &I = Insts.Insts.back();
  for (const MemRef &M : Insts.mems(I))
    New.NumAccesses += isRecorded(I, M);
  It->second = Out.Insts.size();
  Out.Insts.push_back(New);
  return It->second;
}

std::optional<int> HostStepper::step(pid_t Pid, pid_t Tid, unsigned Most,
                                     SteppedStretch &Out) {
  BesideThread Here(Tid);
  ByAddress.clear();
  Insts = Kernel();
  Out = {};
  for (unsigned N = 0; N < Most; ++N) {
    if (!Registers->read(Tid))
      return std::nullopt;
    const uint32_t Inst =
        Registers->isDecoded() ? findInst(Pid, Registers->pc(), Out) : NoInst;
    if (Inst == NoInst)
      return std::nullopt;
    if (ptrace(PTRACE_SINGLESTEP, Tid, nullptr, nullptr) < 0)
      return std::nullopt;
    Out.Path.push_back(Inst);
    const KernelInst &I = Insts.Insts[Inst];
    for (const MemRef &M : Insts.mems(I))
      if (isRecorded(I, M))
        Out.Addresses.push_back(Registers->address(M));
    int Status = 0;
    if (waitpid(Tid, &Status, __WALL) != Tid)
      return std::nullopt;
    if (!WIFSTOPPED(Status) || Status >> 8 != SIGTRAP)
      return Status;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// Accesses that ran so often may be those of a loop.
static constexpr unsigned ManyRuns = 16;
/// Windows of different lengths tell the trips from the stops.
static constexpr std::chrono::microseconds WindowLengths[] = {
    std::chrono::microseconds(60), std::chrono::microseconds(120),
    std::chrono::microseconds(240), std::chrono::microseconds(480)};
static constexpr unsigned WindowRounds = 2;
/// A running thread stops within microseconds if its processor is free.
static constexpr std::chrono::milliseconds LongestStop(200);

/// The time of a cycle in femtoseconds, by the fastest of some chains of
/// additions, which take a cycle each; 0 if the clock is too coarse.
static uint64_t timeCycle() {
  constexpr unsigned Rounds = 8, Trips = 2000, AddsPerTrip = 10;
  auto Now = [] {
    timespec T;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
    return uint64_t(T.tv_sec) * 1000000000 + uint64_t(T.tv_nsec);
  };
  uint64_t Best = UINT64_MAX;
  for (unsigned R = 0; R < Rounds; ++R) {
    const uint64_t Begin = Now();
    addInChain(Trips);
    Best = std::min(Best, Now() - Begin);
  }
  return Best * 1000000 / (Trips * AddsPerTrip);
}

HostStepper::Position
HostStepper::positionOf(pid_t Tid, ArrayRef<TraceMove> Accesses) const {
  Position P;
  if (!Registers->read(Tid) || !Registers->isDecoded())
    return P;
  const auto It = ByAddress.find(Registers->pc());
  if (It == ByAddress.end() || It->second == NoInst)
    return P;
  P.Inst = It->second;
  P.Nanoseconds = nanosecondsOf(Tid);
  for (const TraceMove &A : Accesses) {
    unsigned Number = 0;
    const KernelInst &I = Insts.Insts[A.Inst];
    for (const MemRef &M : Insts.mems(I))
      if (isRecorded(I, M) && Number++ == A.Access)
        P.Addresses.push_back(Registers->address(M));
  }
  return P;
}

/// Lets the stopped thread \p Tid run for about \p Length. \returns as
/// ThreadStepper::runOn().
static std::optional<int> runFor(pid_t Tid, std::chrono::microseconds Length) {
  using namespace std::chrono;
  if (ptrace(PTRACE_CONT, Tid, nullptr, nullptr) < 0)
    return GoesOn;
  std::this_thread::sleep_for(Length);
  // Some system calls of threads that wait end early where they are stopped.
  if (stateOf(Tid) != 'R' ||
      ptrace(PTRACE_INTERRUPT, Tid, nullptr, nullptr) < 0)
    return GoesOn;
  const auto End = steady_clock::now() + LongestStop;
  int Status = 0;
  for (;;) {
    const pid_t Got = waitpid(Tid, &Status, __WALL | WNOHANG);
    if (Got == Tid)
      break;
    // The stop comes later, and is none that anybody asked for.
    if (Got < 0 || steady_clock::now() > End)
      return GoesOn;
    std::this_thread::sleep_for(microseconds(20));
  }
  if (Status >> 16 == PTRACE_EVENT_STOP && WIFSTOPPED(Status) &&
      WSTOPSIG(Status) == SIGTRAP)
    return std::nullopt;
  return Status;
}

std::optional<int> HostStepper::runOn(pid_t Tid, SteppedStretch &Out) {
  std::vector<unsigned> Runs(Out.Insts.size());
  for (uint32_t I : Out.Path)
    ++Runs[I];
  std::vector<TraceMove> Accesses;
  for (uint32_t I = 0; I < Out.Insts.size(); ++I)
    for (unsigned A = 0; Runs[I] >= ManyRuns && A < Out.Insts[I].NumAccesses;
         ++A)
      Accesses.push_back({I, static_cast<uint8_t>(A), 0});
  if (Accesses.empty())
    return std::nullopt;
  const uint64_t Cycle = timeCycle();
  Position Before = positionOf(Tid, Accesses);
  for (unsigned Round = 0; Round < WindowRounds; ++Round)
    for (const auto Length : WindowLengths) {
      if (auto Other = runFor(Tid, Length))
        return Other;
      Position Now = positionOf(Tid, Accesses);
      if (Before.Inst != NoInst && Now.Inst != NoInst) {
        SteppedWindow W{0,        Before.Inst,
                        Now.Inst, Now.Nanoseconds - Before.Nanoseconds,
                        Cycle,    Accesses};
        for (auto [M, From, To] :
             zip_equal(W.Moves, Before.Addresses, Now.Addresses))
          M.Bytes = static_cast<int64_t>(To - From);
        Out.Windows.push_back(std::move(W));
      }
      Before = std::move(Now);
    }
  return std::nullopt;
}

Expected<std::unique_ptr<ThreadStepper>> ThreadStepper::create() {
  auto Decoder = TraceDecoder::create(Triple(sys::getProcessTriple()));
  if (!Decoder)
    return Decoder.takeError();
  return std::make_unique<HostStepper>(std::move(*Decoder));
}
