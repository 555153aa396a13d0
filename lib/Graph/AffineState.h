//===- AffineState.h - Symbols and state of an evaluation -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What AffineAddress.cpp keeps while it evaluates code: symbols, and what
/// registers and memory hold as affine forms. Private to lib/Graph.
///
/// Example: behind `movq %rax, -8(%rsp)` memory holds the form of rax in the
/// slot -8 of the bucket of rsp.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_AFFINESTATE_H
#define KERNEL_BOUNDS_LIB_GRAPH_AFFINESTATE_H

#include "AffineAddress.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace kernelbounds {

using Terms = decltype(AffineForm::Terms);

/// What a symbol stands for.
struct Symbol {
  enum SymbolKind : uint8_t {
    Entry,     ///< Of register unit A, before the code before the loop.
    Start,     ///< Of register unit A, at the start of an iteration.
    Cell,      ///< Content of cell A: there, if it is IsBefore, or here.
    Extend,    ///< Symbol A extended from 32 bits by Ext.
    Function,  ///< Of the forms Args: what is not affine.
    Fresh,     ///< Another value in every iteration.
    Invariant, ///< Some constant.
    Address    ///< Of a global.
  } Kind;
  uint32_t A = 0;
  Extension Ext = Extension::None;
  std::vector<AffineForm> Args = {};
};

/// Value of a symbol in iteration k: Base + k * Step.
struct Course {
  bool IsKnown = false;
  AffineForm Base, Step;
};

/// Symbols, each made once for the same meaning.
class SymbolTable {
public:
  SymbolId make(Symbol S) {
    All.push_back(std::move(S));
    return All.size() - 1;
  }
  SymbolId entry(RegUnit U) { return unique(Entries, U, {Symbol::Entry, U}); }
  SymbolId start(RegUnit U) { return unique(Starts, U, {Symbol::Start, U}); }
  SymbolId extend(Extension E, SymbolId S) {
    return unique(Extended, std::pair(E, S), {Symbol::Extend, S, E});
  }
  /// Of scalable vectors, in units of 128 bits.
  SymbolId vectorLength() { return unique(Lengths, 0, {Symbol::Invariant}); }
  SymbolId address(const llvm::MCSymbol *S) {
    return unique(Addresses, S, {Symbol::Address});
  }
  SymbolId function(uint32_t Op, llvm::ArrayRef<AffineForm> Args) {
    std::vector<AffineForm> Key(Args.begin(), Args.end());
    Symbol S{Symbol::Function, Op};
    S.Args = Key;
    return unique(Functions, std::pair(Op, std::move(Key)), std::move(S));
  }
  const Symbol &operator[](SymbolId S) const { return All[S]; }
  size_t size() const { return All.size(); }

  /// \p F extended from 32 bits, symbol by symbol.
  AffineForm extendForm(Extension E, const AffineForm &F);

private:
  template <typename Map, typename Key>
  SymbolId unique(Map &M, const Key &K, Symbol S) {
    auto [It, IsNew] = M.try_emplace(K, SymbolId(All.size()));
    if (IsNew)
      All.push_back(std::move(S));
    return It->second;
  }

  std::vector<Symbol> All;
  std::map<RegUnit, SymbolId> Entries, Starts;
  std::map<int, SymbolId> Lengths;
  std::map<std::pair<Extension, SymbolId>, SymbolId> Extended;
  std::map<const llvm::MCSymbol *, SymbolId> Addresses;
  std::map<std::pair<uint32_t, std::vector<AffineForm>>, SymbolId> Functions;
};

/// What the loop body makes of memory.
class MemoryState {
public:
  /// What is known of some bytes.
  struct Entry {
    uint64_t Width;
    AffineForm Value;
    bool IsDirty;     ///< Written, but not as a whole.
    uint64_t Foreign; ///< foreign() when it was written.
  };
  /// Accesses whose addresses differ by constants.
  struct Bucket {
    bool IsSlot; ///< Fixed stack slots: nothing else writes them.
    uint64_t NumStores = 0;
    std::map<int64_t, Entry> Entries; ///< By offset; they do not overlap.
  };
  enum class Found { Value, Nothing, Overwritten };

  /// With \p AssumeDistinct stores to one bucket leave others alone.
  explicit MemoryState(bool AssumeDistinct = false)
      : AssumeDistinct(AssumeDistinct) {}

  Bucket &bucket(const Terms &T, bool IsSlot) {
    return Buckets.try_emplace(T, Bucket{IsSlot, 0, {}}).first->second;
  }
  Found find(const Bucket &B, int64_t Offset, uint64_t Width,
             AffineForm &Value) const;
  void store(Bucket &B, int64_t Offset, uint64_t Width, AffineForm Value);
  /// Something unknown is written somewhere.
  void clobber() {
    ++NumStores;
    ++NumClobbers;
  }

private:
  /// Stores so far that may have hit \p B from elsewhere.
  uint64_t foreign(const Bucket &B) const {
    if (B.IsSlot)
      return 0;
    return AssumeDistinct ? NumClobbers : NumStores - B.NumStores;
  }

  std::map<Terms, Bucket> Buckets;
  bool AssumeDistinct;
  uint64_t NumStores = 0;   ///< Without those to slots.
  uint64_t NumClobbers = 0; ///< Those of which nothing is known.
};

/// What registers hold. Few of the target's units occur in a loop, so that
/// forms are kept for these alone.
class RegisterForms {
public:
  explicit RegisterForms(unsigned NumUnits) : Place(NumUnits, 0) {}

  /// Null where nothing was set.
  const AffineForm *find(RegUnit U) const {
    return Place[U] ? &Forms[Place[U] - 1] : nullptr;
  }
  void set(RegUnit U, AffineForm F) {
    if (Place[U]) {
      Forms[Place[U] - 1] = std::move(F);
      return;
    }
    Forms.push_back(std::move(F));
    Place[U] = Forms.size();
  }

private:
  std::vector<uint16_t> Place; ///< By unit: 1 + index into Forms.
  std::vector<AffineForm> Forms;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_AFFINESTATE_H
