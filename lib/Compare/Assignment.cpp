//===- Assignment.cpp - The pairs with the largest sum --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The Hungarian method: rows are added one after the other. Each looks for the
/// cheapest chain of exchanges that ends in a free column, by Dijkstra's
/// algorithm on costs that potentials of rows and columns keep from becoming
/// negative.
///
/// Source: Kuhn, Naval Research Logistics Quarterly 2 (1955),
/// doi:10.1002/nav.3800020109, in the form with potentials and shortest
/// augmenting paths.
///
/// Tested by unittests/Compare/AssignmentTest.cpp against all permutations.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/Assignment.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cassert>
#include <limits>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Costs of rows, of which there are no more than columns. Index 0 of rows and
/// columns stands for none.
class Assigner {
public:
  Assigner(size_t NumRows, size_t NumColumns,
           function_ref<int64_t(size_t, size_t)> Cost)
      : NumRows(NumRows), NumColumns(NumColumns), Cost(Cost),
        RowPotential(NumRows + 1), ColumnPotential(NumColumns + 1),
        RowOf(NumColumns + 1), Before(NumColumns + 1), Least(NumColumns + 1),
        IsDone(NumColumns + 1) {}

  std::vector<size_t> run() {
    for (size_t Row = 1; Row <= NumRows; ++Row)
      exchange(add(Row));
    std::vector<size_t> ColumnOf(NumRows, Unassigned);
    for (size_t C = 1; C <= NumColumns; ++C)
      if (RowOf[C] != 0)
        ColumnOf[RowOf[C] - 1] = C - 1;
    return ColumnOf;
  }

private:
  /// Finds the cheapest chain from \p Row to a free column, and returns that.
  size_t add(size_t Row) {
    constexpr int64_t Infinite = std::numeric_limits<int64_t>::max();
    Least.assign(NumColumns + 1, Infinite);
    IsDone.assign(NumColumns + 1, false);
    RowOf[0] = Row;
    size_t At = 0;
    do {
      IsDone[At] = true;
      const size_t From = RowOf[At];
      int64_t Step = Infinite;
      size_t Next = 0;
      for (size_t C = 1; C <= NumColumns; ++C) {
        if (IsDone[C])
          continue;
        const int64_t Reduced =
            Cost(From - 1, C - 1) - RowPotential[From] - ColumnPotential[C];
        if (Reduced < Least[C]) {
          Least[C] = Reduced;
          Before[C] = At;
        }
        if (Least[C] < Step) {
          Step = Least[C];
          Next = C;
        }
      }
      for (size_t C = 0; C <= NumColumns; ++C) {
        if (IsDone[C]) {
          RowPotential[RowOf[C]] += Step;
          ColumnPotential[C] -= Step;
        } else {
          Least[C] -= Step;
        }
      }
      At = Next;
    } while (RowOf[At] != 0);
    return At;
  }

  /// Gives each column of the chain that ends in \p At the row before it.
  void exchange(size_t At) {
    while (At != 0) {
      RowOf[At] = RowOf[Before[At]];
      At = Before[At];
    }
  }

  const size_t NumRows, NumColumns;
  function_ref<int64_t(size_t, size_t)> Cost;
  std::vector<int64_t> RowPotential, ColumnPotential;
  std::vector<size_t> RowOf;  ///< By column; 0 = free.
  std::vector<size_t> Before; ///< By column: the one before it in the chain.
  std::vector<int64_t> Least; ///< By column: cost of the chain to it.
  std::vector<char> IsDone;
};

} // namespace

std::vector<size_t> kernelbounds::assignPairs(ArrayRef<int64_t> Scores,
                                              size_t NumRows,
                                              size_t NumColumns) {
  assert(Scores.size() == NumRows * NumColumns);
  if (NumRows <= NumColumns)
    return Assigner(
               NumRows, NumColumns,
               [&](size_t R, size_t C) { return -Scores[R * NumColumns + C]; })
        .run();
  const std::vector<size_t> RowOf =
      Assigner(NumColumns, NumRows, [&](size_t C, size_t R) {
        return -Scores[R * NumColumns + C];
      }).run();
  std::vector<size_t> ColumnOf(NumRows, Unassigned);
  for (size_t C = 0; C < NumColumns; ++C)
    ColumnOf[RowOf[C]] = C;
  return ColumnOf;
}
