//===- WorkOpportunities.cpp - The same result with less work -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product that only one sum or difference reads becomes one operation with
/// it, if the core has it. It is rounded once, and so otherwise; compilers do
/// it with -ffp-contract=fast. Where the operation overwrites one of its inputs
/// and all of them are needed later, as constants are, a move goes before it.
///
/// The sign of an index of 32 bits is extended in each iteration. On the chain
/// that limits the loop that costs a cycle, which an index of the width of
/// addresses does not.
///
/// Tested by test/Bounds/opportunity-work*.s.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Products and sums
//===----------------------------------------------------------------------===//

namespace {
class FusedProducts {
public:
  explicit FusedProducts(const Baseline &Today)
      : Today(Today), A(Today.A), K(A.kernel()), Target(targetOf(K)) {}
  /// Puts one operation in the place of each pair. \returns their additions.
  std::vector<uint32_t> replaceAll();
  /// \pre Some were replaced.
  Opportunity promise(const Opportunity &O) { return Change->promise(O); }

private:
  /// The one reader of a result, in the same iteration.
  struct Use {
    uint32_t Reader = ~0u; ///< Instruction; ~0u: none.
    uint32_t Read = 0;     ///< Its operand, into Kernel::Reads.
    bool HasOthers = false;
  };
  std::vector<Use> findUses() const;
  /// The place of a read: how many iterations after the value was made, and by
  /// which instruction.
  using ReadPlace = std::pair<uint32_t, uint32_t>;
  void findLastReads();
  bool isLastRead(const RegRead &R, uint32_t Reader) const;
  void addMove(const FusedForm &Form, uint32_t Multiply, uint32_t Reader,
               uint32_t Product);
  bool replace(uint32_t Multiply, const Use &Of);

  const Baseline &Today;
  const Analysis &A;
  const Kernel &K;
  const TargetSemantics &Target;
  std::optional<LoopChange> Change; ///< Made for the first that is replaced.
  std::vector<uint32_t> Additions;
  std::vector<uint32_t> EdgeOf;    ///< By read, into the edges; ~0u: none.
  std::vector<ReadPlace> LastRead; ///< By node that is read.
};
} // namespace

void FusedProducts::findLastReads() {
  const DependencyGraph &G = A.Graph;
  EdgeOf.assign(K.Reads.size(), ~0u);
  LastRead.assign(G.nodes().size(), ReadPlace());
  for (auto [I, E] : enumerate(G.edges()))
    if (E.Kind == DependenceKind::Register) {
      EdgeOf[E.Detail] = I;
      LastRead[E.From] = std::max(LastRead[E.From],
                                  ReadPlace(E.Distance, G.nodes()[E.To].Inst));
    }
}

/// Whether the loop makes the value of \p R, and nothing reads it after
/// \p Reader.
bool FusedProducts::isLastRead(const RegRead &R, uint32_t Reader) const {
  const uint32_t Edge = EdgeOf[&R - K.Reads.data()];
  if (Edge == ~0u)
    return false;
  const DependencyGraph::Edge &E = A.Graph.edges()[Edge];
  return LastRead[E.From] <= ReadPlace(E.Distance, Reader);
}

/// Puts a move before the operation if it would overwrite what is read later.
void FusedProducts::addMove(const FusedForm &Form, uint32_t Multiply,
                            uint32_t Reader, uint32_t Product) {
  auto MayOverwrite = [&](const RegRead &R) {
    return R.Role != ReadRole::Merge && R.Role != ReadRole::Address &&
           &R != &K.Reads[Product] && isLastRead(R, Reader);
  };
  if (Form.Move == 0 || any_of(K.reads(K.Insts[Reader]), MayOverwrite) ||
      (!Form.OverwritesAddend &&
       any_of(K.reads(K.Insts[Multiply]), MayOverwrite)))
    return;
  Change->append(Reader,
                 {Form.Move, blankInst(A, Form.Move), {}, {}, {}, IF_RegMove});
}

/// By instruction.
std::vector<FusedProducts::Use> FusedProducts::findUses() const {
  const DependencyGraph &G = A.Graph;
  std::vector<Use> Uses(K.Insts.size());
  for (const DependencyGraph::Edge &E : G.edges()) {
    const DependencyGraph::Node &From = G.nodes()[E.From],
                                &To = G.nodes()[E.To];
    if (From.Part != NodePart::Result || To.Inst == From.Inst)
      continue;
    if (E.Kind == DependenceKind::Register &&
        K.Reads[E.Detail].Role == ReadRole::Merge)
      continue;
    Use &U = Uses[From.Inst];
    U.HasOthers |=
        E.Kind != DependenceKind::Register || E.Distance != 0 ||
        (U.Reader != ~0u && (U.Reader != To.Inst || U.Read != E.Detail));
    U.Reader = To.Inst;
    U.Read = E.Detail;
  }
  return Uses;
}

bool FusedProducts::replace(uint32_t Multiply, const Use &Of) {
  const KernelInst &Mul = K.Insts[Multiply];
  const auto [Reader, Product, HasOthers] = Of;
  if (HasOthers || Reader == ~0u || is_contained(Additions, Reader))
    return false;
  const KernelInst &Add = K.Insts[Reader];
  const FusedForm Form = Target.fusedForm(Mul.Opcode, Add.Opcode);
  if (Form.Registers == 0 || Mul.isObserved() || Add.isObserved() ||
      Mul.NumMems + Add.NumMems > 1 ||
      (!Form.Feature.empty() && !hasFeature(A, Form.Feature)))
    return false;
  const unsigned Opcode = Mul.NumMems != 0   ? Form.MemoryFactor
                          : Add.NumMems != 0 ? Form.MemoryAddend
                                             : Form.Registers;
  if (Opcode == 0)
    return false;
  LoopChange::Part P{Opcode, blankInst(A, Opcode), {}, {}, std::nullopt};
  for (const RegRead &R : K.reads(Add)) {
    if (&R == &K.Reads[Product] || R.Role == ReadRole::Merge)
      continue;
    P.Reads.push_back(R);
    if (R.Role == ReadRole::Data) {
      P.Reads.back().Role = ReadRole::Accumulator;
      P.Reads.back().Operand = 1;
    }
  }
  for (const RegRead &R : K.reads(Mul)) {
    if (R.Role == ReadRole::Merge)
      continue;
    P.Reads.push_back(R);
    ++P.Reads.back().Operand;
  }
  for (const RegWrite &W : K.writes(Add))
    P.Writes.push_back(W);
  for (const KernelInst *I : {&Mul, &Add})
    if (I->NumMems != 0)
      P.Mem = K.Mems[I->FirstMem];
  if (!Change)
    Change.emplace(Today);
  addMove(Form, Multiply, Reader, Product);
  Change->drop(0, Multiply);
  Change->remove(0, Reader);
  Change->append(Reader, P);
  Additions.push_back(Reader);
  return true;
}

std::vector<uint32_t> FusedProducts::replaceAll() {
  if (!K.Calls.empty() || K.NumOtherBlocks != 0)
    return {};
  findLastReads();
  for (auto [I, Of] : enumerate(findUses()))
    replace(I, Of);
  if (Change)
    Change->mayLengthenChains();
  return Additions;
}

Opportunity kernelbounds::findFusedProducts(const Baseline &Today) {
  FusedProducts Products(Today);
  Opportunity O;
  O.Insts = Products.replaceAll();
  if (O.Insts.empty())
    return O;
  O.What = Opportunity::Kind::FuseMultiplyAdd;
  O.Count = O.Insts.size();
  return Products.promise(O);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Opportunity kernelbounds::findWideIndex(const Baseline &Today) {
  const Analysis &A = Today.A;
  const TargetSemantics &Target = targetOf(A.kernel());
  Opportunity O;
  std::optional<LoopChange> Change;
  for (uint32_t E : A.LCD.Edges) {
    const uint32_t I = A.Graph.nodes()[A.Graph.edges()[E].To].Inst;
    const KernelInst &Inst = A.kernel().Insts[I];
    const unsigned Load = Target.unsignedLoad(Inst.Opcode);
    const bool Extends = Target.extendsSign(Inst);
    if (is_contained(O.Insts, I) || !(Extends || (Load != 0 && Inst.Inst)))
      continue;
    if (!Change)
      Change.emplace(Today);
    if (Extends)
      Change->makeFree(I);
    else
      Change->setOpcode(0, I, Load);
    O.Insts.push_back(I);
  }
  if (O.Insts.empty())
    return O;
  O.What = Opportunity::Kind::WideIndex;
  O.Count = O.Insts.size();
  return Change->promise(O);
}
