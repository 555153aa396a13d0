//===- AffineState.cpp - Symbols and state of an evaluation ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arithmetic of affine forms, O(terms), and memory by buckets, O(log
/// accesses).
///
/// Tested by unittests/Graph/AffineAddressTest.cpp and
/// MemoryDependenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AffineState.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

uint64_t AffineForm::coefficient(SymbolId S) const {
  for (auto [Symbol, Coefficient] : Terms)
    if (Symbol == S)
      return Coefficient;
  return 0;
}

void AffineForm::scale(uint64_t By) {
  Constant *= By;
  for (auto &Term : Terms)
    Term.second *= By;
  llvm::erase_if(Terms, [](const auto &T) { return T.second == 0; });
}

void AffineForm::add(const AffineForm &Other, uint64_t By) {
  Constant += Other.Constant * By;
  if (Other.Terms.empty())
    return;
  if (Terms.empty() && By == 1) {
    Terms = Other.Terms;
    return;
  }
  decltype(Terms) Sum;
  const auto *A = Terms.begin();
  const auto *B = Other.Terms.begin();
  while (A != Terms.end() || B != Other.Terms.end()) {
    bool TakeA =
        B == Other.Terms.end() || (A != Terms.end() && A->first <= B->first);
    bool TakeB =
        A == Terms.end() || (B != Other.Terms.end() && B->first <= A->first);
    SymbolId S = TakeA ? A->first : B->first;
    uint64_t C = (TakeA ? A->second : 0) + (TakeB ? B->second * By : 0);
    if (C != 0)
      Sum.push_back({S, C});
    A += TakeA;
    B += TakeB;
  }
  Terms = std::move(Sum);
}

bool AffineForm::operator<(const AffineForm &O) const {
  return std::tie(Constant, Terms) < std::tie(O.Constant, O.Terms);
}

SymbolId SymbolTable::unique(Symbol S) {
  const unsigned Hash = hashOf(
      {}, (uint64_t(S.A) << 8 | unsigned(S.Kind) << 4 | unsigned(S.Ext)) ^
              uint64_t(reinterpret_cast<uintptr_t>(S.Of)) << 16);
  const uint32_t Known = Index.find(Hash, [&](uint32_t I) {
    return All[I].Kind == S.Kind && All[I].A == S.A && All[I].Ext == S.Ext &&
           All[I].Of == S.Of;
  });
  if (Known != HashIndex::None)
    return Known;
  Index.add(Hash);
  All.push_back(std::move(S));
  return All.size() - 1;
}

SymbolId SymbolTable::function(uint32_t Op, ArrayRef<AffineForm> Args) {
  uint64_t Mixed = uint64_t(Op) << 8 | Symbol::Function << 4;
  for (const AffineForm &F : Args)
    Mixed = Mixed * 31 + hashOf(F.Terms, F.Constant);
  const unsigned Hash = hashOf({}, Mixed);
  const uint32_t Known = Index.find(Hash, [&](uint32_t I) {
    return All[I].Kind == Symbol::Function && All[I].A == Op &&
           ArrayRef(All[I].Args) == Args;
  });
  if (Known != HashIndex::None)
    return Known;
  Index.add(Hash);
  Symbol &S = All.emplace_back(Symbol{Symbol::Function, Op});
  S.Args.assign(Args.begin(), Args.end());
  return All.size() - 1;
}

AffineForm SymbolTable::extendForm(Extension E, const AffineForm &F) {
  if (E == Extension::None)
    return F;
  uint32_t Low = static_cast<uint32_t>(F.Constant);
  if (F.isConstant())
    return AffineForm::constant(E == Extension::Zero ? uint64_t(Low)
                                                     : uint64_t(int32_t(Low)));
  AffineForm Out = AffineForm::constant(int64_t(int32_t(Low)));
  for (auto [S, C] : F.Terms) {
    SymbolId Inner = All[S].Kind == Symbol::Extend ? All[S].A : S;
    Out.add(AffineForm::symbol(extend(E, Inner)),
            uint64_t(int64_t(int32_t(C))));
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// Memory within one iteration
//===----------------------------------------------------------------------===//

MemoryState::Bucket &MemoryState::bucket(const Terms &T, bool IsSlot) {
  const unsigned Hash = hashOf(T, 0);
  uint32_t I =
      Index.find(Hash, [&](uint32_t I) { return Buckets[I].Base == T; });
  if (I == HashIndex::None) {
    I = Buckets.size();
    Index.add(Hash);
    Buckets.push_back({T, IsSlot, 0, {}});
  }
  return Buckets[I];
}

MemoryState::Found MemoryState::find(const Bucket &B, int64_t Offset,
                                     uint64_t Width, AffineForm &Value) {
  auto It = B.Entries.upper_bound(Offset);
  if (It != B.Entries.begin() &&
      std::prev(It)->first + int64_t(std::prev(It)->second.Width) > Offset)
    --It;
  if (It == B.Entries.end() || It->first >= Offset + int64_t(Width)) {
    if (foreign(B) == 0)
      return Found::Nothing;
    HidesByForeign = true;
    return Found::Overwritten;
  }
  const Entry &E = It->second;
  if (It->first != Offset || E.Width != Width || E.IsDirty)
    return Found::Overwritten;
  if (E.Foreign != foreign(B)) {
    HidesByForeign = true;
    return Found::Overwritten;
  }
  Value = E.Value;
  return Found::Value;
}

void MemoryState::store(Bucket &B, int64_t Offset, uint64_t Width,
                        AffineForm Value) {
  if (!B.IsSlot) {
    ++NumStores;
    ++B.NumStores;
  }
  bool IsDirty = false;
  int64_t Begin = Offset, End = Offset + int64_t(Width);
  auto It = B.Entries.upper_bound(Offset);
  if (It != B.Entries.begin() &&
      std::prev(It)->first + int64_t(std::prev(It)->second.Width) > Offset)
    --It;
  while (It != B.Entries.end() && It->first < Offset + int64_t(Width)) {
    Begin = std::min(Begin, It->first);
    End = std::max(End, It->first + int64_t(It->second.Width));
    It = B.Entries.erase(It);
  }
  IsDirty = Begin != Offset || End != Offset + int64_t(Width);
  B.Entries.insert(
      {Begin, {uint64_t(End - Begin), std::move(Value), IsDirty, foreign(B)}});
}
