//===- BranchPredictor.h - Which way a branch is expected to go -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A predictor of conditional branches with a table of two-bit counters, six
/// tables of tagged entries that are indexed with longer and longer histories,
/// and a table that knows how far the others can be trusted. Private to
/// lib/Run.
///
/// Source: A. Seznec and P. Michaud, "A case for (partially) tagged geometric
/// history length branch prediction", Journal of Instruction-Level Parallelism
/// 8, 2006 (TAGE, with the alternate prediction of new entries and histories
/// that are folded as they grow); A. Seznec, "A new case for the TAGE branch
/// predictor" (MICRO 2011, doi:10.1145/2155620.2155635), for the idea of a
/// statistical corrector, of which this has the table that is indexed with the
/// branch and what was predicted. Sizes are not those of any core.
///
/// Example: of a branch that goes T T N T T N …, the first few are
/// mispredicted, and none after that. Of a branch that is taken at random in
/// one of ten cases, about one of ten is mispredicted.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_BRANCHPREDICTOR_H
#define KERNEL_BOUNDS_LIB_RUN_BRANCHPREDICTOR_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <vector>

namespace kernelbounds {

class BranchPredictor {
public:
  BranchPredictor();
  /// The branch at \p Address runs and goes as \p IsTaken says. \returns
  /// whether that was predicted. O(1).
  bool run(uint64_t Address, bool IsTaken);

private:
  static constexpr unsigned NumTables = 6, IndexBits = 11, TagBits = 12;
  static constexpr unsigned MostHistory = 512;

  struct Entry {
    uint16_t Tag = 0;
    int8_t Counter = 0; ///< -4 to 3; taken from 0 on.
    uint8_t Useful = 0; ///< 0 to 3.
  };
  /// The last Length branches in so many bits, one exclusive-ored to the other.
  struct Folded {
    unsigned Length = 0, Bits = 1;
    uint32_t Value = 0;
    void shift(bool New, bool Old);
  };
  struct Histories {
    Folded Index, Tag, Tag2;
  };
  /// What the tables say of one branch.
  struct Lookup {
    std::array<uint32_t, NumTables> Index;
    std::array<uint16_t, NumTables> Tag;
    int8_t *Simple;
    Entry *Provider = nullptr; ///< Of the longest history.
    unsigned Longer = 0;       ///< The first table behind the provider.
    bool ByProvider = false, ByAlternate = false, Predicted = false;
    int8_t *Trust = nullptr;
  };

  Lookup lookUp(uint64_t Address);
  void allocate(const Lookup &L, bool IsTaken);
  void remember(bool IsTaken);

  std::vector<int8_t> Base; ///< -2 to 1; taken from 0 on.
  std::array<std::vector<Entry>, NumTables> Tables;
  std::vector<int8_t> Trusts; ///< -32 to 31, by branch and prediction.
  int8_t UseAlternate = 0;    ///< -8 to 7; for new entries from 0 on.
  std::array<Histories, NumTables> Folds;
  std::array<bool, MostHistory> History = {}; ///< A ring.
  unsigned Newest = 0;                        ///< Into History.
};

/// How it is known where a branch goes.
enum class BranchKind : uint8_t {
  Direct,      ///< From its code.
  Conditional, ///< To the next instruction, or to where its code says.
  Indirect,    ///< From a register, or from memory.
  Call,        ///< From its code; there is a return to what is behind.
  IndirectCall,
  Return
};

/// A branch, once.
struct BranchRun {
  uint32_t At; ///< Into the path of its stretch.
  bool IsTaken;
  uint64_t Id; ///< Of the instruction.
  BranchKind Kind = BranchKind::Conditional;
  uint64_t Target = 0; ///< The next instruction; of all but Conditional.
  uint64_t Behind = 0; ///< Of a call: where it returns to.

  /// Whether \p Other is the same branch and goes the same way.
  bool isLike(const BranchRun &Other) const {
    return Id == Other.Id && IsTaken == Other.IsTaken && Target == Other.Target;
  }
};
/// Which branches of which stretch are mispredicted. Before each stretch, the
/// predictor learns from the others, those right before it last: a run is much
/// longer than its stretches. Then it learns from what the stretch repeats at
/// its beginning, which is taken to have repeated before it as often.
/// O(branches) for each stretch, at most 2^18 and twice those of the stretch.
std::vector<std::vector<bool>>
findMispredicted(llvm::ArrayRef<std::vector<BranchRun>> Stretches);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_BRANCHPREDICTOR_H
