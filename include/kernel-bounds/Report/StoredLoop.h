//===- StoredLoop.h - Loops that were analysed elsewhere ------ -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Records: what `--format=record` and the plugin write of each object, and
/// what reports on many objects are put together from.
///
/// A record is a text file with one JSON document in each line:
///
///   {"kernel_bounds_record":1,"generator":"kernel-opt 0.1.0"}
///   {"loop":{"name":"dot (dot.c:9)","cycles":[4,1],...}}
///   {"csv":"..."}
///   {"page":{...}}
///   ...
///   {"file":{"file":"dot.o","triple":"x86_64-unknown-linux-gnu",...}}
///   {"end":1}
///
/// A loop has the figures by which loops are found, ordered and counted, and
/// behind them, in lines of their own, what each format writes of it. Merging
/// puts these parts together, so that the report on many objects says of a loop
/// what the report on one says, and parses only the parts that it needs.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_STOREDLOOP_H
#define KERNEL_BOUNDS_REPORT_STOREDLOOP_H

#include "kernel-bounds/Compare/RunShares.h"
#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Report/Report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// One loop of a record.
struct StoredLoop {
  std::string Name;     ///< "dot (dot.c:9, label .L4)".
  std::string Function; ///< Demangled; may be empty.
  std::string File;     ///< The input, as its report names it.
  std::string Cpu, LimitName;
  size_t NumInsts = 0;
  bool IsComplete = true;
  std::string SourceFile;            ///< Empty if it is not known.
  unsigned SourceLine = 0;           ///< 0 = not known.
  bool HasPlace = true;              ///< A line of source or assembly is known.
  TimeShare Share = 0;               ///< Of the time of a run; 0 = not known.
  CyclesPerIter Cycles;              ///< The prediction.
  std::optional<CyclesPerIter> Next; ///< With the change that helps most.
  /// Equal for loops that are the same code from the same place of the source.
  std::string Same;
  /// Names of the other loops that are folded into this one.
  std::vector<std::string> Copies;
  llvm::StringRef Text; ///< Its lines in the record; StoredLoops holds them.

  /// What the format \p Key writes of the loop, as it stands in the record;
  /// "null" if the record has nothing.
  llvm::StringRef rawForm(llvm::StringRef Key) const;
  /// The same as a value; null if the record has none.
  llvm::json::Value form(llvm::StringRef Key) const;
  /// The same where that is a string.
  std::string textForm(llvm::StringRef Key) const;
  /// Cycles that the change that helps most saves.
  CyclesPerIter gain() const {
    return Next ? Cycles - *Next : CyclesPerIter(0);
  }
};

/// How loops of several records are ordered. Equal ones go by name and file.
enum class StoredOrder : uint8_t { Cycles, Gain, Cost, Function, File };

/// The loops of some records.
class StoredLoops {
public:
  /// Adds the record \p File. Fails, with the file and the line, if it is none
  /// or was not written to its end.
  llvm::Error read(llvm::StringRef File);

  /// Makes one loop of those that are the same code: functions of headers that
  /// several objects have, and loops that were inlined into several functions.
  /// Then puts them into order. What results does not depend on the order in
  /// which records were read. With \p Run, loops get their shares of its time.
  void arrange(StoredOrder Order, const RunShares *Run = nullptr);

  std::vector<StoredLoop> Loops;
  std::vector<FileSummary> Files;

private:
  llvm::Error readLine(llvm::StringRef Line);
  void setShares(const RunShares &Run);

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Buffers;
};

/// Whether \p File begins and ends as a record does.
bool isWholeRecord(llvm::StringRef File);

/// Of files in folders: records.
constexpr llvm::StringLiteral RecordEnding = ".kbrec";

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_STOREDLOOP_H
