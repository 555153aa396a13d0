//===- HostThreadX86.cpp - A stopped thread of x86-64 ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostThread.h"
#include "ThreadFiles.h"
#include "TraceDecoder.h"
#include "kernel-bounds/Measure/RegisterReader.h"
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
#include <sys/user.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <unordered_map>

using namespace kernelbounds;
using namespace llvm;

std::optional<ThreadPlace> kernelbounds::placeOf(pid_t Tid) {
  user_regs_struct Regs;
  if (ptrace(PTRACE_GETREGS, Tid, nullptr, &Regs) < 0)
    return std::nullopt;
  // The number of the system call; -1 after an interrupt or a fault.
  return ThreadPlace{Regs.rip, static_cast<int64_t>(Regs.orig_rax) >= 0};
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

class StepperX86 final : public ThreadStepper {
public:
  explicit StepperX86(std::unique_ptr<TraceDecoder> Decoder)
      : Decoder(std::move(Decoder)),
        Reader(this->Decoder->target().registerInfo()) {}
  std::optional<int> step(pid_t Pid, pid_t Tid, unsigned Most,
                          SteppedStretch &Out) override;
  std::optional<int> runOn(pid_t Tid, SteppedStretch &Out) override;

private:
  static constexpr uint32_t NoInst = ~0u;
  static constexpr uint64_t Code64 = 0x33; ///< The system's segment for it.

  /// Where a thread is between two windows.
  struct Position {
    uint32_t Inst = NoInst; ///< Of the stretch, if it is there.
    uint64_t Nanoseconds = 0;
    std::vector<uint64_t> Addresses; ///< Of the accesses, as TraceMove.
  };
  Position positionOf(pid_t Tid, ArrayRef<TraceMove> Accesses) const;

  uint32_t findInst(pid_t Pid, uint64_t Address, SteppedStretch &Out);

  std::unique_ptr<TraceDecoder> Decoder;
  RegisterReader Reader;
  // Of the present stretch.
  /// NoInst: not to be stepped. A program may jump to any address.
  std::unordered_map<uint64_t, uint32_t> ByAddress;
  Kernel Insts; ///< Parallel to SteppedStretch::Insts.
};

} // namespace

/// Whether the instruction enters the system, stops the program, or stores the
/// flags, of which one says that it is stepped.
static bool mustNotStep(ArrayRef<uint8_t> Bytes) {
  while (Bytes.size() > 1 && (Bytes[0] == 0x66 || (Bytes[0] & 0xf0) == 0x40))
    Bytes = Bytes.drop_front();
  const uint8_t First = Bytes[0];
  if (First == 0x0f)
    return Bytes.size() > 1 && (Bytes[1] == 0x05 || Bytes[1] == 0x34);
  return First == 0xcc || First == 0xcd || First == 0xf1 || First == 0xf4 ||
         First == 0x9c;
}

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

uint32_t StepperX86::findInst(pid_t Pid, uint64_t Address,
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

std::optional<int> StepperX86::step(pid_t Pid, pid_t Tid, unsigned Most,
                                    SteppedStretch &Out) {
  BesideThread Here(Tid);
  ByAddress.clear();
  Insts = Kernel();
  Out = {};
  user_regs_struct Regs;
  for (unsigned N = 0; N < Most; ++N) {
    if (ptrace(PTRACE_GETREGS, Tid, nullptr, &Regs) < 0)
      return std::nullopt;
    // Code of 32 bits means something else.
    const uint32_t Inst =
        Regs.cs == Code64 ? findInst(Pid, Regs.rip, Out) : NoInst;
    if (Inst == NoInst)
      return std::nullopt;
    if (ptrace(PTRACE_SINGLESTEP, Tid, nullptr, nullptr) < 0)
      return std::nullopt;
    Out.Path.push_back(Inst);
    const KernelInst &I = Insts.Insts[Inst];
    for (const MemRef &M : Insts.mems(I))
      if (isRecorded(I, M))
        Out.Addresses.push_back(Reader.address(M, Regs, /*Bias=*/0));
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
    uint64_t X = 1;
    for (unsigned I = 0; I < Trips; ++I)
      __asm__ volatile("add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                       "add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                       "add $1, %0\n add $1, %0"
                       : "+r"(X));
    Best = std::min(Best, Now() - Begin);
  }
  return Best * 1000000 / (Trips * AddsPerTrip);
}

StepperX86::Position
StepperX86::positionOf(pid_t Tid, ArrayRef<TraceMove> Accesses) const {
  Position P;
  user_regs_struct Regs;
  if (ptrace(PTRACE_GETREGS, Tid, nullptr, &Regs) < 0 || Regs.cs != Code64)
    return P;
  const auto It = ByAddress.find(Regs.rip);
  if (It == ByAddress.end() || It->second == NoInst)
    return P;
  P.Inst = It->second;
  P.Nanoseconds = nanosecondsOf(Tid);
  for (const TraceMove &A : Accesses) {
    unsigned Number = 0;
    const KernelInst &I = Insts.Insts[A.Inst];
    for (const MemRef &M : Insts.mems(I))
      if (isRecorded(I, M) && Number++ == A.Access)
        P.Addresses.push_back(Reader.address(M, Regs, /*Bias=*/0));
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

std::optional<int> StepperX86::runOn(pid_t Tid, SteppedStretch &Out) {
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
  return std::make_unique<StepperX86>(std::move(*Decoder));
}
