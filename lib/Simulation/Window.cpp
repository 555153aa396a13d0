//===- Window.cpp - When a buffer of the core holds a loop back -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All buffers are made larger at once. If that helps, each is tried alone; if
/// none helps alone, one after the other is left out while the rest still does.
///
/// The change that is tried is to interleave 2, 4 and 8 iterations (see
/// Interleave.cpp): chains that stand one behind the other in the window, of
/// which it holds only the first few, then stand side by side. The figure is
/// what the simulated core takes for the interleaved program.
///
/// Tested by unittests/Simulation/WindowTest.cpp, test/Simulation/window*.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Window.h"
#include "kernel-bounds/Simulation/Sensitivity.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// \p A is larger than \p B by more than a hundredth.
static bool isMore(const CyclesPerIter &A, const CyclesPerIter &B) {
  return A * 100 > B * 101;
}

static unsigned sizeOf(const Resource &R, const CoreSizes &M) {
  switch (R.Kind) {
  case ResourceKind::ReorderBuffer:
    return M.ReorderBuffer;
  case ResourceKind::LoadBuffer:
    return M.LoadBuffer;
  case ResourceKind::StoreBuffer:
    return M.StoreBuffer;
  case ResourceKind::IntegerRegisters:
    return M.IntegerRegisters;
  case ResourceKind::VectorRegisters:
    return M.VectorRegisters;
  case ResourceKind::Scheduler:
    for (const PortScheduler &S : M.Schedulers)
      if (!R.Ports.empty() && S.Ports == R.Ports)
        return S.Entries;
    return M.Scheduler;
  default:
    return CoreSizes::Unlimited;
  }
}

std::string kernelbounds::bufferNames(const WindowLimit &W, const CoreSizes &M,
                                      const PortModel &Model) {
  std::string Text;
  for (auto [I, R] : enumerate(W.Buffers)) {
    if (I != 0)
      Text += I + 1 == W.Buffers.size() ? " and " : ", ";
    Text += resourceName(R, Model) + " (" + std::to_string(sizeOf(R, M)) + ")";
  }
  return Text;
}

static std::vector<Resource> buffersOf(const CoreSizes &M) {
  std::vector<Resource> Out;
  for (ResourceKind Kind :
       {ResourceKind::ReorderBuffer, ResourceKind::Scheduler,
        ResourceKind::LoadBuffer, ResourceKind::StoreBuffer,
        ResourceKind::IntegerRegisters, ResourceKind::VectorRegisters})
    if (sizeOf({Kind}, M) < CoreSizes::Unlimited)
      Out.push_back({Kind});
  for (const PortScheduler &S : M.Schedulers)
    Out.push_back({ResourceKind::Scheduler, S.Ports});
  return Out;
}

namespace {
/// Knows what the loop takes with some buffers larger.
///
/// A run in which no micro-op waited for a buffer is the same with that buffer
/// larger. Of some buffers only those are thus made larger that the loop waits
/// for, then those that it waits for with these larger, until it waits for no
/// other of them. All are tried at once: mostly that does not help, and there
/// are no more questions.
class LargerBuffers {
public:
  LargerBuffers(const SimProgram &P, const CoreSizes &M,
                const SimulationResult &Now, const SimulationOptions &O)
      : P(P), M(M), O(O), Runs{{0, Now.FullBuffers, Now.Cycles}} {}

  // As slow as now where the budget is not enough.
  CyclesPerIter allAtOnce(ArrayRef<Resource> All);
  CyclesPerIter cycles(ArrayRef<Resource> Wanted);

private:
  struct Run {
    uint64_t Larger, Full; ///< Bits of buffers: larger, and waited for.
    CyclesPerIter Cycles;
  };
  uint64_t bitsOf(ArrayRef<Resource> Buffers) const;
  Run runWith(ArrayRef<Resource> Wanted, uint64_t Larger);

  const SimProgram &P;
  const CoreSizes &M;
  const SimulationOptions &O;
  SmallVector<Run, 8> Runs; ///< The first: nothing larger.
};

/// Asks the simulator again and again.
class WindowSearch {
public:
  WindowSearch(const SimProgram &P, const CoreSizes &M,
               const SimulationResult &Now, uint64_t Budget, uint64_t MaxSlots)
      : P(P), M(M), Now(Now) {
    O.Budget = Budget;
    O.MaxSlots = MaxSlots;
  }

  void findBuffers(WindowLimit &W) const;

private:
  bool helps(const CyclesPerIter &C) const { return isMore(Now.Cycles, C); }

  const SimProgram &P;
  const CoreSizes &M;
  const SimulationResult &Now;
  SimulationOptions O;
};
} // namespace

/// \p Larger: the bits of those of \p Wanted that are larger in this run.
LargerBuffers::Run LargerBuffers::runWith(ArrayRef<Resource> Wanted,
                                          uint64_t Larger) {
  for (const Run &R : Runs)
    if (R.Larger == Larger)
      return R;
  SmallVector<Resource, 8> Buffers;
  for (const Resource &R : Wanted)
    if (bufferBit(R, M) & Larger)
      Buffers.push_back(R);
  const SimulationResult R = simulate(P, M, O, Buffers, WindowLimit::Factor);
  Runs.push_back(
      {Larger, R.FullBuffers, R.IsOverBudget ? Runs[0].Cycles : R.Cycles});
  return Runs.back();
}

uint64_t LargerBuffers::bitsOf(ArrayRef<Resource> Buffers) const {
  uint64_t Bits = 0;
  for (const Resource &R : Buffers)
    Bits |= bufferBit(R, M);
  return Bits;
}

CyclesPerIter LargerBuffers::allAtOnce(ArrayRef<Resource> All) {
  const uint64_t Bits = bitsOf(All);
  return runWith(All, Runs[0].Full & Bits ? Bits : 0).Cycles;
}

CyclesPerIter LargerBuffers::cycles(ArrayRef<Resource> Wanted) {
  const uint64_t May = bitsOf(Wanted);
  for (uint64_t Larger = 0;;) {
    const Run R = runWith(Wanted, Larger);
    const uint64_t More = R.Full & May & ~Larger;
    if (More == 0)
      return R.Cycles;
    Larger |= More;
  }
}

void WindowSearch::findBuffers(WindowLimit &W) const {
  LargerBuffers Larger(P, M, Now, O);
  std::vector<Resource> Set = buffersOf(M);
  CyclesPerIter Cycles = Larger.allAtOnce(Set);
  if (!helps(Cycles))
    return;
  for (const Resource &R : Set) {
    const CyclesPerIter Alone = Larger.cycles(R);
    if (helps(Alone) && (W.Buffers.empty() || Alone < W.Larger)) {
      W.Buffers = {R};
      W.Larger = Alone;
    }
  }
  if (!W.Buffers.empty())
    return;
  for (size_t I = Set.size(); I-- > 0;) {
    std::vector<Resource> Less = Set;
    Less.erase(Less.begin() + I);
    const CyclesPerIter Without = Larger.cycles(Less);
    if (!helps(Without))
      continue;
    Set = std::move(Less);
    Cycles = Without;
  }
  W.Buffers = std::move(Set);
  W.Larger = Cycles;
}

WindowLimit kernelbounds::findWindowLimit(const Analysis &A,
                                          const SimProgram &P,
                                          const CoreSizes &M,
                                          const SimulationResult &Now,
                                          uint64_t Budget, uint64_t MaxSlots) {
  WindowLimit W;
  W.Now = Now.Cycles;
  // Less than a twentieth is not worth the questions.
  if (Now.IsOverBudget || P.Insts.empty() ||
      Now.Cycles * 20 <= A.Prediction * 21)
    return W;
  WindowSearch(P, M, Now, Budget, MaxSlots).findBuffers(W);
  return W;
}
