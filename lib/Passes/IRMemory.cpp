//===- IRMemory.cpp - The pointers behind machine accesses ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each access becomes a SCEV. Those that advance by the same step and differ
/// by a constant, or by a multiple of the step, share an origin; the closed
/// form of MemoryDependence.cpp does the rest. Alias analysis, in its
/// cross-iteration mode and with unknown sizes, rules pairs out.
///
/// An iteration of the machine loop must be one of the IR loop: the headers
/// correspond and every back edge comes from the IR loop. Where that is not so,
/// nothing is known of distances.
///
/// Cost: the analyses are made for a function once, and only where instructions
/// leave a pair open. At most MaxOriginsTried subtractions for each access, and
/// MaxAliasQueries queries for each loop.
/// Tested by test/Passes/ir-memory*.c and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "IRAnalyses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionDivision.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace kernelbounds;
using namespace llvm;
using Pace = KnownAddress::Pace;

constexpr unsigned MaxOriginsTried = 32;
constexpr unsigned MaxAliasQueries = 20'000;
/// Of one object: with more, all are taken to be open.
constexpr unsigned MaxAccessesPaired = 64;

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

namespace {

/// What an access is compared with: only equal keys can have an origin in
/// common. Null step: the address is Fixed or PerIteration.
struct OriginKey {
  Pace How;
  const SCEV *Base; ///< The pointer that offsets count from.
  const SCEV *Step;
  unsigned ScalableBytes; ///< 0 = not scalable.
  bool operator==(const OriginKey &O) const {
    return How == O.How && Base == O.Base && Step == O.Step &&
           ScalableBytes == O.ScalableBytes;
  }
};

struct OriginKeyInfo {
  static OriginKey getEmptyKey() {
    return {Pace::Unknown, DenseMapInfo<const SCEV *>::getEmptyKey(), nullptr,
            0};
  }
  static OriginKey getTombstoneKey() {
    return {Pace::Unknown, DenseMapInfo<const SCEV *>::getTombstoneKey(),
            nullptr, 0};
  }
  static unsigned getHashValue(const OriginKey &K) {
    return hash_combine(K.How, K.Base, K.Step, K.ScalableBytes);
  }
  static bool isEqual(const OriginKey &A, const OriginKey &B) { return A == B; }
};

/// The first access of an origin.
struct Origin {
  uint32_t Id;
  const SCEV *Address;
};

} // namespace

class IRMemory::State {
public:
  State(IRAnalyses &Analyses, const MachineLoop *Loop, const Kernel &K,
        ArrayRef<const MachineInstr *> Source);

  KnownAddress addressOf(uint32_t Mem);
  std::vector<KnownAddress> addressesOf(const BitVector &Wanted,
                                        OpenQuestion IsOpen);
  bool neverMeet(uint32_t Store, uint32_t Load, uint32_t Distance);
  Open whyOpen(uint32_t Store, uint32_t Load);
  const Kernel &kernel() const { return K; }

private:
  void findIRLoop(const MachineLoop *Loop);
  bool hasScopesPerIteration() const;
  const SCEV *addressOf(const MachineMemOperand &Op);
  const SCEV *firstByte(const MemRef &M, ArrayRef<const MachineMemOperand *>);
  KnownAddress slotAddress(const MachineMemOperand &Op);
  KnownAddress place(const SCEV *Address, const MemRef &M);
  bool relate(const Origin &To, const SCEV *Address, KnownAddress &Out);
  bool neverMeet(const MachineMemOperand &Store, const MachineMemOperand &Load);
  bool neverMeet(unsigned ClassA, unsigned ClassB);
  bool differByType(const MachineMemOperand &Store,
                    const MachineMemOperand &Load);
  unsigned aliasClassOf(const MachineMemOperand &Op);
  unsigned plainClassOf(uint32_t Mem);

  IRAnalyses &Analyses;
  const Kernel &K;
  IRAnalyses::Results *R = nullptr;
  const llvm::Loop *L = nullptr; ///< Null: iterations do not correspond.
  bool IsParallel = false;       ///< The user said so.
  bool DropScopes = true;        ///< They may be those of one iteration.
  /// By Kernel::Mems; empty where the compiler kept none.
  std::vector<SmallVector<const MachineMemOperand *, 2>> Operands;
  DenseMap<OriginKey, SmallVector<Origin, 2>, OriginKeyInfo> Origins;
  DenseMap<int, uint32_t> SlotOrigins; ///< By frame index.
  uint32_t NumOrigins = 0;

  std::unique_ptr<BatchAAResults> Batch;
  DenseMap<const MachineMemOperand *, unsigned> ClassOfOperand;
  /// By Kernel::Mems, of accesses of which the class alone decides: NotAsked
  /// before the first question, Several of others.
  std::vector<unsigned> PlainClass;
  static constexpr unsigned NotAsked = ~0u, Several = ~0u - 1;
  DenseMap<std::pair<const Value *, AAMDNodes>, unsigned> AliasClasses;
  std::vector<MemoryLocation> Locations; ///< By alias class.
  DenseMap<std::pair<unsigned, unsigned>, bool> Verdicts;
};

IRMemory::State::State(IRAnalyses &Analyses, const MachineLoop *Loop,
                       const Kernel &K, ArrayRef<const MachineInstr *> Source)
    : Analyses(Analyses), K(K), Operands(K.Mems.size()),
      PlainClass(K.Mems.size(), NotAsked) {
  if (Analyses.MF.getFunction().empty())
    return;
  DenseMap<const MachineInstr *, unsigned> NumAccesses;
  for (auto [I, Inst] : enumerate(K.Insts))
    NumAccesses[Source[I]] += Inst.NumMems;
  for (auto [I, Inst] : enumerate(K.Insts))
    // Of several accesses it is not known which operand is whose.
    if (Inst.NumMems == 1 && NumAccesses[Source[I]] == 1)
      Operands[Inst.FirstMem] =
          memoryOperands(*Source[I], K.Mems[Inst.FirstMem]);
  R = &Analyses.get();
  findIRLoop(Loop);
  Batch = std::make_unique<BatchAAResults>(R->Aliases);
  Batch->enableCrossIterationMode();
}

/// The IR loop whose iterations are those of \p Loop.
void IRMemory::State::findIRLoop(const MachineLoop *Loop) {
  const BasicBlock *Header =
      Loop ? Loop->getHeader()->getBasicBlock() : nullptr;
  if (!Header)
    return;
  // A loop that only machine code has, inside a block.
  if (const MachineLoop *Outer = Loop->getParentLoop())
    if (Outer->getHeader()->getBasicBlock() == Header)
      return;
  const llvm::Loop *Candidate = R->LI.getLoopFor(Header);
  if (!Candidate || Candidate->getHeader() != Header ||
      !Candidate->isInnermost())
    return;
  SmallVector<MachineBasicBlock *, 4> Latches;
  Loop->getLoopLatches(Latches);
  for (const MachineBasicBlock *Latch : Latches)
    if (!Latch->getBasicBlock() || !Candidate->contains(Latch->getBasicBlock()))
      return;
  L = Candidate;
  IsParallel = L->isAnnotatedParallel();
  DropScopes = hasScopesPerIteration();
}

/// A scope that is declared in the loop says nothing across iterations.
bool IRMemory::State::hasScopesPerIteration() const {
  return any_of(L->blocks(), [](const BasicBlock *BB) {
    return any_of(
        *BB, [](const Instruction &I) { return isa<NoAliasScopeDeclInst>(I); });
  });
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

const SCEV *IRMemory::State::addressOf(const MachineMemOperand &Op) {
  const Value *V = Op.getValue();
  if (!V || !R->SE.isSCEVable(V->getType()))
    return nullptr;
  const SCEV *S = R->SE.getSCEV(const_cast<Value *>(V));
  if (Op.getOffset() != 0) {
    Type *Ty = R->SE.getEffectiveSCEVType(S->getType());
    S = R->SE.getAddExpr(
        S, R->SE.getConstant(Ty, static_cast<uint64_t>(Op.getOffset()), true));
  }
  return S;
}

static std::optional<int64_t> constantOf(const SCEV *S) {
  if (auto *C = dyn_cast<SCEVConstant>(S))
    if (C->getAPInt().getSignificantBits() <= 64)
      return C->getAPInt().getSExtValue();
  return std::nullopt;
}

/// The address of the access, if its operands together are what it touches:
/// one of its width, or neighbours (a pair of loads made one instruction).
const SCEV *
IRMemory::State::firstByte(const MemRef &M,
                           ArrayRef<const MachineMemOperand *> Ops) {
  const SCEV *First = nullptr;
  SmallVector<std::pair<int64_t, int64_t>, 2> Ranges; // Offset, bytes.
  for (const MachineMemOperand *Op : Ops) {
    LocationSize Size = Op->getSize();
    const SCEV *S = addressOf(*Op);
    if (!S || !Size.hasValue() || Size.isScalable() != M.IsScalable)
      return nullptr;
    if (!First)
      First = S;
    std::optional<int64_t> Offset = constantOf(R->SE.getMinusSCEV(S, First));
    if (!Offset)
      return nullptr;
    Ranges.push_back({*Offset, Size.getValue().getKnownMinValue()});
  }
  if (Ranges.empty() || (M.IsScalable && Ranges.size() != 1))
    return nullptr;
  llvm::sort(Ranges);
  // The load and the store of one update have the same range.
  Ranges.erase(llvm::unique(Ranges), Ranges.end());
  int64_t Begin = Ranges.front().first, End = Begin;
  for (auto [Offset, Bytes] : Ranges) {
    if (Offset != End)
      return nullptr;
    End += Bytes;
  }
  if (End - Begin != M.Width)
    return nullptr;
  return Begin == 0
             ? First
             : R->SE.getAddExpr(
                   First, R->SE.getConstant(
                              R->SE.getEffectiveSCEVType(First->getType()),
                              static_cast<uint64_t>(Begin), true));
}

/// A spill slot, or another object of the frame that IR does not know.
KnownAddress IRMemory::State::slotAddress(const MachineMemOperand &Op) {
  KnownAddress Out;
  auto *Slot =
      dyn_cast_or_null<FixedStackPseudoSourceValue>(Op.getPseudoValue());
  if (!Slot)
    return Out;
  const MachineFrameInfo &MFI = Analyses.MF.getFrameInfo();
  Out.How = Pace::Fixed;
  Out.IsSpillSlot = MFI.isSpillSlotObjectIndex(Slot->getFrameIndex());
  Out.Offset = Op.getOffset();
  auto [It, IsNew] = SlotOrigins.try_emplace(Slot->getFrameIndex(), NumOrigins);
  NumOrigins += IsNew;
  Out.Origin = It->second;
  return Out;
}

/// Fills Offset and Ahead if \p Address has a known distance from \p To.
bool IRMemory::State::relate(const Origin &To, const SCEV *Address,
                             KnownAddress &Out) {
  ScalarEvolution &SE = R->SE;
  const SCEV *Difference = SE.getMinusSCEV(Address, To.Address);
  if (isa<SCEVCouldNotCompute>(Difference))
    return false;
  Out.Ahead = 0;
  if (std::optional<int64_t> Bytes = constantOf(Difference)) {
    Out.Offset = *Bytes;
    return true;
  }
  if (Out.How != Pace::Symbolic)
    return false;
  const SCEV *Step = cast<SCEVAddRecExpr>(Address)->getStepRecurrence(SE);
  const SCEV *Quotient, *Remainder;
  SCEVDivision::divide(SE, Difference, Step, &Quotient, &Remainder);
  std::optional<int64_t> Steps = constantOf(Quotient);
  std::optional<int64_t> Rest = constantOf(Remainder);
  if (!Steps || !Rest)
    return false;
  Out.Ahead = *Steps;
  Out.Offset = *Rest;
  return true;
}

KnownAddress IRMemory::State::place(const SCEV *Address, const MemRef &M) {
  ScalarEvolution &SE = R->SE;
  KnownAddress Out;
  OriginKey Key{Pace::PerIteration, SE.getPointerBase(Address), nullptr,
                M.IsScalable ? M.Width : 0U};
  auto *Rec = dyn_cast<SCEVAddRecExpr>(Address);
  if (SE.isLoopInvariant(Address, L)) {
    Key.How = Pace::Fixed;
  } else if (Rec && Rec->getLoop() == L && Rec->isAffine()) {
    Key.Step = Rec->getStepRecurrence(SE);
    std::optional<int64_t> Step = constantOf(Key.Step);
    Key.How = Step ? Pace::Moving : Pace::Symbolic;
    Out.Step = Step.value_or(0);
  }
  Out.How = Key.How;
  SmallVector<Origin, 2> &Known = Origins[Key];
  for (const Origin &O : ArrayRef(Known).take_front(MaxOriginsTried))
    // Lengths of scalable vectors are no numbers: only the same place counts.
    if (relate(O, Address, Out) && !(M.IsScalable && Out.Offset != 0)) {
      Out.Origin = O.Id;
      return Out;
    }
  Out.Offset = Out.Ahead = 0;
  Out.Origin = NumOrigins;
  Known.push_back({NumOrigins++, Address});
  return Out;
}

KnownAddress IRMemory::State::addressOf(uint32_t Mem) {
  const MemRef &M = K.Mems[Mem];
  ArrayRef<const MachineMemOperand *> Ops = Operands[Mem];
  if (!L || Ops.empty() || M.Width == 0 || M.IsGather)
    return {};
  if (Ops.size() == 1 && Ops.front()->getPseudoValue())
    return slotAddress(*Ops.front());
  const SCEV *Address = firstByte(M, Ops);
  return Address ? place(Address, M) : KnownAddress();
}

/// Whether one of \p Accesses stores, another or the same loads, and nothing
/// relates the two.
static bool hasOpenPair(const Kernel &K, ArrayRef<uint32_t> Accesses,
                        KnownMemory::OpenQuestion IsOpen) {
  if (Accesses.size() > MaxAccessesPaired)
    return true;
  return any_of(Accesses, [&](uint32_t S) {
    return K.Mems[S].IsStore && any_of(Accesses, [&](uint32_t L) {
             return K.Mems[L].IsLoad && IsOpen(S, L);
           });
  });
}

/// Only accesses with the same pointer base have an origin in common: where no
/// open pair points into one object, scalar evolution is not asked.
std::vector<KnownAddress> IRMemory::State::addressesOf(const BitVector &Wanted,
                                                       OpenQuestion IsOpen) {
  MapVector<const Value *, SmallVector<uint32_t, 4>> ByObject; // Null: unknown.
  for (unsigned M : Wanted.set_bits())
    ByObject[Analyses.commonObject(Operands[M])].push_back(M);
  if (ByObject.contains(nullptr)) { // It may be any object.
    SmallVector<uint32_t, 4> All(Wanted.set_bits());
    ByObject.clear();
    ByObject[nullptr] = std::move(All);
  }
  BitVector Asked(K.Mems.size());
  for (const auto &[Object, Accesses] : ByObject)
    if (hasOpenPair(K, Accesses, IsOpen))
      for (uint32_t M : Accesses)
        Asked.set(M);
  std::vector<KnownAddress> Out(K.Mems.size());
  for (unsigned M : Asked.set_bits()) // In order: the first one is the origin.
    Out[M] = addressOf(M);
  return Out;
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

/// Pointers into one object with the same metadata are one class: sizes are
/// taken as unknown.
unsigned IRMemory::State::aliasClassOf(const MachineMemOperand &Op) {
  unsigned &Class = ClassOfOperand.try_emplace(&Op, UINT_MAX).first->second;
  if (Class != UINT_MAX)
    return Class;
  const MachineMemOperand *Operand = &Op;
  const Value *Object = Analyses.commonObject(Operand);
  if (!Object)
    Object = getUnderlyingObject(Op.getValue(), /*MaxLookup=*/0);
  AAMDNodes Tags = tagsOf(Op);
  if (DropScopes)
    Tags.Scope = Tags.NoAlias = nullptr;
  auto [It, IsNew] = AliasClasses.try_emplace({Object, Tags}, Locations.size());
  if (IsNew)
    Locations.push_back(MemoryLocation::getBeforeOrAfter(Object, Tags));
  return Class = It->second;
}

/// Whether the language's rules of types alone tell the two apart.
bool IRMemory::State::differByType(const MachineMemOperand &Store,
                                   const MachineMemOperand &Load) {
  auto TypeOf = [](const MachineMemOperand &Op) {
    AAMDNodes Tags;
    Tags.TBAA = tagsOf(Op).TBAA;
    return MemoryLocation(nullptr, LocationSize::beforeOrAfterPointer(), Tags);
  };
  SimpleAAQueryInfo Query(R->Aliases);
  return R->Types.alias(TypeOf(Store), TypeOf(Load), Query, nullptr) ==
         AliasResult::NoAlias;
}

bool IRMemory::State::neverMeet(const MachineMemOperand &Store,
                                const MachineMemOperand &Load) {
  if (Load.isInvariant())
    return true;
  const PseudoSourceValue *S = Store.getPseudoValue();
  const PseudoSourceValue *D = Load.getPseudoValue();
  const MachineFrameInfo &MFI = Analyses.MF.getFrameInfo();
  if (D && D->isConstant(&MFI))
    return true;
  if (S && D) {
    auto *SlotS = dyn_cast<FixedStackPseudoSourceValue>(S);
    auto *SlotD = dyn_cast<FixedStackPseudoSourceValue>(D);
    return SlotS && SlotD && SlotS->getFrameIndex() != SlotD->getFrameIndex();
  }
  if (S || D)
    return !(S ? S : D)->mayAlias(&MFI);
  // A gather or scatter has no pointer, but types.
  if (!Store.getValue() || !Load.getValue())
    return differByType(Store, Load);
  return neverMeet(aliasClassOf(Store), aliasClassOf(Load));
}

bool IRMemory::State::neverMeet(unsigned A, unsigned B) {
  auto [It, IsNew] = Verdicts.try_emplace(std::minmax(A, B), false);
  if (IsNew && Verdicts.size() <= MaxAliasQueries)
    It->second = Batch->isNoAlias(Locations[A], Locations[B]);
  return It->second;
}

/// The alias class of access \p Mem if it has one operand with a pointer, and
/// nothing but the class of the other one says whether the two meet.
unsigned IRMemory::State::plainClassOf(uint32_t Mem) {
  unsigned &Class = PlainClass[Mem];
  if (Class != NotAsked)
    return Class;
  const MemRef &M = K.Mems[Mem];
  ArrayRef<const MachineMemOperand *> Ops = Operands[Mem];
  const bool IsPlain = Ops.size() == 1 && Ops.front()->getValue() &&
                       M.IsLoad == Ops.front()->isLoad() &&
                       M.IsStore == Ops.front()->isStore() &&
                       !Ops.front()->isInvariant();
  return Class = IsPlain ? aliasClassOf(*Ops.front()) : Several;
}

bool IRMemory::State::neverMeet(uint32_t Store, uint32_t Load,
                                uint32_t Distance) {
  if (Operands[Store].empty() || Operands[Load].empty())
    return false;
  if (IsParallel && Distance > 0)
    return true;
  // Most accesses are such.
  const unsigned A = plainClassOf(Store), B = plainClassOf(Load);
  if (A != Several && B != Several)
    return neverMeet(A, B);
  return all_of(Operands[Store], [&](const MachineMemOperand *S) {
    return !S->isStore() || all_of(Operands[Load], [&](const auto *D) {
      return !D->isLoad() || neverMeet(*S, *D);
    });
  });
}

IRMemory::Open IRMemory::State::whyOpen(uint32_t Store, uint32_t Load) {
  const Value *S = Analyses.commonObject(Operands[Store]);
  const Value *D = Analyses.commonObject(Operands[Load]);
  if (!S || !D || (S == D && !L))
    return Open::Unseen;
  if (S != D)
    return Open::Pointers;
  for (uint32_t Mem : {Store, Load}) {
    Pace How = addressOf(Mem).How;
    if (How == Pace::PerIteration || How == Pace::Unknown)
      return Open::Index;
  }
  return Open::Distance;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

IRMemory::IRMemory(IRAnalyses &Analyses, const MachineLoop *Loop,
                   const Kernel &K, ArrayRef<const MachineInstr *> Source)
    : Analyses(Analyses), Loop(Loop), K(K), Source(Source) {}

IRMemory::~IRMemory() = default;

IRMemory::State &IRMemory::state() {
  if (!S)
    S = std::make_unique<State>(Analyses, Loop, K, Source);
  return *S;
}

bool IRMemory::usesTypeRules() const {
  return Analyses.Rules.areUsedBy(*Analyses.MF.getFunction().getParent());
}

std::vector<KnownAddress> IRMemory::addresses(const BitVector &Wanted,
                                              OpenQuestion IsOpen) {
  return state().addressesOf(Wanted, IsOpen);
}

bool IRMemory::neverMeet(uint32_t Store, uint32_t Load, uint32_t Distance) {
  return state().neverMeet(Store, Load, Distance);
}

const MachineInstr &IRMemory::sourceOf(uint32_t Mem) const {
  const auto I = llvm::find_if(K.Insts, [&](const KernelInst &Inst) {
    return Mem >= Inst.FirstMem && Mem < Inst.FirstMem + Inst.NumMems;
  });
  assert(I != K.Insts.end() && "no such access");
  return *Source[I - K.Insts.begin()];
}

bool IRMemory::isSpill(uint32_t Mem) {
  return kernelbounds::isSpill(sourceOf(Mem), K.Mems[Mem]);
}

bool IRMemory::mayCallWrite(uint32_t Inst, uint32_t Mem) {
  return kernelbounds::mayCallWrite(*Source[Inst], sourceOf(Mem), K.Mems[Mem]);
}

IRMemory::Open IRMemory::whyOpen(uint32_t Store, uint32_t Load) {
  assert(S && "asked before whether they meet");
  return S->whyOpen(Store, Load);
}
