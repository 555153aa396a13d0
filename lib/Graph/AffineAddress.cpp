//===- AffineAddress.cpp - Addresses as affine forms ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code before the loop is evaluated on symbols for what registers and
/// memory held before it; registers that the loop leaves alone keep these
/// values. What code writes that may run in between has some other value.
///
/// The body is evaluated once, on symbols for what registers and memory hold at
/// the start of an iteration. A register that ends as itself plus something
/// that does not change is an induction; one that ends as a form of inductions
/// lags behind them; whatever else has another value in every iteration.
///
/// Memory: a value stored is found again by a load of the same form and width,
/// unless a store in between may have overwritten it. Stores through pointers
/// are taken not to overwrite fixed stack slots, where compilers spill.
///
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "AffineAddress.h"
#include "AffineState.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// One iteration
//===----------------------------------------------------------------------===//

namespace {

constexpr unsigned MaxTerms = 12;  ///< Longer sums count as unknown.
constexpr unsigned MaxDepth = 200; ///< Of definitions that refer to others.

/// Evaluates the body once, then says how each symbol goes on.
class Evaluator {
public:
  Evaluator(const Kernel &K, const IntegerCode &Code, const IntegerCode &Before,
            unsigned NumUnits, bool AssumeDistinct)
      : K(K), Code(Code), Before(Before), NumUnits(NumUnits),
        IsRead(NumUnits, false), IsWritten(NumUnits, false), Initial(NumUnits),
        InitialMemory(AssumeDistinct), Regs(NumUnits), MemForms(K.Mems.size()),
        Memory(AssumeDistinct) {}

  std::optional<std::vector<AffineAddress>> run();
  /// \pre It ran.
  bool hidesByForeign() const {
    return Memory.hidesByForeign() || InitialMemory.hidesByForeign();
  }

private:
  /// Numbers of Symbol::Function beyond those of IntOpKind.
  enum : uint32_t { FnExtend = 100, FnSum = 1000 };

  struct CellInfo {
    Terms Base;
    int64_t Offset;
    uint64_t Width;
    bool IsSlot;
    bool IsBefore;
  };

  void evaluateBefore();
  void forgetFrom(uint32_t First);
  void evaluateInst(const KernelInst &Inst, ArrayRef<IntOp> Ops);
  AffineForm evaluate(const IntOp &Op);
  AffineForm evaluateBits(const IntOp &Op, AffineForm A, AffineForm B);
  AffineForm shiftRight(const IntOp &Op, AffineForm A, const AffineForm &B);
  AffineForm multiply(AffineForm A, AffineForm B);
  AffineForm readPlain(const IntSource &S);
  AffineForm read(const IntSource &S);
  AffineForm extend(Extension E, unsigned Bits, AffineForm F);
  AffineForm addressForm(const IntAddress &A);
  AffineForm load(uint32_t Mem, int8_t Part);
  AffineForm reg(RegUnit U);
  AffineForm initialOfUnit(RegUnit U) {
    const AffineForm *F = Initial.find(U);
    return F ? *F : AffineForm::symbol(Symbols.entry(U));
  }
  AffineForm initialOf(SymbolId S);
  SymbolId cell(const CellInfo &C);
  /// What has another value each time it is evaluated.
  AffineForm fresh() {
    return AffineForm::symbol(
        Symbols.make({IsBefore ? Symbol::Invariant : Symbol::Fresh}));
  }
  AffineForm function(uint32_t Op, ArrayRef<AffineForm> Args) {
    return AffineForm::symbol(Symbols.function(Op, Args));
  }
  bool isStackPointer(const Symbol &S) const {
    return (S.Kind == Symbol::Start || S.Kind == Symbol::Entry) &&
           (S.A == K.StackPointer ||
            (HasFramePointer && S.A == K.FramePointer));
  }
  bool isSlot(const AffineForm &F) const;
  void findFramePointer();
  void findRead(const IntegerCode &C);
  void findWritten();

  const Course &courseOf(SymbolId S);
  Course computeCourse(SymbolId S);
  Course courseOfState(SymbolId S, const AffineForm &End);
  Course courseOfForm(const AffineForm &F);
  Course courseOfCell(SymbolId S);
  bool isInvariant(const AffineForm &F);
  bool startsExtended(SymbolId S, Extension E) const;
  bool isArithmetic(SymbolId S);
  bool isFromCaller(SymbolId S);
  bool isFromCaller(const AffineForm &F) {
    return all_of(F.Terms, [&](auto T) { return isFromCaller(T.first); });
  }
  AffineAddress classify(uint32_t Mem);

  const Kernel &K;
  const IntegerCode &Code, &Before;
  unsigned NumUnits;
  SymbolTable Symbols;
  bool IsBefore = false; ///< Evaluating the code before the loop.
  /// By unit: whether integer code reads it. The rest need no forms.
  std::vector<bool> IsRead;
  /// By unit: whether the loop writes it, and what it holds when it begins.
  std::vector<bool> IsWritten;
  RegisterForms Initial;
  MemoryState InitialMemory;
  // The code evaluated now.
  RegisterForms Regs;
  std::vector<AffineForm> MemForms; ///< By memory operand.
  MemoryState Memory;
  std::vector<CellInfo> Cells;
  std::vector<SymbolId> CellSymbols; ///< By cell.
  HashIndex CellIndex;               ///< Into Cells.
  bool HasFramePointer = false;
  bool LacksInitialMemory = false; ///< And was asked for it.
  unsigned Depth = 0;
  enum class Stage : uint8_t { New, Open, Done };
  std::vector<Stage> Stages; ///< By symbol.
  std::vector<Course> Courses;
  enum class Answer : uint8_t { None, No, Yes };
  std::vector<Answer> Arithmetic, FromCaller; ///< By symbol: so far.
};

} // namespace

AffineForm Evaluator::reg(RegUnit U) {
  if (const AffineForm *F = Regs.find(U))
    return *F;
  if (IsBefore || !IsWritten[U])
    return initialOfUnit(U);
  return AffineForm::symbol(Symbols.start(U));
}

void Evaluator::findRead(const IntegerCode &C) {
  auto Add = [&](RegUnit U) {
    if (U != NoRegUnit)
      IsRead[U] = true;
  };
  auto AddAddress = [&](const IntAddress &A) {
    Add(A.Base);
    Add(A.Index);
  };
  llvm::for_each(C.Addresses, AddAddress);
  for (const IntOp &Op : C.Ops) {
    AddAddress(Op.Address);
    for (const IntSource *S : {&Op.A, &Op.B, &Op.C})
      Add(S->Reg);
  }
}

void Evaluator::findWritten() {
  for (const IntOp &Op : Code.Ops)
    if (Op.To != NoRegUnit)
      IsWritten[Op.To] = true;
  if (any_of(K.Insts, [](const KernelInst &I) { return I.is(IF_Call); }))
    for (size_t U = 0; U < IsWritten.size(); ++U)
      if (U != K.StackPointer && U != K.FramePointer)
        IsWritten[U] = true;
}

/// The frame pointer counts as such where the loop leaves it alone and all that
/// it addresses lies as locals and arguments do.
void Evaluator::findFramePointer() {
  if (K.FramePointer == NoRegUnit)
    return;
  HasFramePointer = true;
  for (const IntOp &Op : Code.Ops)
    HasFramePointer &= Op.To != K.FramePointer;
  for (const IntegerCode *C : {&Code, &Before})
    for (const IntAddress &A : C->Addresses) {
      if (A.Index == K.FramePointer)
        HasFramePointer = false;
      if (A.Base == K.FramePointer && A.Displacement >= 0 &&
          (A.Displacement < 16 || A.Index != NoRegUnit))
        HasFramePointer = false;
    }
}

bool Evaluator::isSlot(const AffineForm &F) const {
  if (F.Terms.size() != 1 || F.Terms[0].second != 1)
    return false;
  return isStackPointer(Symbols[F.Terms[0].first]);
}

SymbolId Evaluator::cell(const CellInfo &C) {
  const unsigned Hash =
      hashOf(C.Base, uint64_t(C.Offset) << 8 ^ C.Width << 1 ^ C.IsBefore);
  const uint32_t Known = CellIndex.find(Hash, [&](uint32_t I) {
    const CellInfo &O = Cells[I];
    return O.Offset == C.Offset && O.Width == C.Width &&
           O.IsBefore == C.IsBefore && O.Base == C.Base;
  });
  if (Known != HashIndex::None)
    return CellSymbols[Known];
  CellIndex.add(Hash);
  CellSymbols.push_back(Symbols.make({Symbol::Cell, uint32_t(Cells.size())}));
  Cells.push_back(C);
  return CellSymbols.back();
}

AffineForm Evaluator::addressForm(const IntAddress &A) {
  if (A.IsUnknown)
    return fresh();
  AffineForm F = AffineForm::constant(A.Displacement);
  if (A.IsScalable && A.Displacement) {
    F = AffineForm::symbol(Symbols.vectorLength());
    F.scale(A.Displacement);
  }
  if (A.Symbol)
    F.add(AffineForm::symbol(Symbols.address(A.Symbol)));
  if (A.Base != NoRegUnit)
    F.add(reg(A.Base));
  if (A.Index != NoRegUnit && A.IndexExtend != Extension::None)
    F.add(extend(A.IndexExtend, 32, reg(A.Index)), A.Scale);
  else if (A.Index != NoRegUnit)
    F.add(reg(A.Index), A.Scale);
  return F.Terms.size() > MaxTerms ? function(FnSum, F) : F;
}

AffineForm Evaluator::load(uint32_t Mem, int8_t Part) {
  const AffineForm &F = MemForms[Mem];
  const MemRef &M = (IsBefore ? *K.Before : K).Mems[Mem];
  const MemPart Read(M, Part);
  const uint64_t Width = Read.Width;
  if (Width == 0 || Width > 8 || M.IsVector)
    return fresh();
  bool IsSlot = isSlot(F);
  MemoryState::Bucket &B = Memory.bucket(F.Terms, IsSlot);
  AffineForm Value;
  int64_t Offset = F.Constant + Read.Offset;
  switch (Memory.find(B, Offset, Width, Value)) {
  case MemoryState::Found::Value:
    return Value;
  case MemoryState::Found::Overwritten:
    return fresh();
  case MemoryState::Found::Nothing:
    break;
  }
  return AffineForm::symbol(cell({F.Terms, Offset, Width, IsSlot, IsBefore}));
}

AffineForm Evaluator::extend(Extension E, unsigned Bits, AffineForm F) {
  if (E == Extension::None || Bits >= 64)
    return F;
  if (Bits == 32)
    return Symbols.extendForm(E, F);
  if (!F.isConstant())
    return function(FnExtend + Bits * 2 + (E == Extension::Sign), F);
  unsigned Drop = 64 - Bits;
  uint64_t Top = F.Constant << Drop;
  return AffineForm::constant(
      E == Extension::Zero ? Top >> Drop : uint64_t(int64_t(Top) >> Drop));
}

AffineForm Evaluator::readPlain(const IntSource &S) {
  switch (S.Kind) {
  case IntSource::None:
    break;
  case IntSource::Constant: {
    AffineForm F = AffineForm::constant(S.Value);
    if (S.Symbol)
      F.add(AffineForm::symbol(Symbols.address(S.Symbol)));
    return F;
  }
  case IntSource::VectorLength: {
    AffineForm F = AffineForm::symbol(Symbols.vectorLength());
    F.scale(S.Value);
    return F;
  }
  case IntSource::Unit:
    return reg(S.Reg);
  case IntSource::Memory:
    return load(S.Mem, S.Part);
  }
  return {};
}

AffineForm Evaluator::read(const IntSource &S) {
  AffineForm F = readPlain(S);
  if (S.Extend != Extension::None && S.Bits < 64)
    F = extend(S.Extend, S.Bits, std::move(F));
  if (S.Shift)
    F.scale(uint64_t(1) << S.Shift);
  return F;
}

AffineForm Evaluator::multiply(AffineForm A, AffineForm B) {
  if (A.isConstant())
    std::swap(A, B);
  if (B.isConstant()) {
    A.scale(B.Constant);
    return A;
  }
  if (B < A)
    std::swap(A, B);
  return function(uint32_t(IntOpKind::MulAdd), {A, B});
}

/// A field that was shifted up by 32 comes down again: an extension.
AffineForm Evaluator::shiftRight(const IntOp &Op, AffineForm A,
                                 const AffineForm &B) {
  bool IsSigned = Op.Kind == IntOpKind::Sar;
  unsigned By = B.Constant & (Op.Bits - 1);
  if (A.isConstant()) {
    uint64_t V = Op.Bits == 32 ? uint32_t(A.Constant) : A.Constant;
    int64_t Signed = Op.Bits == 32 ? int32_t(A.Constant) : int64_t(V);
    return AffineForm::constant(IsSigned ? uint64_t(Signed >> By) : V >> By);
  }
  bool IsHigh = Op.Bits == 64 && By <= 32 && uint32_t(A.Constant) == 0 &&
                all_of(A.Terms, [](auto T) { return uint32_t(T.second) == 0; });
  if (!IsHigh)
    return function(uint32_t(Op.Kind) + Op.Bits * 16, {A, B});
  A.Constant >>= 32;
  for (auto &Term : A.Terms)
    Term.second >>= 32;
  A = Symbols.extendForm(IsSigned ? Extension::Sign : Extension::Zero, A);
  A.scale(uint64_t(1) << (32 - By));
  return A;
}

/// And, or, xor and shifts.
AffineForm Evaluator::evaluateBits(const IntOp &Op, AffineForm A,
                                   AffineForm B) {
  bool BothConstant = A.isConstant() && B.isConstant();
  if (Op.Kind == IntOpKind::Shl) {
    if (!B.isConstant())
      return function(uint32_t(Op.Kind), {A, B});
    A.scale(uint64_t(1) << (B.Constant & (Op.Bits - 1)));
    return A;
  }
  if (Op.Kind == IntOpKind::Shr || Op.Kind == IntOpKind::Sar)
    return B.isConstant() ? shiftRight(Op, std::move(A), B)
                          : function(uint32_t(Op.Kind), {A, B});
  if (A.isConstant())
    std::swap(A, B);
  if (Op.Kind == IntOpKind::And) {
    if (BothConstant)
      return AffineForm::constant(A.Constant & B.Constant);
    if (A == B || (B.isConstant() && B.Constant == ~uint64_t(0)))
      return A;
    if (B.isZero())
      return B;
    if (B.isConstant() && B.Constant == 0xffffffff)
      return Symbols.extendForm(Extension::Zero, A);
  } else if (BothConstant) {
    return AffineForm::constant(Op.Kind == IntOpKind::Or
                                    ? A.Constant | B.Constant
                                    : A.Constant ^ B.Constant);
  } else if (B.isZero() || (Op.Kind == IntOpKind::Or && A == B)) {
    return A;
  } else if (B.isConstant() && int64_t(B.Constant) > 0) {
    // Bits that A cannot have: or and xor add.
    uint64_t Low = A.Constant;
    for (auto [S, C] : A.Terms)
      Low |= C;
    if (B.Constant < (Low & -Low)) {
      A.add(B);
      return A;
    }
  }
  if (B < A)
    std::swap(A, B);
  return function(uint32_t(Op.Kind), {A, B});
}

AffineForm Evaluator::evaluate(const IntOp &Op) {
  // The most frequent ones, without anything in between.
  if (Op.Bits != 32 && Op.Kind == IntOpKind::Copy &&
      Op.B.Kind != IntSource::Memory)
    return read(Op.A);
  if (Op.Bits != 32 && Op.Kind == IntOpKind::Lea)
    return addressForm(Op.Address);
  AffineForm A = read(Op.A), B = read(Op.B), Out;
  switch (Op.Kind) {
  case IntOpKind::Unknown:
  case IntOpKind::AddBit:
  case IntOpKind::SubBit:
  case IntOpKind::Bit:
    return fresh();
  case IntOpKind::Opaque:
    return AffineForm::symbol(Symbols.make({Symbol::Invariant}));
  case IntOpKind::Copy:
    Out = std::move(A);
    break;
  case IntOpKind::Add:
  case IntOpKind::Sub:
    Out = std::move(A);
    Out.add(B, Op.Kind == IntOpKind::Add ? 1 : -1);
    break;
  case IntOpKind::MulAdd:
  case IntOpKind::MulSub: {
    AffineForm Product = multiply(std::move(A), std::move(B));
    Out = read(Op.C);
    Out.add(Product, Op.Kind == IntOpKind::MulAdd ? 1 : -1);
    break;
  }
  case IntOpKind::Not:
    Out = AffineForm::constant(-1);
    Out.add(A, -1);
    break;
  case IntOpKind::And:
  case IntOpKind::Or:
  case IntOpKind::Xor:
  case IntOpKind::Shl:
  case IntOpKind::Shr:
  case IntOpKind::Sar:
    Out = evaluateBits(Op, std::move(A), std::move(B));
    break;
  case IntOpKind::Select:
    Out = A == B ? std::move(A) : fresh();
    break;
  case IntOpKind::Lea:
    Out = addressForm(Op.Address);
    break;
  }
  if (Op.Bits == 32)
    Out = Symbols.extendForm(Op.Widen, Out);
  return Out.Terms.size() > MaxTerms ? function(FnSum, Out) : Out;
}

void Evaluator::evaluateInst(const KernelInst &Inst, ArrayRef<IntOp> Ops) {
  if (IsBefore && Ops.empty() && !Inst.is(IF_Call) && !Inst.is(IF_Opaque))
    return;
  ArrayRef<IntAddress> Addresses = (IsBefore ? Before : Code).Addresses;
  for (uint32_t M = Inst.FirstMem; M < Inst.FirstMem + Inst.NumMems; ++M)
    MemForms[M] = addressForm(Addresses[M]);
  if (Inst.is(IF_Call)) {
    for (unsigned U = 0; U < NumUnits; ++U)
      if (IsRead[U] && U != K.StackPointer && U != K.FramePointer)
        Regs.set(U, fresh());
  }
  if (Inst.is(IF_Call) || Inst.is(IF_Opaque))
    Memory.clobber();
  SmallVector<AffineForm, 2> Values;
  auto IsWanted = [&](const IntOp &Op) {
    return Op.To == NoRegUnit ? IsBefore || Code.HasStores : IsRead[Op.To];
  };
  for (const IntOp &Op : Ops)
    if (IsWanted(Op))
      Values.push_back(Inst.is(IF_MayRun) ? fresh() : evaluate(Op));
  for (auto [Op, Value] : zip_equal(make_filter_range(Ops, IsWanted), Values)) {
    if (Op.To != NoRegUnit) {
      Regs.set(Op.To, std::move(Value));
      continue;
    }
    const AffineForm &F = MemForms[Op.ToMem];
    if (Inst.is(IF_MayRun) && !isSlot(F)) {
      Memory.clobber(); // Its address need not be the same each time.
      continue;
    }
    const MemPart Written((IsBefore ? *K.Before : K).Mems[Op.ToMem], Op.ToPart);
    Memory.store(Memory.bucket(F.Terms, isSlot(F)), F.Constant + Written.Offset,
                 std::max<uint64_t>(Written.Width, 1), std::move(Value));
  }
}

/// Forgets all registers that instructions write which may run, from \p First
/// on: each of them may come after any other.
void Evaluator::forgetFrom(uint32_t First) {
  ArrayRef<KernelInst> Insts = K.Before->Insts;
  for (uint32_t I = First; I < Insts.size() && Insts[I].is(IF_MayRun); ++I)
    for (const IntOp &Op : Before.ops(I))
      if (Op.To != NoRegUnit && IsRead[Op.To])
        Regs.set(Op.To, fresh());
}

/// Leaves what registers and memory hold when the loop begins.
void Evaluator::evaluateBefore() {
  IsBefore = true;
  MemForms.resize(K.Before->Mems.size());
  ArrayRef<KernelInst> Insts = K.Before->Insts;
  for (auto [I, Inst] : enumerate(Insts)) {
    if (Inst.is(IF_MayRun) && (I == 0 || !Insts[I - 1].is(IF_MayRun)))
      forgetFrom(I);
    evaluateInst(Inst, Before.ops(I));
  }
  IsBefore = false;
  std::swap(Regs, Initial);
  std::swap(Memory, InitialMemory);
  MemForms.assign(K.Mems.size(), AffineForm());
}

/// What register or cell \p S holds when the loop begins.
AffineForm Evaluator::initialOf(SymbolId S) {
  if (Symbols[S].Kind == Symbol::Start)
    return initialOfUnit(Symbols[S].A);
  LacksInitialMemory |= !Before.HasStores;
  CellInfo C = Cells[Symbols[S].A];
  AffineForm Place;
  Place.Terms = C.Base;
  Place = courseOfForm(Place).Base;
  Place.Constant += C.Offset;
  C = {Place.Terms, int64_t(Place.Constant), C.Width, isSlot(Place), true};
  AffineForm Value;
  switch (InitialMemory.find(InitialMemory.bucket(C.Base, C.IsSlot), C.Offset,
                             C.Width, Value)) {
  case MemoryState::Found::Value:
    return Value;
  case MemoryState::Found::Nothing:
    return AffineForm::symbol(cell(C));
  case MemoryState::Found::Overwritten:
    break;
  }
  return AffineForm::symbol(S);
}

//===----------------------------------------------------------------------===//
// From iteration to iteration
//===----------------------------------------------------------------------===//

bool Evaluator::isInvariant(const AffineForm &F) {
  return all_of(F.Terms, [&](auto T) {
    const Course &C = courseOf(T.first);
    return C.IsKnown && C.Step.isZero();
  });
}

Course Evaluator::courseOfForm(const AffineForm &F) {
  Course Out;
  Out.Base.Constant = F.Constant;
  for (auto [S, C] : F.Terms) {
    const Course &Of = courseOf(S);
    if (!Of.IsKnown)
      return Course();
    Out.Base.add(Of.Base, C);
    Out.Step.add(Of.Step, C);
  }
  Out.IsKnown = true;
  return Out;
}

/// \p S holds what the iteration before left, \p End.
Course Evaluator::courseOfState(SymbolId S, const AffineForm &End) {
  // What ends as an extension begins as one from the second iteration on.
  AffineForm Plain = AffineForm::constant(End.Constant);
  for (auto [T, C] : End.Terms) {
    bool IsSelf = Symbols[T].Kind == Symbol::Extend && Symbols[T].A == S;
    Plain.add(AffineForm::symbol(IsSelf ? S : T), C);
  }
  uint64_t Own = Plain.coefficient(S);
  Course Out;
  if (Own == 1) {
    Plain.add(AffineForm::symbol(S), -1);
    Course Step = courseOfForm(Plain);
    if (!Step.IsKnown || !Step.Step.isZero())
      return Out;
    Out.Base = initialOf(S);
    Out.Step = std::move(Step.Base);
    Out.IsKnown = true;
  } else if (Own == 0) {
    Out = courseOfForm(Plain);
    Out.Base.add(Out.Step, -1);
  }
  return Out;
}

Course Evaluator::courseOfCell(SymbolId S) {
  const CellInfo C = Cells[Symbols[S].A];
  AffineForm Place;
  Place.Terms = C.Base;
  if (!isInvariant(Place))
    return Course();
  AffineForm Value;
  switch (
      Memory.find(Memory.bucket(C.Base, C.IsSlot), C.Offset, C.Width, Value)) {
  case MemoryState::Found::Overwritten:
    return Course();
  case MemoryState::Found::Nothing:
    return {true, initialOf(S), AffineForm()};
  case MemoryState::Found::Value:
    return courseOfState(S, Value);
  }
  return Course();
}

/// Whether register \p S holds an extended value wherever an iteration starts.
bool Evaluator::startsExtended(SymbolId S, Extension E) const {
  const Symbol &Of = Symbols[S];
  if (Of.Kind != Symbol::Start)
    return false;
  const AffineForm *End = Regs.find(Of.A);
  return End && all_of(End->Terms, [&](auto T) {
           return Symbols[T.first].Kind == Symbol::Extend &&
                  Symbols[T.first].Ext == E;
         });
}

Course Evaluator::computeCourse(SymbolId S) {
  const Symbol Of = Symbols[S]; // A copy: new symbols may move the table.
  Course Self{true, AffineForm::symbol(S), AffineForm()};
  switch (Of.Kind) {
  case Symbol::Start:
    if (const AffineForm *End = Regs.find(Of.A))
      return courseOfState(S, *End);
    return {true, initialOf(S), AffineForm()};
  case Symbol::Cell:
    return Cells[Of.A].IsBefore ? Self : courseOfCell(S);
  case Symbol::Extend: {
    if (startsExtended(Of.A, Of.Ext))
      return courseOf(Of.A);
    Course C = courseOf(Of.A);
    C.Base = Symbols.extendForm(Of.Ext, C.Base);
    C.Step = Symbols.extendForm(C.Step.isConstant() ? Extension::Sign : Of.Ext,
                                C.Step);
    return C;
  }
  case Symbol::Function: {
    std::vector<AffineForm> Args;
    for (const AffineForm &F : Of.Args) {
      Course C = courseOfForm(F);
      if (!C.IsKnown || !C.Step.isZero())
        return Course();
      Args.push_back(std::move(C.Base));
    }
    return {true, function(Of.A, Args), AffineForm()};
  }
  case Symbol::Fresh:
    return Course();
  case Symbol::Entry:
  case Symbol::Invariant:
  case Symbol::Length:
  case Symbol::Address:
    return Self;
  }
  return Course();
}

/// Definitions that go round in a circle, as in x = y; y = x + 1, are unknown.
const Course &Evaluator::courseOf(SymbolId S) {
  static const Course Unknown;
  if (S >= Stages.size()) {
    Stages.resize(Symbols.size(), Stage::New);
    Courses.resize(Symbols.size());
  }
  if (Stages[S] == Stage::Open || Depth > MaxDepth)
    return Unknown;
  if (Stages[S] == Stage::New) {
    Stages[S] = Stage::Open;
    ++Depth;
    Course C = computeCourse(S);
    --Depth;
    Stages[S] = Stage::Done;
    Courses[S] = std::move(C);
  }
  return Courses[S];
}

/// Whether \p S follows from inductions by arithmetic alone.
bool Evaluator::isArithmetic(SymbolId S) {
  if (S >= Arithmetic.size())
    Arithmetic.resize(Symbols.size(), Answer::None);
  if (Arithmetic[S] != Answer::None)
    return Arithmetic[S] == Answer::Yes;
  Arithmetic[S] = Answer::No; // Of what leads back here.
  const Symbol Of = Symbols[S];
  bool Is = courseOf(S).IsKnown;
  if (!Is && Of.Kind == Symbol::Extend)
    Is = isArithmetic(Of.A);
  if (!Is && Of.Kind == Symbol::Function)
    Is = all_of(Of.Args, [&](const AffineForm &F) {
      return all_of(F.Terms, [&](auto T) { return isArithmetic(T.first); });
    });
  Arithmetic[S] = Is ? Answer::Yes : Answer::No;
  return Is;
}

/// Whether \p S follows from registers and globals as they were when the
/// function was called, the stack pointer left out.
bool Evaluator::isFromCaller(SymbolId S) {
  if (S >= FromCaller.size())
    FromCaller.resize(Symbols.size(), Answer::None);
  if (FromCaller[S] != Answer::None)
    return FromCaller[S] == Answer::Yes;
  FromCaller[S] = Answer::No; // Of what leads back here.
  const Symbol Of = Symbols[S];
  bool Is = false;
  switch (Of.Kind) {
  case Symbol::Entry:
    Is = Of.A != K.StackPointer;
    break;
  case Symbol::Address:
    Is = true;
    break;
  case Symbol::Start: {
    const Course C = courseOf(S);
    Is = C.IsKnown && isFromCaller(C.Base) && isFromCaller(C.Step);
    break;
  }
  case Symbol::Extend:
    Is = isFromCaller(Of.A);
    break;
  case Symbol::Function:
    Is = all_of(Of.Args, [&](const AffineForm &F) { return isFromCaller(F); });
    break;
  case Symbol::Cell:
  case Symbol::Fresh:
  case Symbol::Invariant:
  case Symbol::Length:
    break;
  }
  FromCaller[S] = Is ? Answer::Yes : Answer::No;
  return Is;
}

AffineAddress Evaluator::classify(uint32_t Mem) {
  const AffineForm &F = MemForms[Mem];
  AffineAddress Out;
  Out.IsAffine = true;
  Out.Base.Constant = F.Constant;
  for (auto [S, C] : F.Terms) {
    const Course &Of = courseOf(S);
    if (!Of.IsKnown) {
      Out.IsAffine = false;
      Out.IsArithmetic &= isArithmetic(S);
      Out.Base.add(AffineForm::symbol(S), C);
      continue;
    }
    Out.Invariant.add(Of.Base, C);
    Out.Base.add(Of.Base, C);
    Out.Step.add(Of.Step, C);
  }
  Out.IsUnknown = Code.Addresses[Mem].IsUnknown;
  if (K.Before && K.Before->StartsFunction)
    Out.IsFromCaller = isFromCaller(Out.Base) && isFromCaller(Out.Step);
  bool IsSlotForm = isSlot(F);
  if (Out.Base.isConstant())
    Out.Region = MemoryRegion::Global;
  for (auto [S, C] : Out.Base.Terms) {
    const Symbol &Of = Symbols[S];
    if (Of.Kind == Symbol::Address && C == 1) {
      Out.Region = MemoryRegion::Global;
      Out.Global = S;
    }
    Out.IsOwnFrame |=
        C == 1 && Of.Kind == Symbol::Entry && Of.A == K.StackPointer &&
        int64_t(Out.Base.Constant) < 0 && K.Before && K.Before->StartsFunction;
    if (C == 1 && isStackPointer(Of))
      Out.Region = IsSlotForm && Out.IsAffine && Out.Step.isZero()
                       ? MemoryRegion::StackSlot
                       : MemoryRegion::Stack;
  }
  return Out;
}

std::optional<std::vector<AffineAddress>> Evaluator::run() {
  findFramePointer();
  findRead(Code);
  findRead(Before);
  findWritten();
  if (K.Before)
    evaluateBefore();
  for (auto [I, Inst] : enumerate(K.Insts))
    evaluateInst(Inst, Code.ops(I));
  std::vector<AffineAddress> Out;
  Out.reserve(K.Mems.size());
  for (uint32_t M = 0; M < K.Mems.size(); ++M)
    Out.push_back(classify(M));
  if (LacksInitialMemory)
    return std::nullopt;
  return Out;
}

std::optional<std::vector<AffineAddress>>
kernelbounds::evaluateAddresses(const Kernel &K, const IntegerCode &Code,
                                const IntegerCode &Before, unsigned NumUnits,
                                bool AssumeDistinct, bool *MayDiffer) {
  Evaluator E(K, Code, Before, NumUnits, AssumeDistinct);
  auto Addresses = E.run();
  if (MayDiffer)
    *MayDiffer = E.hidesByForeign();
  return Addresses;
}
