//===- MovesInRow.cpp - How many moves in a row are eliminated ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each number of moves that may be eliminated in a row says how many of N
/// execute, a cycle each. The number counts that is nearest to what all N take,
/// if it is much nearer than that all are eliminated or that none are.
///
/// Tested by unittests/Measure/MovesInRowTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "MovesInRow.h"
#include "ExperimentList.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// The longest row that is tried.
constexpr unsigned MostMoves = 8;

ArrayRef<unsigned> kernelbounds::numsMovesInRow() {
  static constexpr unsigned Nums[] = {2, 3, 4, 5, 6, 7, MostMoves};
  return Nums;
}

static std::string nameOf(unsigned Num) {
  return formatv("move.row.{0}", Num).str();
}

// A product, so that moves which are not eliminated are seen apart from it; the
// last move is back to the register of the product.
void kernelbounds::addMovesInRow(ExperimentList &L) {
  static constexpr StringLiteral Others[] = {"r8",  "r9",  "r10", "r11",
                                             "r12", "rbp", "rsi"};
  for (unsigned N : numsMovesInRow()) {
    std::string Text = "imul %rax, %rax", From = "rax";
    for (unsigned I = 0; I < N; ++I) {
      const std::string To = I + 1 == N ? "rax" : Others[I].str();
      Text += "\nmov %" + From + ", %" + To;
      From = To;
    }
    L.chain(nameOf(N), Text, {{"op.imul", 1}});
  }
}

std::optional<unsigned> kernelbounds::findMovesInRow(const CoreFigures &F) {
  // By number in a row; 0: none is eliminated, and MostMoves: all are.
  double Off[MostMoves + 1] = {};
  for (unsigned N : numsMovesInRow()) {
    const std::optional<double> Cycles = F.get(nameOf(N));
    if (!Cycles)
      return std::nullopt;
    for (unsigned InRow = 0; InRow <= MostMoves; ++InRow)
      Off[InRow] += std::fabs(*Cycles - N / (InRow + 1));
  }
  const double None = Off[0], All = Off[MostMoves];
  const double *Best = std::min_element(std::begin(Off), std::end(Off));
  const double Each = *Best / numsMovesInRow().size();
  if (Best == std::begin(Off) || Best == std::end(Off) - 1)
    return Each < 0.25 ? std::optional<unsigned>(0) : std::nullopt;
  constexpr double Much = 0.3;
  if (Each > 0.6 || *Best > Much * std::min(None, All) + 0.1)
    return std::nullopt;
  return Best - Off;
}

bool kernelbounds::eliminatesMoves(const CoreFigures &F) {
  // Of two moves; where every second one executes, one of them does.
  return F.get("move.r64", 2) < 1.3;
}
