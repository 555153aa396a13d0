//===- DivideOpportunities.cpp - Cheaper divisions ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In this order, the first that gains:
///   - a divisor that the loop does not change: its reciprocal is taken before
///     the loop, and the division is a multiplication (which rounds otherwise);
///   - integers: likewise, but a multiplication for the high half, and four
///     instructions to correct and shift (Granlund and Montgomery, "Division by
///     invariant integers using multiplication", PLDI 1994, for any divisor);
///     a remainder takes a multiplication and a subtraction more;
///   - scalar divisions that no chain of dependences connects: those of several
///     iterations as one of a vector of 16 bytes;
///   - single precision; vectors then hold twice as many.
/// The body is made of the other instructions, mapped, and bounded as any.
///
/// Opcodes are told and made by their names in LLVM: VDIVSDrr is VMULSDrr,
/// VDIVPDrr or VDIVSSrr.
///
/// Tested by test/Bounds/opportunity-divide*.s.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class Divisions {
public:
  explicit Divisions(const Baseline &Today);
  Opportunity find();

private:
  bool isInvariant(uint32_t Inst, int Operand) const;
  bool isOnCycle(uint32_t Inst, bool WithMay) const;
  bool isRemainderRead(uint32_t Inst) const;
  DivisionForms forms(uint32_t Inst) const {
    return Target.divisionForms(A.kernel().Insts[Inst].Opcode);
  }
  Opportunity finish(Opportunity::Kind What, ArrayRef<uint32_t> Changed,
                     LoopChange &Change) const;
  Opportunity reciprocal() const;
  Opportunity integerReciprocal() const;
  bool addHighProduct(LoopChange &Change, uint32_t Inst) const;
  Opportunity vectorDivide() const;
  Opportunity singlePrecision() const;

  const Baseline &Today;
  const Analysis &A;
  const TargetSemantics &Target;
  std::vector<uint32_t> Insts; ///< Divisions and square roots.
};

} // namespace

Divisions::Divisions(const Baseline &Today)
    : Today(Today), A(Today.A), Target(targetOf(A.kernel())) {
  for (auto [I, Inst] : enumerate(A.kernel().Insts))
    if (Target.has(OT_Division, Inst.Opcode) && Inst.Inst &&
        !A.Mapped.Insts[I].is(MF_NotModeled))
      Insts.push_back(I);
}

/// Whether operand \p Operand is a register that the loop does not write.
bool Divisions::isInvariant(uint32_t Inst, int Operand) const {
  const Kernel &K = A.kernel();
  bool IsRead = false;
  for (const RegRead &R : K.reads(K.Insts[Inst])) {
    if (R.Operand != Operand || R.Role == ReadRole::Address)
      continue;
    IsRead = true;
    for (const RegWrite &W : K.Writes)
      if (any_of(K.units(W),
                 [&](RegUnit U) { return is_contained(K.units(R), U); }))
        return false;
  }
  return IsRead && K.Calls.empty();
}

/// Whether the result comes back to the instruction.
bool Divisions::isOnCycle(uint32_t Inst, bool WithMay) const {
  const DependencyGraph &G = A.Graph;
  std::vector<SmallVector<uint32_t, 4>> Next(G.nodes().size());
  for (const DependencyGraph::Edge &E : G.edges())
    if (WithMay || !E.isMay())
      Next[E.From].push_back(E.To);
  std::vector<bool> Seen(G.nodes().size());
  SmallVector<uint32_t, 16> Work;
  auto Visit = [&](uint32_t From) {
    for (uint32_t To : Next[From])
      if (!Seen[To]) {
        Seen[To] = true;
        Work.push_back(To);
      }
  };
  for (auto [N, Node] : enumerate(G.nodes()))
    if (Node.Inst == Inst && Node.Part == NodePart::Result)
      Visit(N);
  while (!Work.empty())
    Visit(Work.pop_back_val());
  for (auto [N, Node] : enumerate(G.nodes()))
    if (Seen[N] && Node.Inst == Inst)
      return true;
  return false;
}

bool Divisions::isRemainderRead(uint32_t Inst) const {
  const KernelInst &I = A.kernel().Insts[Inst];
  return any_of(A.Graph.edges(), [&](const DependencyGraph::Edge &E) {
    const DependencyGraph::Node &From = A.Graph.nodes()[E.From];
    return From.Inst == Inst && From.Part == NodePart::Result &&
           A.kernel().Writes[I.FirstWrite + From.Write].IsHigh;
  });
}

Opportunity Divisions::finish(Opportunity::Kind What,
                              ArrayRef<uint32_t> Changed,
                              LoopChange &Change) const {
  Opportunity O;
  if (Changed.empty())
    return O;
  O.What = What;
  O.Count = Changed.size();
  O.Insts.assign(Changed.begin(), Changed.end());
  return Change.promise(O);
}

Opportunity Divisions::reciprocal() const {
  LoopChange Change(Today);
  SmallVector<uint32_t, 4> Changed;
  for (uint32_t I : Insts) {
    unsigned Multiply = forms(I).Multiply;
    if (Multiply == 0 || !isInvariant(I, 2))
      continue;
    Change.setOpcode(0, I, Multiply);
    Changed.push_back(I);
  }
  return finish(Opportunity::Kind::Reciprocal, Changed, Change);
}

/// Puts a multiplication for the high half and what corrects it in the place of
/// a division of integers, if it is one.
bool Divisions::addHighProduct(LoopChange &Change, uint32_t Inst) const {
  const KernelInst &I = A.kernel().Insts[Inst];
  if (I.NumWrites == 0)
    return false;
  const unsigned Reg = A.kernel().Writes[I.FirstWrite].Reg;
  const IntegerReciprocal Form = Target.integerReciprocal(I.Opcode, Reg);
  auto IsThere = [](const IntegerReciprocal::Step &S) { return S.Opcode != 0; };
  if (Form.Multiply == 0 || !isInvariant(Inst, Form.Divisor) ||
      !all_of(Form.Correct, IsThere) || !all_of(Form.Remainder, IsThere))
    return false;
  Change.setOpcode(0, Inst, Form.Multiply);
  for (const IntegerReciprocal::Step &S : Form.Correct)
    Change.addAfter(0, Inst, S.Opcode, S.Operands);
  if (!Form.Remainder.empty() && isRemainderRead(Inst))
    for (const IntegerReciprocal::Step &S : Form.Remainder)
      Change.addAfter(0, Inst, S.Opcode, S.Operands);
  return true;
}

Opportunity Divisions::integerReciprocal() const {
  LoopChange Change(Today);
  SmallVector<uint32_t, 4> Changed;
  for (uint32_t I : Insts)
    if (addHighProduct(Change, I))
      Changed.push_back(I);
  return finish(Opportunity::Kind::IntegerReciprocal, Changed, Change);
}

Opportunity Divisions::vectorDivide() const {
  const Kernel &K = A.kernel();
  if (!K.Calls.empty() || K.NumOtherBlocks != 0)
    return Opportunity();
  unsigned Copies = 0;
  bool IfApart = false;
  SmallVector<std::pair<uint32_t, unsigned>, 4> Changed;
  for (uint32_t I : Insts) {
    const DivisionForms Form = forms(I);
    if (Form.Vector == 0 || isOnCycle(I, /*WithMay=*/false))
      continue;
    IfApart |= isOnCycle(I, /*WithMay=*/true);
    Changed.push_back({I, Form.Vector});
    Copies = Copies == 0 ? Form.Elements : std::min(Copies, Form.Elements);
  }
  if (Changed.empty())
    return Opportunity();
  LoopChange Change(Today, Copies);
  SmallVector<uint32_t, 4> Which;
  for (auto [I, Vector] : Changed) {
    Which.push_back(I);
    Change.setOpcode(0, I, Vector);
    for (unsigned Copy = 1; Copy < Copies; ++Copy)
      Change.drop(Copy, I);
  }
  Opportunity O = finish(Opportunity::Kind::VectorDivide, Which, Change);
  if (O.What != Opportunity::Kind::None)
    O.Count = Copies, O.IfApart = IfApart;
  return O;
}

Opportunity Divisions::singlePrecision() const {
  // Of scalars there stay as many; of vectors half as many are left.
  const bool IsVector =
      any_of(Insts, [&](uint32_t I) { return forms(I).SingleIsVector; });
  LoopChange Change(Today, IsVector ? 2 : 1);
  SmallVector<uint32_t, 4> Changed;
  for (uint32_t I : Insts) {
    const DivisionForms Form = forms(I);
    if (Form.Single == 0 || Form.SingleIsVector != IsVector ||
        (IsVector && isOnCycle(I, /*WithMay=*/false)))
      continue;
    Change.setOpcode(0, I, Form.Single);
    if (IsVector)
      Change.drop(1, I);
    Changed.push_back(I);
  }
  return finish(Opportunity::Kind::SinglePrecision, Changed, Change);
}

Opportunity Divisions::find() {
  for (auto Ask : {&Divisions::reciprocal, &Divisions::integerReciprocal,
                   &Divisions::vectorDivide, &Divisions::singlePrecision}) {
    Opportunity O = (this->*Ask)();
    if (O.What != Opportunity::Kind::None)
      return O;
  }
  return Opportunity();
}

Opportunity kernelbounds::findCheaperDivision(const Baseline &Today) {
  return Divisions(Today).find();
}
