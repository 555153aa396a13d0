//===- HostThreadX86.cpp - A stopped thread of x86-64 ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostThread.h"
#include "TraceDecoder.h"
#include "kernel-bounds/Measure/RegisterReader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <csignal>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

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
    sched_getaffinity(0, sizeof(Before), &Before);
    const int Cpu = cpuOf(Tid);
    if (Cpu < 0 || Cpu >= CPU_SETSIZE)
      return;
    cpu_set_t One;
    CPU_ZERO(&One);
    CPU_SET(Cpu, &One);
    sched_setaffinity(0, sizeof(One), &One);
  }
  ~BesideThread() { sched_setaffinity(0, sizeof(Before), &Before); }
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
};

class StepperX86 final : public ThreadStepper {
public:
  explicit StepperX86(std::unique_ptr<TraceDecoder> Decoder)
      : Decoder(std::move(Decoder)),
        Reader(this->Decoder->target().registerInfo()) {}
  std::optional<int> step(pid_t Pid, pid_t Tid, unsigned Most,
                          SteppedStretch &Out) override;

private:
  static constexpr uint32_t NoInst = ~0u;
  static constexpr uint64_t Code64 = 0x33; ///< The system's segment for it.

  uint32_t findInst(pid_t Pid, uint64_t Address, SteppedStretch &Out);

  std::unique_ptr<TraceDecoder> Decoder;
  RegisterReader Reader;
  // Of the present stretch.
  DenseMap<uint64_t, uint32_t> ByAddress; ///< NoInst: not to be stepped.
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

Expected<std::unique_ptr<ThreadStepper>> ThreadStepper::create() {
  auto Decoder = TraceDecoder::create(Triple(sys::getProcessTriple()));
  if (!Decoder)
    return Decoder.takeError();
  return std::make_unique<StepperX86>(std::move(*Decoder));
}
