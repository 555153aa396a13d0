//===- RandomAddress.cpp - Dependences seen on random inputs --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Memory that nothing has written yet holds a hash of its address, so that the
/// same place always reads the same and runs repeat exactly.
///
/// Cost: O(iterations * (operations + bytes accessed)).
/// Tested by unittests/Graph/MemoryDependenceTest.cpp, where concrete runs and
/// the closed form are held against each other.
//
//===----------------------------------------------------------------------===//

#include "RandomAddress.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace kernelbounds;
using namespace llvm;

namespace {

using Value = std::optional<uint64_t>; ///< Empty: not an integer.

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
uint64_t mix(uint64_t Z) {
  Z += 0x9e3779b97f4a7c15;
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
  return Z ^ (Z >> 31);
}

constexpr uint32_t NoMem = ~0u; ///< Written before the loop.
/// Bytes between two addresses that the code names for different objects.
constexpr uint64_t FarApart = 256;

/// Who wrote a byte of memory last.
struct Byte {
  uint32_t Mem = NoMem, Iteration = 0;
};

/// Eight aligned bytes of memory, some of which were written.
struct Word {
  uint8_t IsWritten = 0, IsInteger = 0; ///< A bit for each byte.
  uint64_t Content = 0;
  Byte Bytes[8];
};

/// The part of an access that lies in one word.
struct WordPart {
  uint64_t Word;  ///< Its address / 8.
  unsigned First; ///< Byte in it,
  unsigned Count; ///< and how many.
  uint64_t Done;  ///< Bytes of the access before.

  uint8_t bits() const { return ((1u << Count) - 1) << First; }
  /// Of the bytes of a word.
  uint64_t mask() const {
    return Count == 8 ? ~uint64_t(0)
                      : ((uint64_t(1) << 8 * Count) - 1) << 8 * First;
  }
};

/// Calls \p Function for each part of \p Width bytes at \p At until it fails.
template <typename Function>
bool forEachWord(uint64_t At, uint64_t Width, Function F) {
  for (uint64_t Done = 0; Done < Width;) {
    unsigned First = (At + Done) % 8;
    unsigned Count = std::min<uint64_t>(8 - First, Width - Done);
    if (!F(WordPart{(At + Done) / 8, First, Count, Done}))
      return false;
    Done += Count;
  }
  return true;
}

/// Linked code names it without a register or a symbol.
bool isAbsolute(const IntAddress &A) {
  return !A.IsUnknown && A.Base == NoRegUnit && A.Index == NoRegUnit &&
         !A.Symbol;
}

class Machine {
public:
  /// \p FirstShown is the first iteration that ObservedDependence::Trips of a
  /// draw (drawRun()) shows; of other runs there is none.
  Machine(unsigned NumUnits, unsigned SeedNumber,
          std::optional<uint32_t> FirstShown,
          std::map<ObservedKey, ObservedDependence> &Seen)
      : Seed(mix(SeedNumber + 1)), FirstShown(FirstShown), IsDraw(FirstShown),
        Regs(NumUnits), Origins(NumUnits, 0), Seen(Seen) {
    for (auto [U, R] : enumerate(Regs))
      R = mix(Seed * 1000003 + U);
  }
  /// The code that run() runs from now on.
  void setCode(const Kernel &NewK, const IntegerCode &NewCode) {
    K = &NewK;
    Code = &NewCode;
    Places.assign(NewK.Mems.size(), std::nullopt);
    Walks.assign(NewK.Mems.size(), Walk());
    if (IsDraw)
      findAdvancing();
    Active.clear();
    for (auto [I, Inst] : enumerate(NewK.Insts))
      if (Inst.NumMems != 0 || Inst.is(IF_Call) || !NewCode.ops(I).empty())
        Active.push_back(I);
  }
  void run(uint32_t Iteration, bool IsBefore);

private:
  Value evaluate(const IntOp &Op);
  /// The same in every iteration.
  uint64_t randomFor(const IntOp &Op) const {
    return mix(Seed ^ (uint64_t(&Op - Code->Ops.data()) * 2 + IsBefore));
  }
  /// What a condition says in this iteration.
  bool tossCoin(const IntOp &Op) const {
    return mix(Seed ^ (uint64_t(Now) << 32) ^
               uint64_t(&Op - Code->Ops.data())) &
           1;
  }
  Value read(const IntSource &S);
  /// What stands for a value that is not known: in a draw another number each
  /// time, else nothing.
  Value unknown() {
    return IsDraw ? Value(mix(Seed ^ mix(++NumUnknown))) : std::nullopt;
  }
  Value address(const IntAddress &A) const;
  /// Not a length that a machine has: sums of it and constants stay apart.
  uint64_t vectorLength() const { return mix(Seed ^ 0x51e) >> 20; }
  /// Of the object whose address linked code names: that; 0: none, or no such
  /// pointer.
  uint64_t originOf(const IntAddress &A) const;
  uint64_t originOf(const IntOp &Op) const;
  bool areApart(uint32_t A, uint32_t B) const;
  void findAdvancing();
  bool isAdvancing(RegUnit U) const {
    return U != NoRegUnit && Advancing.test(U);
  }
  Value load(uint32_t Mem, int8_t Part);
  void store(const IntOp &Op, Value V);
  void recordLoad(uint32_t Mem);
  const Word *findWord(uint64_t Address) const {
    auto It = WordAt.find(Address);
    return It == WordAt.end() ? nullptr : &Memory[It->second];
  }
  Word &wordAt(uint64_t Address) {
    auto [It, IsNew] = WordAt.try_emplace(Address, Memory.size());
    return IsNew ? Memory.emplace_back() : Memory[It->second];
  }

  const Kernel *K = nullptr;
  const IntegerCode *Code = nullptr;
  uint64_t Seed;
  const std::optional<uint32_t> FirstShown;
  const bool IsDraw;
  uint64_t NumUnknown = 0;
  uint32_t Now = 0;
  bool IsBefore = false;
  SmallVector<uint32_t, 32> Active; ///< Instructions that do anything.
  std::vector<Value> Regs;
  std::vector<Value> Places; ///< Address of each memory operand, now.
  /// Of a memory operand in a draw: which object it goes out from, and whether
  /// it runs away from it.
  struct Walk {
    uint64_t Origin = 0;
    bool Runs = false;
  };
  std::vector<uint64_t> Origins;       ///< By register, in a draw.
  BitVector Advancing;                 ///< Registers; see findAdvancing().
  std::vector<Walk> Walks;             ///< Parallel to Places.
  std::vector<Word> Memory;            ///< Of which something was written.
  DenseMap<uint64_t, uint32_t> WordAt; ///< Into Memory, by address / 8.
  mutable DenseMap<const MCSymbol *, uint64_t> SymbolNumbers;
  std::map<ObservedKey, ObservedDependence> &Seen;
};

} // namespace

static uint64_t extendBits(Extension E, unsigned Bits, uint64_t V) {
  if (E == Extension::None || Bits >= 64)
    return V;
  unsigned Drop = 64 - Bits;
  return E == Extension::Zero ? V << Drop >> Drop
                              : uint64_t(int64_t(V << Drop) >> Drop);
}

Value Machine::address(const IntAddress &A) const {
  if (A.IsUnknown)
    return std::nullopt;
  uint64_t Sum = A.Displacement * (A.IsScalable ? vectorLength() : 1);
  if (A.Symbol) {
    auto [It, IsNew] =
        SymbolNumbers.try_emplace(A.Symbol, SymbolNumbers.size());
    Sum += mix(Seed ^ (It->second << 20) ^ 0xabcdef);
  }
  if (A.Base != NoRegUnit) {
    if (!Regs[A.Base])
      return std::nullopt;
    Sum += *Regs[A.Base];
  }
  if (A.Index != NoRegUnit) {
    if (!Regs[A.Index])
      return std::nullopt;
    Sum += extendBits(A.IndexExtend, 32, *Regs[A.Index]) * A.Scale;
  }
  return Sum;
}

Value Machine::load(uint32_t Mem, int8_t Part) {
  const MemPart Read(K->Mems[Mem], Part);
  const uint64_t Width = Read.Width;
  if (!Places[Mem] || Width == 0 || Width > 8 || K->Mems[Mem].IsVector)
    return std::nullopt;
  uint64_t V = 0;
  bool IsInteger =
      forEachWord(*Places[Mem] + Read.Offset, Width, [&](const WordPart &P) {
        // What nobody wrote is random.
        uint64_t Content = mix(Seed ^ mix(P.Word));
        if (const Word *Written = findWord(P.Word)) {
          const Word &W = *Written;
          if (W.IsWritten & ~W.IsInteger & P.bits())
            return false;
          for (unsigned B = P.First; B < P.First + P.Count; ++B)
            if (W.IsWritten >> B & 1) {
              uint64_t Mask = uint64_t(0xff) << 8 * B;
              Content = (Content & ~Mask) | (W.Content & Mask);
            }
        }
        V |= (Content & P.mask()) >> 8 * P.First << 8 * P.Done;
        return true;
      });
  return IsInteger ? Value(V) : std::nullopt;
}

void Machine::store(const IntOp &Op, Value V) {
  const uint32_t Mem = Op.ToMem;
  if (!Places[Mem])
    return;
  const MemPart Written(K->Mems[Mem], Op.ToPart);
  uint64_t Width = std::max<uint64_t>(Written.Width, 1);
  bool IsInteger = V && Width <= 8 && !K->Mems[Mem].IsVector;
  const Byte By = {IsBefore ? NoMem : Mem, Now};
  forEachWord(*Places[Mem] + Written.Offset, Width, [&](const WordPart &P) {
    Word &W = wordAt(P.Word);
    std::fill_n(W.Bytes + P.First, P.Count, By);
    W.IsWritten |= P.bits();
    W.IsInteger &= ~P.bits();
    if (IsInteger) {
      W.IsInteger |= P.bits();
      uint64_t New = *V >> 8 * P.Done << 8 * P.First;
      W.Content = (W.Content & ~P.mask()) | (New & P.mask());
    }
    return true;
  });
}

void Machine::recordLoad(uint32_t Mem) {
  if (!Places[Mem] || Memory.empty())
    return;
  // Most loads have all their bytes from one store.
  SmallVector<ObservedKey, 2> Sources;
  uint64_t Width = std::max<uint64_t>(K->Mems[Mem].Width, 1);
  ObservedDependence *D = nullptr;
  forEachWord(*Places[Mem], Width, [&](const WordPart &P) {
    const Word *W = findWord(P.Word);
    if (!W)
      return true;
    for (unsigned B = P.First; B < P.First + P.Count; ++B) {
      const Byte &From = W->Bytes[B];
      if (From.Mem == NoMem || areApart(From.Mem, Mem))
        continue;
      ObservedKey Key{From.Mem, Mem, Now - From.Iteration};
      if (!D || !(Key == Sources.back())) {
        D = &Seen[Key];
        if (!is_contained(Sources, Key)) {
          ++D->Times;
          if (FirstShown && Now >= *FirstShown)
            D->Trips |= uint64_t(1) << (Now - *FirstShown);
        }
        Sources.push_back(Key);
      }
      ++D->Bytes;
    }
    return true;
  });
}

Value Machine::read(const IntSource &S) {
  Value V;
  switch (S.Kind) {
  case IntSource::None:
    return 0;
  case IntSource::Constant: {
    if (!S.Symbol) {
      V = S.Value;
      break;
    }
    IntAddress A;
    A.Displacement = S.Value;
    A.Symbol = S.Symbol;
    V = address(A);
    break;
  }
  case IntSource::VectorLength:
    V = S.Value * vectorLength();
    break;
  case IntSource::Unit:
    V = Regs[S.Reg];
    break;
  case IntSource::Memory:
    V = load(S.Mem, S.Part);
    break;
  }
  if (!V)
    V = unknown();
  if (V)
    V = extendBits(S.Extend, S.Bits, *V) << S.Shift;
  return V;
}

Value Machine::evaluate(const IntOp &Op) {
  if (Op.Kind == IntOpKind::Lea) {
    Value V = address(Op.Address);
    return V ? Value(extendBits(Op.Widen, Op.Bits, *V)) : V;
  }
  if (Op.Kind == IntOpKind::Unknown)
    return unknown();
  if (Op.Kind == IntOpKind::Opaque)
    return randomFor(Op);
  Value VA = read(Op.A), VB = read(Op.B), VC = read(Op.C);
  if (!VA || !VB || !VC)
    return std::nullopt;
  uint64_t A = *VA, B = *VB, R = 0;
  unsigned By = B & (Op.Bits - 1);
  bool Is32 = Op.Bits == 32;
  switch (Op.Kind) {
  case IntOpKind::Copy:
    R = A;
    break;
  case IntOpKind::Add:
    R = A + B;
    break;
  case IntOpKind::Sub:
    R = A - B;
    break;
  case IntOpKind::MulAdd:
    R = A * B + *VC;
    break;
  case IntOpKind::MulSub:
    R = *VC - A * B;
    break;
  case IntOpKind::And:
    R = A & B;
    break;
  case IntOpKind::Or:
    R = A | B;
    break;
  case IntOpKind::Xor:
    R = A ^ B;
    break;
  case IntOpKind::Not:
    R = ~A;
    break;
  case IntOpKind::Shl:
    R = A << By;
    break;
  case IntOpKind::Shr:
    R = (Is32 ? uint32_t(A) : A) >> By;
    break;
  case IntOpKind::Sar:
    R = (Is32 ? int64_t(int32_t(A)) : int64_t(A)) >> By;
    break;
  case IntOpKind::Select: // Either arm.
    R = A == B || tossCoin(Op) ? A : B;
    break;
  case IntOpKind::AddBit:
    R = A + B + tossCoin(Op);
    break;
  case IntOpKind::SubBit:
    R = A - B - tossCoin(Op);
    break;
  case IntOpKind::Bit:
    if (!IsDraw)
      return std::nullopt;
    R = tossCoin(Op);
    break;
  case IntOpKind::Unknown:
  case IntOpKind::Opaque:
  case IntOpKind::Lea:
    break;
  }
  return extendBits(Op.Widen, Op.Bits, R);
}

uint64_t Machine::originOf(const IntAddress &A) const {
  if (isAbsolute(A))
    return A.Displacement;
  if (uint64_t Origin = A.Base != NoRegUnit ? Origins[A.Base] : 0)
    return Origin;
  return A.Index != NoRegUnit && A.Scale == 1 ? Origins[A.Index] : 0;
}

uint64_t Machine::originOf(const IntOp &Op) const {
  auto OfSource = [&](const IntSource &S) -> uint64_t {
    if (S.Kind == IntSource::Unit)
      return Origins[S.Reg];
    // No smaller number is an address.
    return S.Kind == IntSource::Constant && uint64_t(S.Value) >= 4096 ? S.Value
                                                                      : 0;
  };
  switch (Op.Kind) {
  case IntOpKind::Lea:
    return originOf(Op.Address);
  case IntOpKind::Copy:
  case IntOpKind::Sub:
    return OfSource(Op.A);
  case IntOpKind::Add:
    return OfSource(Op.A) ? OfSource(Op.A) : OfSource(Op.B);
  default:
    return 0;
  }
}

/// Of the code: registers that change, but by what is added to them alone.
void Machine::findAdvancing() {
  BitVector Others(Regs.size());
  Advancing.clear();
  Advancing.resize(Regs.size());
  for (const IntOp &Op : Code->Ops) {
    if (Op.To == NoRegUnit)
      continue;
    auto IsSelf = [&](const IntSource &S) {
      return S.Kind == IntSource::Unit && S.Reg == Op.To;
    };
    const bool Adds =
        (Op.Kind == IntOpKind::Lea &&
         (Op.Address.Base == Op.To || Op.Address.Index == Op.To)) ||
        ((Op.Kind == IntOpKind::Add || Op.Kind == IntOpKind::Sub) &&
         (IsSelf(Op.A) || IsSelf(Op.B)));
    (Adds ? Advancing : Others).set(Op.To);
  }
  Advancing.reset(Others);
}

/// What runs away from one object does not come into another one, and neither
/// does what data place. What the code names close to each other may be one.
bool Machine::areApart(uint32_t A, uint32_t B) const {
  const uint64_t From = Walks[A].Origin, To = Walks[B].Origin;
  if (!IsDraw || From == 0 || To == 0)
    return false;
  return Walks[A].Runs || Walks[B].Runs
             ? From != To
             : std::max(From, To) - std::min(From, To) >= FarApart;
}

void Machine::run(uint32_t Iteration, bool Before) {
  Now = Iteration;
  IsBefore = Before;
  for (uint32_t I : Active) {
    const KernelInst &Inst = K->Insts[I];
    for (uint32_t M = Inst.FirstMem; M < Inst.FirstMem + Inst.NumMems; ++M) {
      const IntAddress &A = Code->Addresses[M];
      Places[M] = address(A);
      if (IsDraw)
        Walks[M] = {originOf(A), isAdvancing(A.Base) || isAdvancing(A.Index)};
      if (K->Mems[M].IsLoad && !IsBefore)
        recordLoad(M);
    }
    if (Inst.is(IF_Call))
      for (auto [U, R] : enumerate(Regs))
        if (U != K->StackPointer && U != K->FramePointer)
          R = std::nullopt;
    ArrayRef<IntOp> Ops = Code->ops(I);
    SmallVector<Value, 2> Values;
    for (const IntOp &Op : Ops)
      Values.push_back(Inst.is(IF_MayRun) ? Value(randomFor(Op))
                                          : evaluate(Op));
    SmallVector<uint64_t, 2> From;
    if (IsDraw)
      for (const IntOp &Op : Ops)
        From.push_back(originOf(Op));
    for (auto [N, Op] : enumerate(Ops)) {
      if (Op.To == NoRegUnit) {
        store(Op, Values[N]);
        continue;
      }
      Regs[Op.To] = Values[N];
      if (IsDraw)
        Origins[Op.To] = From[N];
    }
  }
}

/// Adds what the run from seed \p Seed shows.
static void runFrom(unsigned Seed, const Kernel &K, const IntegerCode &Code,
                    const IntegerCode &Before, unsigned NumUnits,
                    unsigned NumIterations, std::optional<uint32_t> FirstShown,
                    ObservedRuns::Map &Seen) {
  Machine M(NumUnits, Seed, FirstShown, Seen);
  if (K.Before) {
    M.setCode(*K.Before, Before);
    M.run(0, /*IsBefore=*/true);
  }
  M.setCode(K, Code);
  for (unsigned I = 0; I < NumIterations; ++I)
    M.run(I, /*IsBefore=*/false);
}

const ObservedRuns::Map &kernelbounds::observeDependences(
    const Kernel &K, const IntegerCode &Code, const IntegerCode &Before,
    unsigned NumUnits, unsigned NumIterations, unsigned NumSeeds,
    ObservedRuns &Runs,
    function_ref<bool(const ObservedKey &, unsigned)> IsWanted) {
  static const ObservedRuns::Map Nothing;
  if (Runs.NumIterations != NumIterations || Runs.NumSeeds != NumSeeds)
    Runs = {NumIterations, NumSeeds, std::nullopt, std::nullopt};
  auto Run = [&](unsigned Seed, ObservedRuns::Map &Seen) {
    runFrom(Seed, K, Code, Before, NumUnits, NumIterations,
            /*FirstShown=*/std::nullopt, Seen);
  };
  if (!Runs.First)
    Run(0, Runs.First.emplace());
  if (IsWanted && none_of(*Runs.First, [&](auto &P) {
        return IsWanted(P.first, P.second.Times);
      }))
    return Nothing;
  if (Runs.All)
    return *Runs.All;
  Runs.All = Runs.First;
  for (unsigned Seed = 1; Seed < NumSeeds; ++Seed)
    Run(Seed, *Runs.All);
  for (auto &[Key, D] : *Runs.All)
    D.Candidates =
        NumSeeds * (NumIterations - std::min(NumIterations, Key.Distance));
  return *Runs.All;
}

ObservedRuns::Map kernelbounds::drawRun(const Kernel &K,
                                        const IntegerCode &Code,
                                        const IntegerCode &Before,
                                        unsigned NumUnits, unsigned NumBefore,
                                        unsigned Seed) {
  ObservedRuns::Map Seen;
  runFrom(Seed, K, Code, Before, NumUnits, NumBefore + 64,
          /*FirstShown=*/NumBefore, Seen);
  return Seen;
}
