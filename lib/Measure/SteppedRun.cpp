//===- SteppedRun.cpp - How often each instruction ran --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/SteppedRun.h"
#include "HostProcess.h"
#include "kernel-bounds/Measure/CacheModel.h"
#include "kernel-bounds/Measure/RegisterReader.h"
#include "kernel-bounds/Measure/Tracee.h"
#include <sched.h>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Moves this process to a processor for as long as it lives: stepping is a
/// matter of switching to and fro.
class OnCpu {
public:
  explicit OnCpu(int Cpu) {
    sched_getaffinity(0, sizeof(Before), &Before);
    pinTo(Cpu);
  }
  ~OnCpu() { sched_setaffinity(0, sizeof(Before), &Before); }

private:
  cpu_set_t Before;
};

using Access = DataFlowRecorder::Access;

class Stepper {
public:
  Stepper(const LoadedKernel &K, const Listing &Code, const Kernel &Insts,
          const MCRegisterInfo &MRI, const StepOptions &Options)
      : K(K), Code(Code), Insts(Insts), Reader(MRI), Recorder(Insts),
        Options(Options) {
    indexAddresses();
    Run.Executions.assign(Code.Insts.size(), 0);
  }
  Error follow(Tracee &T);
  SteppedRun takeRun();

private:
  void indexAddresses();
  /// Into the listing, or -1.
  int64_t findInst(uint64_t Address) const;
  void observe(uint32_t Inst, const user_regs_struct &Regs);

  const LoadedKernel &K;
  const Listing &Code;
  const Kernel &Insts;
  RegisterReader Reader;
  DataFlowRecorder Recorder;
  const StepOptions &Options;
  uint64_t FirstAddress = ~uint64_t(0);
  std::vector<int32_t> InstAt;   ///< By address - FirstAddress.
  std::vector<bool> BeginsBlock; ///< By instruction.
  std::vector<Access> Accesses;
  SteppedRun Run;
};

} // namespace

void Stepper::indexAddresses() {
  uint64_t Last = 0;
  for (const ListedInst &I : Code.Insts) {
    FirstAddress = std::min(FirstAddress, I.Address);
    Last = std::max(Last, I.Address);
  }
  InstAt.assign(Code.Insts.empty() ? 0 : Last - FirstAddress + 1, -1);
  for (size_t I = 0; I < Code.Insts.size(); ++I)
    InstAt[Code.Insts[I].Address - FirstAddress] = I;
  BeginsBlock.assign(Code.Insts.size(), false);
  for (const ListedFunction &F : Code.Functions)
    for (const ListedBlock &B : F.Blocks)
      if (B.First != B.End)
        BeginsBlock[B.First] = true;
}

int64_t Stepper::findInst(uint64_t Address) const {
  uint64_t At = Address - K.bias() - FirstAddress;
  return At < InstAt.size() ? InstAt[At] : -1;
}

void Stepper::observe(uint32_t Inst, const user_regs_struct &Regs) {
  ++Run.Executions[Inst];
  if (BeginsBlock[Inst])
    Run.Blocks.push_back(Inst);
  if (!Options.WithAccesses)
    return;
  const KernelInst &I = Insts.Insts[Inst];
  const size_t First = Accesses.size();
  for (const MemRef &M : Insts.mems(I))
    if (!M.IsGather && !I.is(IF_Prefetch))
      Accesses.push_back(
          {Reader.address(M, Regs, K.bias()), M.Width, M.IsLoad, M.IsStore});
  Recorder.run(Inst, ArrayRef(Accesses).drop_front(First));
}

static Error runTo(Tracee &T, uint64_t Address) {
  if (Error E = T.setBreak(Address))
    return E;
  return T.run();
}

/// To the entry of the second call.
static Error runToSecondCall(Tracee &T, uint64_t Entry) {
  if (Error E = runTo(T, Entry))
    return E;
  Expected<uint64_t> Back = T.readWord(T.regs().rsp);
  if (!Back)
    return Back.takeError();
  if (Error E = runTo(T, *Back))
    return E;
  return runTo(T, Entry);
}

/// From the second entry of the kernel to its return.
Error Stepper::follow(Tracee &T) {
  if (Error E = runToSecondCall(T, K.entry()))
    return E;
  uint64_t Stack = T.regs().rsp;
  while (!T.hasExited() && T.regs().rsp <= Stack) {
    if (++Run.NumSteps > Options.MaxSteps)
      return createStringError("more than " + Twine(Options.MaxSteps) +
                               " steps");
    int64_t Inst = findInst(T.regs().rip);
    if (Inst >= 0)
      observe(Inst, T.regs());
    else
      ++Run.NumOutside;
    if (Error E = T.step())
      return E;
  }
  return Error::success();
}

SteppedRun Stepper::takeRun() {
  CacheModel Cache;
  for (unsigned Round = 0; Round < 2; ++Round) {
    Cache.resetCounts();
    for (const Access &A : Accesses)
      Cache.access(A.Address, A.Bytes);
  }
  Run.NumAccesses = Cache.numAccesses();
  Run.NumMisses = Cache.numMisses();
  if (Options.WithAccesses)
    Run.Flow = Recorder.take();
  return std::move(Run);
}

Expected<SteppedRun> kernelbounds::stepKernel(const LoadedKernel &K, long N,
                                              const Listing &Code,
                                              const Kernel &Insts,
                                              const MCRegisterInfo &MRI,
                                              const StepOptions &Options) {
  OnCpu Here(Options.Cpu);
  auto Child = Tracee::start([&] {
    K.init();
    K.run(K.maxN());
    K.run(N);
  });
  if (!Child)
    return Child.takeError();
  Stepper S(K, Code, Insts, MRI, Options);
  if (Error E = S.follow(**Child))
    return std::move(E);
  return S.takeRun();
}

Error kernelbounds::checkStepping() {
  auto Child = Tracee::start([] {});
  if (!Child)
    return Child.takeError();
  return (*Child)->step();
}
