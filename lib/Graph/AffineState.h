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
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace kernelbounds {

using Terms = decltype(AffineForm::Terms);

/// Finds elements of a list that somebody else holds by their hash.
class HashIndex {
public:
  static constexpr uint32_t None = ~uint32_t(0);

  /// The first element of \p Hash of which \p IsIt holds, or None.
  template <typename Predicate> uint32_t find(unsigned Hash, Predicate IsIt) {
    auto It = Last.find(Hash);
    for (uint32_t I = It == Last.end() ? None : It->second; I != None;
         I = Previous[I])
      if (IsIt(I))
        return I;
    return None;
  }
  /// The element that is next in the list.
  void add(unsigned Hash) {
    auto [It, IsNew] = Last.try_emplace(Hash, None);
    Previous.push_back(It->second);
    It->second = Previous.size() - 1;
  }
  /// The next element is found by nothing.
  void skip() { Previous.push_back(None); }

private:
  llvm::SmallDenseMap<unsigned, uint32_t, 16> Last; ///< By hash.
  llvm::SmallVector<uint32_t, 16> Previous;         ///< Of the same hash.
};

/// Never the two values that a DenseMap keeps for itself.
inline unsigned hashOf(const Terms &T, uint64_t With) {
  uint64_t H = With * 0x9e3779b97f4a7c15;
  for (auto [S, C] : T)
    H = (H ^ (H >> 29) ^ S ^ (C << 20)) * 0xbf58476d1ce4e5b9;
  return unsigned(H >> 33);
}

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
    Length,    ///< Of scalable vectors, in units of 128 bits: a constant.
    Address    ///< Of a global, Of.
  } Kind;
  uint32_t A = 0;
  Extension Ext = Extension::None;
  const llvm::MCSymbol *Of = nullptr;
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
    Index.skip();
    All.push_back(std::move(S));
    return All.size() - 1;
  }
  SymbolId entry(RegUnit U) { return unique({Symbol::Entry, U}); }
  SymbolId start(RegUnit U) { return unique({Symbol::Start, U}); }
  SymbolId extend(Extension E, SymbolId S) {
    return unique({Symbol::Extend, S, E});
  }
  SymbolId vectorLength() { return unique({Symbol::Length}); }
  SymbolId address(const llvm::MCSymbol *S) {
    return unique({Symbol::Address, 0, Extension::None, S});
  }
  SymbolId function(uint32_t Op, llvm::ArrayRef<AffineForm> Args);
  const Symbol &operator[](SymbolId S) const { return All[S]; }
  size_t size() const { return All.size(); }

  /// \p F extended from 32 bits, symbol by symbol.
  AffineForm extendForm(Extension E, const AffineForm &F);

private:
  SymbolId unique(Symbol S); ///< Not for functions.

  std::vector<Symbol> All;
  HashIndex Index; ///< Into All.
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
    Terms Base;  ///< Of the addresses.
    bool IsSlot; ///< Fixed stack slots: nothing else writes them.
    uint64_t NumStores = 0;
    std::map<int64_t, Entry> Entries; ///< By offset; they do not overlap.
  };
  enum class Found { Value, Nothing, Overwritten };

  /// With \p AssumeDistinct stores to one bucket leave others alone.
  explicit MemoryState(bool AssumeDistinct = false)
      : AssumeDistinct(AssumeDistinct) {}

  /// Valid until the next call.
  Bucket &bucket(const Terms &T, bool IsSlot);
  Found find(const Bucket &B, int64_t Offset, uint64_t Width,
             AffineForm &Value);
  void store(Bucket &B, int64_t Offset, uint64_t Width, AffineForm Value);
  /// Stores to other buckets have hidden what was looked for: AssumeDistinct
  /// may find more. If not, it finds the same.
  bool hidesByForeign() const { return HidesByForeign; }
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

  std::vector<Bucket> Buckets;
  HashIndex Index; ///< Into Buckets.
  bool AssumeDistinct;
  uint64_t NumStores = 0;   ///< Without those to slots.
  uint64_t NumClobbers = 0; ///< Those of which nothing is known.
  bool HidesByForeign = false;
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
