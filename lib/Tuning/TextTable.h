//===- TextTable.h - Columns of text ----------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows whose cells stand below each other, divided by two blanks.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TUNING_TEXTTABLE_H
#define KERNEL_BOUNDS_LIB_TUNING_TEXTTABLE_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace kernelbounds {

class TextTable {
public:
  using Row = std::vector<std::string>;

  /// \p Numbers are the columns that stand at the right.
  TextTable(Row Head, std::vector<size_t> Numbers)
      : Rows{std::move(Head)}, Numbers(std::move(Numbers)) {}

  /// \pre As many cells as the head has.
  void add(Row R) { Rows.push_back(std::move(R)); }

  void print(llvm::raw_ostream &OS) const {
    std::vector<size_t> Widths(Rows.front().size());
    for (const Row &R : Rows)
      for (auto [W, Cell] : llvm::zip_equal(Widths, R))
        W = std::max(W, Cell.size());
    for (const Row &R : Rows) {
      std::string Line;
      for (auto [I, Cell] : llvm::enumerate(R)) {
        const std::string Blanks(Widths[I] - Cell.size(), ' ');
        Line +=
            (I ? "  " : "") +
            (llvm::is_contained(Numbers, I) ? Blanks + Cell : Cell + Blanks);
      }
      OS << llvm::StringRef(Line).rtrim() << '\n';
    }
  }

private:
  std::vector<Row> Rows;
  std::vector<size_t> Numbers;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TUNING_TEXTTABLE_H
