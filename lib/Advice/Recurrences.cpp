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
#include "kernel-bounds/Kernel/IntegerCode.h"
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
  bool isLinear();
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
  /// What an instruction makes of the chain: nothing that is linear, a sum, a
  /// sum of shifted values, or a product with what does not change.
  enum class Linear : uint8_t { No, Sum, Scaled, Product };
  Linear linearIn(uint32_t Inst) const;
  Linear linearInteger(uint32_t Inst) const;
  Linear linearProduct(uint32_t Inst) const;
  bool isFused(const KernelInst &I, const RegRead &R) const;

  const Analysis &A;
  const Kernel &K;
  const TargetSemantics &Target;
  BitVector IsOn;                 ///< By instruction.
  SmallVector<uint32_t, 8> Insts; ///< Ascending, once closed.
  /// Kernel::Reads that are of the chain.
  SmallVector<uint32_t, 8> Reads;
  bool HasProduct = false; ///< Of a linear one.
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
  Out.HasProduct = HasProduct;
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

/// What \p I does to general registers; Unknown if that is not known.
static IntOp operationOf(const Kernel &K, const KernelInst &I) {
  const TargetSemantics &Target = targetOf(K);
  const IntRecipe &R = Target.recipe(I.Opcode);
  const IntOperands Operands(K, I);
  IntOp Op;
  Op.Kind = R.Op;
  if (!I.Inst ||
      (R.Kind != IntRecipe::Operands && R.Kind != IntRecipe::Special) ||
      !(R.Kind == IntRecipe::Special ? Target.fillSpecial(Operands, R, Op)
                                     : Operands.fillOperands(R, Op)))
    Op.Kind = IntOpKind::Unknown;
  return Op;
}

/// How \p Inst changes the chain, in general registers.
Chain::Linear Chain::linearInteger(uint32_t Inst) const {
  const KernelInst &I = K.Insts[Inst];
  const IntOp Op = operationOf(K, I);
  const auto IsScaled = [](const IntSource &S) { return S.Shift != 0; };
  switch (Op.Kind) {
  case IntOpKind::Add:
  case IntOpKind::Sub:
    if (Op.A.Extend != Extension::None || Op.B.Extend != Extension::None)
      return Linear::No;
    return IsScaled(Op.A) || IsScaled(Op.B) ? Linear::Scaled : Linear::Sum;
  case IntOpKind::Shl:
    return Op.B.Kind == IntSource::Constant ? Linear::Scaled : Linear::No;
  case IntOpKind::MulAdd:
  case IntOpKind::MulSub:
    return linearProduct(Inst);
  case IntOpKind::Lea:
    if (Op.Address.IndexExtend != Extension::None || I.NumMems != 0)
      return Linear::No;
    return Op.Address.Scale != 1 ? Linear::Scaled : Linear::Sum;
  default:
    return Linear::No;
  }
}

/// The same of a product that may be added to something.
Chain::Linear Chain::linearProduct(uint32_t Inst) const {
  const KernelInst &I = K.Insts[Inst];
  const RegRead *Own = nullptr;
  bool HasAddend = false, OthersStay = true;
  for (const RegRead &R : K.reads(I)) {
    HasAddend |= R.Role == ReadRole::Accumulator;
    if (reads(Inst, R)) {
      if (Own)
        return Linear::No;
      Own = &R;
    } else if (R.Role == ReadRole::Data) {
      OthersStay &= isInvariant(R);
    }
  }
  if (!Own)
    return Linear::No;
  if (Own->Role == ReadRole::Accumulator)
    return Linear::Sum;
  // What stands in memory is the addend unless a register is, or there is none.
  const bool MayLoad = I.NumMems == 0 || (!HasAddend && isFused(I, *Own));
  return Own->Role == ReadRole::Data && OthersStay && MayLoad ? Linear::Product
                                                              : Linear::No;
}

/// Whether \p I adds to a product, which a vector register or memory may be
/// added to. Only of opcodes that no register is an accumulator of.
bool Chain::isFused(const KernelInst &I, const RegRead &R) const {
  RegRead Addend = R;
  Addend.Role = ReadRole::Accumulator;
  return I.NumMems == 1 && Target.reduction(K, I, Addend) == ReductionOp::Add;
}

/// Whether the result of \p Inst is a sum of multiples of what it reads of the
/// chain and of other things, and how it becomes one.
Chain::Linear Chain::linearIn(uint32_t Inst) const {
  const KernelInst &I = K.Insts[Inst];
  if (isMove(Inst))
    return Linear::Sum;
  if (I.NumMems != 0 && any_of(K.reads(I), [&](const RegRead &Read) {
        return Read.Role == ReadRole::Address && reads(Inst, Read);
      }))
    return Linear::No;
  if (Linear L = linearInteger(Inst); L != Linear::No)
    return L;
  if (Target.recipe(I.Opcode).Kind != IntRecipe::None)
    return Linear::No;
  // Floating point: a sum or product, or both at once.
  for (const RegRead &Read : K.reads(I)) {
    const bool IsAccumulator = Read.Role == ReadRole::Accumulator;
    const ReductionOp Op = Target.reduction(K, I, Read);
    if (IsAccumulator && Op != ReductionOp::Add)
      return Linear::No;
    if (IsAccumulator || (reads(Inst, Read) && Op == ReductionOp::Mul) ||
        (reads(Inst, Read) && isFused(I, Read)))
      return linearProduct(Inst);
    if (reads(Inst, Read) && Op == ReductionOp::Add &&
        count_if(K.reads(I),
                 [&](const RegRead &R) { return reads(Inst, R); }) == 1)
      return Linear::Sum;
  }
  return Linear::No;
}

bool Chain::isLinear() {
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
  HasProduct = false;
  bool Scales = false;
  for (uint32_t I : Insts) {
    const Linear L = linearIn(I);
    if (L == Linear::No)
      return false;
    Scales |= L != Linear::Sum;
    HasProduct |= L == Linear::Product;
  }
  return Carried != ~0u && Scales;
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
