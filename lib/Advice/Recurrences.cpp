//===- Recurrences.cpp - Chains that are more than a sum ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two kinds of chains besides reductions by one operation can be split.
///
/// Selection: `if (x > m) m = x, at = i;` becomes a comparison and conditional
/// moves, or a maximum beside them. One comparison reads the chain, one
/// instruction takes the compared value into it, and all others that read the
/// flags choose between what they had and something else. Each accumulator has
/// a place of its own; the last of them are compared after the loop. The value
/// that is compared must be the one that is taken, or the choice would depend
/// on the order.
///
/// Linear: `h = h * 31 + c`, Horner's rule. All instructions that the chain
/// passes through are additions, or multiplications by what the loop does not
/// change. One value is handed to the next iteration; with two, as in Fibonacci
/// numbers, the factor is a matrix.
///
/// In both, nothing outside of the chain reads it.
///
/// Tested by test/Bounds/opportunity-recurrences*.s.
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// Chains of more instructions are left as they are.
static constexpr unsigned MostInsts = 12;

namespace {
/// The instructions that read a chain, and those that read these.
class Chain {
public:
  Chain(const Analysis &A, const CriticalCycle &Cycle);
  /// Adds what reads results of the chain. \returns false if that are more than
  /// a few.
  bool close();
  bool has(uint32_t Inst) const { return IsOn.test(Inst); }
  bool isSelection() const;
  bool isLinear() const;
  SplittableChain result(ChainKind Kind) const;

private:
  bool reads(uint32_t Inst, const RegRead &R) const;
  bool writesSince(ArrayRef<RegUnit> Units, uint32_t First, uint32_t End) const;
  bool isComparison(uint32_t Inst) const;
  bool isSelect(uint32_t Inst) const;
  bool isMove(uint32_t Inst) const {
    return K.Insts[Inst].is(IF_RegMove) ||
           A.Mapped.Insts[Inst].is(MF_Eliminated);
  }
  bool takesCompared(uint32_t Compare, uint32_t Inst) const;
  bool isInvariant(const RegRead &R) const;
  bool isLinearIn(uint32_t Inst, bool &Scales) const;

  const Analysis &A;
  const Kernel &K;
  const TargetSemantics &Target;
  BitVector IsOn;                 ///< By instruction.
  SmallVector<uint32_t, 8> Insts; ///< Ascending, once closed.
  /// Kernel::Reads that are of the chain.
  SmallVector<uint32_t, 8> Reads;
};
} // namespace

Chain::Chain(const Analysis &A, const CriticalCycle &Cycle)
    : A(A), K(A.kernel()), Target(targetOf(K)), IsOn(K.Insts.size()) {
  for (uint32_t E : Cycle.Edges)
    IsOn.set(A.Graph.nodes()[A.Graph.edges()[E].To].Inst);
  for (uint32_t I : IsOn.set_bits())
    Insts.push_back(I);
}

bool Chain::close() {
  const DependencyGraph &G = A.Graph;
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const DependencyGraph::Edge &E : G.edges()) {
      const uint32_t From = G.nodes()[E.From].Inst, To = G.nodes()[E.To].Inst;
      if (!IsOn.test(From) || G.nodes()[E.From].Part != NodePart::Result)
        continue;
      if (E.Kind == DependenceKind::Memory)
        return false;
      if (IsOn.test(To))
        continue;
      if (Insts.size() == MostInsts)
        return false;
      IsOn.set(To);
      Insts.push_back(To);
      Grows = true;
    }
  }
  llvm::sort(Insts);
  for (const DependencyGraph::Edge &E : G.edges())
    if (IsOn.test(G.nodes()[E.From].Inst) && IsOn.test(G.nodes()[E.To].Inst) &&
        (E.Kind == DependenceKind::Register ||
         E.Kind == DependenceKind::Flags) &&
        G.nodes()[E.From].Part == NodePart::Result)
      Reads.push_back(E.Detail);
  return none_of(Insts, [&](uint32_t I) {
    const KernelInst &Inst = K.Insts[I];
    return Inst.isObserved() || Inst.is(IF_Branch) || Inst.is(IF_Opaque) ||
           any_of(K.mems(Inst), [](const MemRef &M) { return M.IsStore; });
  });
}

bool Chain::reads(uint32_t Inst, const RegRead &R) const {
  const uint32_t Idx = &R - K.Reads.data();
  return Idx >= K.Insts[Inst].FirstRead && is_contained(Reads, Idx);
}

SplittableChain Chain::result(ChainKind Kind) const {
  SplittableChain Out;
  Out.Kind = Kind;
  Out.Insts.assign(Insts.begin(), Insts.end());
  const DependencyGraph &G = A.Graph;
  for (auto [I, E] : enumerate(G.edges()))
    if (E.Distance != 0 && IsOn.test(G.nodes()[E.From].Inst) &&
        IsOn.test(G.nodes()[E.To].Inst))
      Out.Edges.push_back(I);
  return Out;
}

//===----------------------------------------------------------------------===//
// Selections
//===----------------------------------------------------------------------===//

bool Chain::isComparison(uint32_t Inst) const {
  return Target.has(OT_Comparison, K.Insts[Inst].Opcode) &&
         all_of(K.writes(K.Insts[Inst]), [&](const RegWrite &W) {
           return W.IsFlags || K.units(W).empty();
         });
}

bool Chain::isSelect(uint32_t Inst) const {
  return Target.recipe(K.Insts[Inst].Opcode).Op == IntOpKind::Select;
}

/// Whether an instruction from \p First up to \p End writes one of \p Units.
bool Chain::writesSince(ArrayRef<RegUnit> Units, uint32_t First,
                        uint32_t End) const {
  for (uint32_t I = First; I < End; ++I)
    for (const RegWrite &W : K.writes(K.Insts[I]))
      if (any_of(K.units(W), [&](RegUnit U) { return is_contained(Units, U); }))
        return true;
  return false;
}

/// Whether \p Inst takes into the chain what \p Compare compares with it.
bool Chain::takesCompared(uint32_t Compare, uint32_t Inst) const {
  auto SameMemory = [](const MemRef &L, const MemRef &R) {
    return L.Base == R.Base && L.Index == R.Index && L.Scale == R.Scale &&
           L.Displacement == R.Displacement && L.Symbol == R.Symbol;
  };
  auto Mems = [&](uint32_t I) { return K.mems(K.Insts[I]); };
  if (!Mems(Compare).empty() || !Mems(Inst).empty())
    return Mems(Compare).size() == 1 && Mems(Inst).size() == 1 &&
           SameMemory(Mems(Compare)[0], Mems(Inst)[0]);
  auto Other = [&](uint32_t I) -> const RegRead * {
    for (const RegRead &R : K.reads(K.Insts[I]))
      if (R.Role == ReadRole::Data && !reads(I, R))
        return &R;
    return nullptr;
  };
  const RegRead *L = Other(Compare), *R = Other(Inst);
  return L && R && K.units(*L) == K.units(*R) &&
         !writesSince(K.units(*L), std::min(Compare, Inst),
                      std::max(Compare, Inst));
}

bool Chain::isSelection() const {
  uint32_t Compare = ~0u;
  for (uint32_t I : Insts)
    if (isComparison(I)) {
      if (Compare != ~0u)
        return false;
      Compare = I;
    }
  if (Compare == ~0u)
    return false;
  unsigned NumTaken = 0;
  for (uint32_t I : Insts) {
    if (I == Compare || isMove(I))
      continue;
    const KernelInst &Inst = K.Insts[I];
    const bool IsExtreme = any_of(K.reads(Inst), [&](const RegRead &R) {
      const ReductionOp Op = Target.reduction(K, Inst, R);
      return reads(I, R) && (Op == ReductionOp::Min || Op == ReductionOp::Max);
    });
    if (!IsExtreme && !isSelect(I))
      return false;
    const bool ReadsCompared = takesCompared(Compare, I);
    NumTaken += ReadsCompared;
    // What else chooses: between what it had and something outside.
    if (!ReadsCompared && count_if(K.reads(Inst), [&](const RegRead &R) {
                            return (R.Role == ReadRole::Data ||
                                    R.Role == ReadRole::Merge) &&
                                   reads(I, R);
                          }) != 1)
      return false;
  }
  return NumTaken == 1;
}

//===----------------------------------------------------------------------===//
// Linear recurrences
//===----------------------------------------------------------------------===//

bool Chain::isInvariant(const RegRead &R) const {
  return none_of(K.Writes, [&](const RegWrite &W) {
    return any_of(K.units(W),
                  [&](RegUnit U) { return is_contained(K.units(R), U); });
  });
}

/// Whether the result of \p Inst is a sum of multiples of what it reads of the
/// chain and of other things. Sets \p Scales if it multiplies.
bool Chain::isLinearIn(uint32_t Inst, bool &Scales) const {
  const KernelInst &I = K.Insts[Inst];
  if (isMove(Inst))
    return true;
  if (I.NumMems != 0 && any_of(K.reads(I), [&](const RegRead &Read) {
        return Read.Role == ReadRole::Address && reads(Inst, Read);
      }))
    return false;
  const IntRecipe &R = Target.recipe(I.Opcode);
  const bool OthersStay = all_of(K.reads(I), [&](const RegRead &Read) {
    return Read.Role != ReadRole::Data || reads(Inst, Read) ||
           isInvariant(Read);
  });
  const unsigned NumOwn = count_if(
      K.reads(I), [&](const RegRead &Read) { return reads(Inst, Read); });
  switch (R.Op) {
  case IntOpKind::Add:
  case IntOpKind::Sub:
    return R.Extend == Extension::None;
  case IntOpKind::Shl:
    Scales = true;
    return R.HasImm;
  case IntOpKind::MulAdd:
    Scales = true;
    return NumOwn == 1 && OthersStay && I.NumMems == 0;
  default:
    break;
  }
  if (Target.has(OT_Addition, I.Opcode)) { // An address.
    Scales |= any_of(K.reads(I), [&](const RegRead &Read) {
      return reads(Inst, Read) && Target.isScaled(I, Read);
    });
    return I.NumMems == 0;
  }
  // Floating point: a sum or product, or both at once.
  if (NumOwn != 1)
    return false;
  for (const RegRead &Read : K.reads(I)) {
    if (!reads(Inst, Read))
      continue;
    const ReductionOp Op = Target.reduction(K, I, Read);
    if (Op == ReductionOp::Add)
      return true;
    Scales = true;
    if (Op == ReductionOp::Mul)
      return OthersStay && I.NumMems == 0;
    // Of a product that is added to something, what stands in memory is the
    // addend unless a register is.
    RegRead Addend = Read;
    Addend.Role = ReadRole::Accumulator;
    const bool HasAddend = any_of(K.reads(I), [](const RegRead &R) {
      return R.Role == ReadRole::Accumulator;
    });
    return Read.Role == ReadRole::Data && OthersStay &&
           Target.reduction(K, I, Addend) == ReductionOp::Add &&
           (I.NumMems == 0 || !HasAddend);
  }
  return false;
}

bool Chain::isLinear() const {
  const DependencyGraph &G = A.Graph;
  uint32_t Carried = ~0u; // The one value for the next iteration.
  for (const DependencyGraph::Edge &E : G.edges()) {
    if (!IsOn.test(G.nodes()[E.From].Inst) || !IsOn.test(G.nodes()[E.To].Inst))
      continue;
    if (E.Kind == DependenceKind::Flags)
      return false;
    if (E.Distance == 0)
      continue;
    if (E.Distance != 1 || (Carried != ~0u && Carried != E.From))
      return false;
    Carried = E.From;
  }
  bool Scales = false;
  return Carried != ~0u &&
         all_of(Insts, [&](uint32_t I) { return isLinearIn(I, Scales); }) &&
         Scales;
}

SplittableChain kernelbounds::findSplittable(const Analysis &A,
                                             const CriticalCycle &Cycle) {
  if (Cycle.Edges.empty())
    return {};
  Chain C(A, Cycle);
  if (isReduction(A, Cycle))
    return C.result(ChainKind::Reduction);
  if (!C.close())
    return {};
  if (C.isSelection())
    return C.result(ChainKind::Selection);
  return C.isLinear() ? C.result(ChainKind::Linear) : SplittableChain();
}
