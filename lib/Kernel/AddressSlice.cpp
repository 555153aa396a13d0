//===- AddressSlice.cpp - What the addresses of a loop need ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the body: all that writes a register which is needed, and so on; a pass
/// against program order follows all chains but those through the back edge.
/// Before the loop, where nothing runs twice in a row but what may run any
/// number of times, one pass sees each register's last writer first.
///
/// Tested by unittests/Kernel/AddressSliceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/AddressSlice.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Passes over the body; chains that need more are left to a plain answer.
constexpr unsigned MaxPasses = 8;

class Slicer {
public:
  Slicer(const Kernel &K, unsigned NumUnits) : K(K), Needed(NumUnits) {}

  AddressSlice run(bool WithInitialMemory);
  NeededBefore needed() {
    sliceBody();
    return {std::move(Needed), Out.NeedsMemory};
  }

private:
  void needAddresses(const Kernel &Of, const KernelInst &I);
  void needReads(const Kernel &Of, const KernelInst &I);
  bool writesNeeded(const Kernel &Of, const KernelInst &I) const;
  static bool loadsInteger(const Kernel &Of, const KernelInst &I) {
    return any_of(Of.mems(I), [](const MemRef &M) {
      return M.IsLoad && !M.IsVector && M.Width / M.NumParts <= 8;
    });
  }
  static bool stores(const Kernel &Of, const KernelInst &I) {
    return any_of(Of.mems(I), [](const MemRef &M) { return M.IsStore; });
  }
  bool sliceBodyOnce();
  void sliceBody();
  bool loadsFromFixedPlace() const;
  void noteFrame() {
    if (K.FramePointer != NoRegUnit)
      Out.NeedsFrame |= Needed.test(K.FramePointer);
  }
  uint32_t sliceAround(uint32_t End, bool NeedsMemory);
  void sliceBefore(bool NeedsMemory);

  const Kernel &K;
  BitVector Needed; ///< By register unit, at the place looked at.
  AddressSlice Out;
};

} // namespace

/// Calls \p F with each unit of a register of \p I's that is \p Reg.
template <typename List, typename Function>
static void forUnitsOf(const Kernel &Of, List Registers, unsigned Reg,
                       Function F) {
  for (const auto &R : Registers)
    if (R.Reg == Reg)
      llvm::for_each(Of.units(R), F);
}

void Slicer::needAddresses(const Kernel &Of, const KernelInst &I) {
  auto Need = [&](RegUnit U) { Needed.set(U); };
  for (const MemRef &M : Of.mems(I))
    for (unsigned Reg : {M.Base, M.Index})
      if (Reg) {
        forUnitsOf(Of, Of.reads(I), Reg, Need);
        forUnitsOf(Of, Of.writes(I), Reg, Need);
      }
}

void Slicer::needReads(const Kernel &Of, const KernelInst &I) {
  for (const RegRead &R : Of.reads(I))
    if (R.Reg) // Not flags.
      for (RegUnit U : Of.units(R))
        Needed.set(U);
}

bool Slicer::writesNeeded(const Kernel &Of, const KernelInst &I) const {
  return any_of(Of.writes(I), [&](const RegWrite &W) {
    return !W.IsFlags &&
           any_of(Of.units(W), [&](RegUnit U) { return Needed.test(U); });
  });
}

/// Whether another pass may find more.
bool Slicer::sliceBodyOnce() {
  bool IsMore = false;
  for (uint32_t I = K.Insts.size(); I-- > 0;) {
    const KernelInst &Inst = K.Insts[I];
    if (Out.Body[I] ||
        !((Out.NeedsMemory && stores(K, Inst)) || writesNeeded(K, Inst)))
      continue;
    IsMore = true;
    Out.Body.set(I);
    needReads(K, Inst);
    Out.NeedsMemory |= loadsInteger(K, Inst);
  }
  return IsMore;
}

void Slicer::sliceBody() {
  Out.Body.resize(K.Insts.size());
  for (const KernelInst &I : K.Insts)
    if (I.NumMems && !I.is(IF_Prefetch))
      needAddresses(K, I);
  for (unsigned Pass = 0; sliceBodyOnce(); ++Pass)
    if (Pass == MaxPasses) {
      Out.Body.set();
      Needed.set();
      Out.NeedsMemory = true;
      return;
    }
}

/// Whether the slice loads through registers that the body leaves alone.
bool Slicer::loadsFromFixedPlace() const {
  BitVector Written(Needed.size());
  for (const RegWrite &W : K.Writes)
    for (RegUnit U : K.units(W))
      Written.set(U);
  auto IsWritten = [&](RegUnit U) { return Written.test(U); };
  for (unsigned I : Out.Body.set_bits()) {
    const KernelInst &Inst = K.Insts[I];
    if (loadsInteger(K, Inst) && none_of(K.reads(Inst), [&](const RegRead &R) {
          return R.Role == ReadRole::Address && any_of(K.units(R), IsWritten);
        }))
      return true;
  }
  return false;
}

/// Instructions up to \p End that may run, which leave unknown values in all
/// that they write. \returns the first of them.
uint32_t Slicer::sliceAround(uint32_t End, bool NeedsMemory) {
  const Kernel &B = *K.Before;
  uint32_t First = End;
  while (First > 0 && B.Insts[First - 1].is(IF_MayRun))
    --First;
  BitVector Killed(Needed.size());
  for (uint32_t I = First; I < End; ++I) {
    const KernelInst &Inst = B.Insts[I];
    bool Stores = NeedsMemory && stores(B, Inst);
    if (Stores)
      needAddresses(B, Inst);
    // With the addresses that stores need, of which the reader comes first.
    if (Stores || writesNeeded(B, Inst))
      Out.Before.set(I);
  }
  noteFrame();
  for (uint32_t I = First; I < End; ++I)
    if (NeedsMemory && writesNeeded(B, B.Insts[I]))
      Out.Before.set(I);
  for (uint32_t I = First; I < End; ++I)
    if (Out.Before[I])
      for (const RegWrite &W : B.writes(B.Insts[I]))
        for (RegUnit U : B.units(W))
          Killed.set(U);
  Needed.reset(Killed);
  return First;
}

void Slicer::sliceBefore(bool NeedsMemory) {
  const Kernel &B = *K.Before;
  Out.Before.resize(B.Insts.size());
  for (uint32_t I = B.Insts.size(); I > 0;) {
    if (B.Insts[I - 1].is(IF_MayRun)) {
      I = sliceAround(I, NeedsMemory);
      continue;
    }
    const KernelInst &Inst = B.Insts[--I];
    bool Writes = writesNeeded(B, Inst);
    if (!Writes && !(NeedsMemory && stores(B, Inst)))
      continue;
    Out.Before.set(I);
    for (const RegWrite &W : B.writes(Inst))
      for (RegUnit U : B.units(W))
        Needed.reset(U);
    needReads(B, Inst);
    needAddresses(B, Inst);
    NeedsMemory |= Writes && loadsInteger(B, Inst);
    noteFrame();
  }
}

AddressSlice Slicer::run(bool WithInitialMemory) {
  sliceBody();
  noteFrame();
  if (K.Before) {
    if (Out.NeedsMemory)
      Out.HasInitialMemory = WithInitialMemory || loadsFromFixedPlace();
    sliceBefore(Out.NeedsMemory && Out.HasInitialMemory);
  }
  return std::move(Out);
}

AddressSlice kernelbounds::sliceForAddresses(const Kernel &K, unsigned NumUnits,
                                             bool WithInitialMemory) {
  return Slicer(K, NumUnits).run(WithInitialMemory);
}

NeededBefore kernelbounds::neededBefore(const Kernel &K, unsigned NumUnits) {
  return Slicer(K, NumUnits).needed();
}
