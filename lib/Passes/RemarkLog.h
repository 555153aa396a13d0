//===- RemarkLog.h - The remarks of one compilation -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps remarks until the module ends, so that copies of one source loop of
/// which the same is to be said share one remark, which counts them and names
/// functions: "(27 copies in f, g and 25 more)".
///
/// LLVM's records have one list of arguments. Viewers put the values of all of
/// them together, one behind the other. What only records have therefore stands
/// behind the sentence in brackets, with its name before each value: "[Limit =
/// latency; ChainCycles = 4]".
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_REMARKLOG_H
#define KERNEL_BOUNDS_LIB_PASSES_REMARKLOG_H

#include "RemarkArguments.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class DiagnosticInfoMIROptimization;
class Function;
class LLVMContext;
} // namespace llvm

namespace kernelbounds {

/// What one remark says of one loop: a sentence, and details for records. Only
/// the details of the first of several copies are kept; RemarkLog::add() asks
/// for them, so that they are not made for the others.
class LoopRemark {
public:
  enum class Kind : uint8_t { Analysis, Missed };

  /// \p L need not outlive this.
  LoopRemark(Kind What, llvm::StringLiteral Name, const AnalyzedLoop &L);
  LoopRemark(LoopRemark &&) noexcept;
  LoopRemark &operator=(LoopRemark &&) noexcept;
  ~LoopRemark();

  /// The loop is only where the remark stands.
  LoopRemark &ofAllLoops();

  LoopRemark &operator<<(llvm::StringRef Text);
  /// Part of the sentence, or a detail while RemarkLog::add() asks for them.
  LoopRemark &operator<<(NV Argument);

private:
  friend class RemarkLog;

  /// Place, name and function; has no arguments until it is emitted.
  std::unique_ptr<llvm::DiagnosticInfoMIROptimization> Shell;
  /// Shell's, which outlives the machine function.
  const llvm::Function *Where;
  bool IsInlined;       ///< The source has the loop in another function.
  bool IsRecorded;      ///< There is a record, which has details.
  llvm::StringRef Role; ///< Among copies of the source loop; "" = the only one.
  std::vector<NV> Sentence, Details;
  bool InDetails = false;
};

/// All remarks of one module.
class RemarkLog {
public:
  /// Adds the details of a remark.
  using AddDetails = llvm::function_ref<void(LoopRemark &)>;

  /// \p Fold: one remark for all copies that say the same.
  explicit RemarkLog(bool Fold) : Fold(Fold) {}

  /// \p NamesFunctions: of several copies, or of a copy in another function,
  /// say in which functions they are. Calls \p Details if a record is written
  /// and no copy was added before.
  void add(LoopRemark R, bool NamesFunctions, AddDetails Details = nullptr);

  /// Hands all remarks to LLVM, in the order of their first copies.
  void flush();

private:
  struct Entry {
    LoopRemark First;
    bool NamesFunctions;
    unsigned NumCopies;
    /// Of the functions that have copies: the first, their number, the last.
    llvm::SmallVector<const llvm::Function *, 2> FirstFunctions;
    unsigned NumFunctions;
    const llvm::Function *LastFunction;
    std::optional<uint64_t> Hotness; ///< Sum of all copies.
  };

  static void emit(Entry &E);
  static void addDetails(Entry &E, AddDetails Details);

  const bool Fold;
  std::vector<Entry> Entries;
  llvm::StringMap<unsigned> EntryOf; ///< By place, name and sentence.
};

/// What is said of one loop, in order.
class LoopRemarks {
public:
  /// \p NamesAlways: every remark names functions; else only the first does,
  /// as all remarks of a loop are shown together.
  LoopRemarks(RemarkLog &Log, bool NamesAlways)
      : Log(Log), NamesAlways(NamesAlways) {}

  void add(LoopRemark R, RemarkLog::AddDetails Details = nullptr) {
    Log.add(std::move(R), IsFirst || NamesAlways, Details);
    IsFirst = false;
  }

private:
  RemarkLog &Log;
  bool NamesAlways, IsFirst = true;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_REMARKLOG_H
