//===- CsvTable.h - Comma-separated values ----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads and writes tables as RFC 4180 has them. The first line names the
/// columns.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CSVTABLE_H
#define KERNEL_BOUNDS_MEASURE_CSVTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

class CsvTable {
public:
  /// Reads \p Text; \p File is for messages. Fails, with "File:Line: ", on an
  /// open quote and on rows that have not one cell per column.
  static llvm::Expected<CsvTable> parse(llvm::StringRef Text,
                                        llvm::StringRef File);
  static llvm::Expected<CsvTable> read(llvm::StringRef File);

  llvm::ArrayRef<std::string> columns() const { return Columns; }
  size_t numRows() const { return Rows.size(); }
  /// The cell of \p Column in row \p Row, or "" if there is no such column.
  llvm::StringRef cell(size_t Row, llvm::StringRef Column) const;
  bool hasColumn(llvm::StringRef Column) const {
    return Index.contains(Column);
  }
  /// Fails if a column is missing, naming the file and the column.
  llvm::Error require(llvm::ArrayRef<llvm::StringRef> Names) const;
  /// A cell that must be a number. \returns nothing for an empty cell.
  llvm::Expected<std::optional<double>> number(size_t Row,
                                               llvm::StringRef Column) const;
  /// "File:Line" of a row.
  std::string place(size_t Row) const;

private:
  std::string File;
  std::vector<std::string> Columns;
  llvm::StringMap<size_t> Index;
  std::vector<std::vector<std::string>> Rows;
  std::vector<unsigned> Lines; ///< Of each row, 1-based.
};

/// A table that grows while a run goes on, and that a run may leave at any
/// moment: the next one goes on behind the last whole line.
class CsvLog {
public:
  /// Opens \p File at its end, without a line that a stopped run left
  /// unfinished. \p Read gets what the file holds, if that is anything; else \p
  /// PrintHead writes the line with the names of the columns.
  static llvm::Expected<CsvLog>
  open(llvm::StringRef File,
       llvm::function_ref<void(llvm::raw_ostream &)> PrintHead,
       llvm::function_ref<llvm::Error(llvm::StringRef Text)> Read);

  /// A row counts as soon as it is written.
  llvm::Error append(llvm::function_ref<void(llvm::raw_ostream &)> PrintRow);

private:
  std::string File;
  std::unique_ptr<llvm::raw_fd_ostream> OS;
};

/// Where \p PrintHead has more columns behind those of the table in \p File,
/// gives them to that, with empty cells: an older version began it. Does
/// nothing if there is no such file.
llvm::Error
addNewColumns(llvm::StringRef File,
              llvm::function_ref<void(llvm::raw_ostream &)> PrintHead);

/// Writes one line, quoting where needed.
void writeCsvRow(llvm::raw_ostream &OS, llvm::ArrayRef<std::string> Cells);

/// A number with \p Places decimals at most, without trailing zeros.
std::string formatNumber(double Value, unsigned Places);
/// As many digits as give the same number again when read.
std::string formatExact(double Value);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CSVTABLE_H
