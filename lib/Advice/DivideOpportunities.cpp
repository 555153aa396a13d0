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
#include "llvm/ADT/STLExtras.h"
#include <string>

using namespace kernelbounds;
using namespace llvm;

static std::string replaced(StringRef Name, StringRef From, StringRef To) {
  size_t At = Name.find(From);
  if (At == StringRef::npos)
    return "";
  return (Name.take_front(At) + To + Name.drop_front(At + From.size())).str();
}

namespace {

class Divisions {
public:
  Divisions(const Analysis &A, unsigned NumUnits);
  Opportunity find();

private:
  bool isInvariant(uint32_t Inst, int Operand) const;
  bool isOnCycle(uint32_t Inst, bool WithMay) const;
  bool isRemainderRead(uint32_t Inst) const;
  unsigned opcode(const std::string &Name) const {
    return Name.empty() ? 0 : A.Mapped.Model->opcodeByName(Name);
  }
  Opportunity finish(Opportunity::Kind What, ArrayRef<uint32_t> Changed,
                     LoopChange &Change) const;
  Opportunity reciprocal() const;
  Opportunity integerReciprocal() const;
  bool addHighProduct(LoopChange &Change, uint32_t Inst) const;
  Opportunity vectorDivide() const;
  Opportunity singlePrecision() const;

  const Analysis &A;
  unsigned NumUnits;
  std::vector<uint32_t> Insts; ///< Divisions and square roots.
};

} // namespace

Divisions::Divisions(const Analysis &A, unsigned NumUnits)
    : A(A), NumUnits(NumUnits) {
  for (uint32_t I = 0; I < A.kernel().Insts.size(); ++I) {
    StringRef Name = opcodeName(A, I);
    if ((Name.contains("DIV") || Name.contains("SQRT")) &&
        A.kernel().Insts[I].Inst && !A.Mapped.Insts[I].is(MF_NotModeled))
      Insts.push_back(I);
  }
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
    if (WithMay || !E.IsMay)
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
  O.From = A.Prediction;
  O.To = Change.cycles();
  return worthwhile(O);
}

Opportunity Divisions::reciprocal() const {
  LoopChange Change(A, NumUnits);
  SmallVector<uint32_t, 4> Changed;
  for (uint32_t I : Insts) {
    StringRef Name = opcodeName(A, I);
    bool IsFloat = Name.contains("DIVS") || Name.contains("DIVP") ||
                   Name.starts_with("FDIV");
    bool IsInteger = Name.starts_with("SDIV") || Name.starts_with("UDIV") ||
                     Name.starts_with("IDIV");
    unsigned Multiply = opcode(replaced(Name, "DIV", "MUL"));
    if (!IsFloat || IsInteger || Multiply == 0 || !isInvariant(I, 2))
      continue;
    Change.setOpcode(0, I, Multiply);
    Changed.push_back(I);
  }
  return finish(Opportunity::Kind::Reciprocal, Changed, Change);
}

/// Puts a multiplication for the high half and what corrects it in the place of
/// a division of integers, if it is one.
bool Divisions::addHighProduct(LoopChange &Change, uint32_t Inst) const {
  const Kernel &K = A.kernel();
  StringRef Name = opcodeName(A, Inst);
  const bool IsArm = K.IsAArch64;
  std::string Multiply, Sub, Add, Shift, Low;
  int Divisor;
  if (IsArm && (Name == "UDIVXr" || Name == "UDIVWr" || Name == "SDIVXr" ||
                Name == "SDIVWr")) {
    Multiply = Name.starts_with("U") ? "UMULHrr" : "SMULHrr";
    Sub = "SUBXrs", Add = "ADDXrs", Shift = "UBFMXri", Low = "MADDXrrr";
    Divisor = 2;
  } else if (Name == "DIV64r" || Name == "DIV32r" || Name == "IDIV64r" ||
             Name == "IDIV32r") {
    Multiply = replaced(Name, "DIV", "MUL");
    Sub = "SUB64rr", Add = "ADD64rr", Shift = "SHR64ri", Low = "IMUL64rr";
    Divisor = 0;
  } else {
    return false;
  }
  if (!isInvariant(Inst, Divisor) || opcode(Multiply) == 0 ||
      opcode(Sub) == 0 || opcode(Add) == 0 || opcode(Shift) == 0 ||
      opcode(Low) == 0)
    return false;
  const unsigned Reg = K.Writes[K.Insts[Inst].FirstWrite].Reg;
  MCInst Sum, Moved, Product;
  for (MCInst *I : {&Sum, &Moved, &Product})
    for (unsigned N = 0; N < (I == &Moved ? 2 : 3); ++N)
      I->addOperand(MCOperand::createReg(Reg));
  if (IsArm) {
    Sum.addOperand(MCOperand::createImm(0));
    Moved.addOperand(MCOperand::createImm(1));
    Moved.addOperand(MCOperand::createImm(63));
    Product.addOperand(MCOperand::createReg(Reg));
  } else {
    Moved.addOperand(MCOperand::createImm(1));
  }
  Change.setOpcode(0, Inst, opcode(Multiply));
  Change.addAfter(0, Inst, opcode(Sub), Sum);
  Change.addAfter(0, Inst, opcode(Shift), Moved);
  Change.addAfter(0, Inst, opcode(Add), Sum);
  Change.addAfter(0, Inst, opcode(Shift), Moved);
  if (!IsArm && isRemainderRead(Inst)) { // AArch64 has its msub today.
    Change.addAfter(0, Inst, opcode(Low), Product);
    Change.addAfter(0, Inst, opcode(Sub), Sum);
  }
  return true;
}

Opportunity Divisions::integerReciprocal() const {
  LoopChange Change(A, NumUnits);
  SmallVector<uint32_t, 4> Changed;
  for (uint32_t I : Insts)
    if (addHighProduct(Change, I))
      Changed.push_back(I);
  return finish(Opportunity::Kind::IntegerReciprocal, Changed, Change);
}

/// The vector of 16 bytes of scalar operation \p Name, and how many of these it
/// does; empty if \p Name is none.
static std::pair<std::string, unsigned> vectorName(StringRef Name, bool IsArm) {
  std::string Plain =
      Name.ends_with("_Int") ? Name.drop_back(4).str() : Name.str();
  if (IsArm) {
    for (StringRef Op : {"FDIV", "FSQRT"}) {
      if (Name == (Op + "Drr").str() || Name == (Op + "Dr").str())
        return {(Op + "v2f64").str(), 2};
      if (Name == (Op + "Srr").str() || Name == (Op + "Sr").str())
        return {(Op + "v4f32").str(), 4};
    }
    return {};
  }
  for (StringRef Op : {"DIV", "SQRT"}) {
    if (Name.contains((Op + "SD").str()))
      return {replaced(Plain, (Op + "SD").str(), (Op + "PD").str()), 2};
    if (Name.contains((Op + "SS").str()))
      return {replaced(Plain, (Op + "SS").str(), (Op + "PS").str()), 4};
  }
  return {};
}

Opportunity Divisions::vectorDivide() const {
  const Kernel &K = A.kernel();
  if (!K.Calls.empty() || K.NumOtherBlocks != 0)
    return Opportunity();
  unsigned Copies = 0;
  bool IfApart = false;
  SmallVector<std::pair<uint32_t, unsigned>, 4> Changed;
  for (uint32_t I : Insts) {
    auto [Name, Elements] = vectorName(opcodeName(A, I), K.IsAArch64);
    // VSQRTSDr has an operand more than VSQRTPDr; only the name counts.
    unsigned Vector = opcode(Name);
    if (Vector == 0 || isOnCycle(I, /*WithMay=*/false))
      continue;
    IfApart |= isOnCycle(I, /*WithMay=*/true);
    Changed.push_back({I, Vector});
    Copies = Copies == 0 ? Elements : std::min(Copies, Elements);
  }
  if (Changed.empty())
    return Opportunity();
  LoopChange Change(A, NumUnits, Copies);
  SmallVector<uint32_t, 4> Which;
  for (auto [I, Vector] : Changed) {
    Which.push_back(I);
    Change.setOpcode(0, I, Vector);
    for (unsigned Copy = 1; Copy < Copies; ++Copy)
      Change.remove(Copy, I);
  }
  Opportunity O = finish(Opportunity::Kind::VectorDivide, Which, Change);
  if (O.What != Opportunity::Kind::None)
    O.Count = Copies, O.IfApart = IfApart;
  return O;
}

Opportunity Divisions::singlePrecision() const {
  // Scalars first: they stay one each.
  using Pair = std::pair<StringLiteral, StringLiteral>;
  static constexpr Pair Names[] = {{"DIVSD", "DIVSS"},
                                   {"SQRTSD", "SQRTSS"},
                                   {"FDIVDrr", "FDIVSrr"},
                                   {"FSQRTDr", "FSQRTSr"}};
  static constexpr Pair Vectors[] = {{"DIVPD", "DIVPS"},
                                     {"SQRTPD", "SQRTPS"},
                                     {"FDIVv2f64", "FDIVv4f32"},
                                     {"FSQRTv2f64", "FSQRTv4f32"},
                                     {"FDIV_ZPmZ_D", "FDIV_ZPmZ_S"},
                                     {"FDIVR_ZPmZ_D", "FDIVR_ZPmZ_S"},
                                     {"FSQRT_ZPmZ_D", "FSQRT_ZPmZ_S"}};
  const bool IsVector = any_of(Insts, [&](uint32_t I) {
    return any_of(Vectors,
                  [&](auto &N) { return opcodeName(A, I).contains(N.first); });
  });
  LoopChange Change(A, NumUnits, IsVector ? 2 : 1);
  SmallVector<uint32_t, 4> Changed;
  for (uint32_t I : Insts)
    for (auto &[Double, Float] :
         IsVector ? ArrayRef(Vectors) : ArrayRef(Names)) {
      unsigned Single = opcode(replaced(opcodeName(A, I), Double, Float));
      if (Single == 0 || (IsVector && isOnCycle(I, /*WithMay=*/false)))
        continue;
      Change.setOpcode(0, I, Single);
      if (IsVector)
        Change.remove(1, I);
      Changed.push_back(I);
      break;
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

Opportunity kernelbounds::findCheaperDivision(const Analysis &A,
                                              unsigned NumUnits) {
  return Divisions(A, NumUnits).find();
}
