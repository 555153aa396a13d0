//===- RetireWidth.cpp - How fast a core retires --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The width is that of a line through what the trips take, of those that fit
/// into the reorder buffer: others wait for room in it, too.
///
/// Tested by unittests/Measure/RetireWidthTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RetireWidth.h"
#include "ExperimentList.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// Instructions of a trip beside those that retire behind the chain: the chain,
/// stores and the load, and the end of the loop. A longer chain would fill a
/// scheduler of Zen 4, so that what stands behind it cannot be renamed.
constexpr unsigned NumLinks = 12, NumOthers = NumLinks + 5;
constexpr unsigned NumsRetired[] = {24, 48, 72, 96, 120, 144, 168};

static std::string nameOf(unsigned Num) {
  return formatv("retire.{0}", Num).str();
}

void kernelbounds::addRetirement(ExperimentList &L) {
  // Two instructions in a row that do nothing, or that only set flags, may
  // share an entry and retire as one.
  const StringRef Fillers = "xor %r11d, %r11d\nmov $1, %r9d";
  for (unsigned Num : NumsRetired)
    L.chain(nameOf(Num),
            repeat("imul %rcx, %rcx", NumLinks) + repeat(Fillers, Num / 2) +
                "mov %ecx, (%r14)\nmov %ecx, 4(%r14)\nmov (%r14), %rcx",
            {}, 1);
}

unsigned kernelbounds::findRetireWidth(const CoreFigures &F) {
  const double Room = F.get("size.reorder-buffer", 128);
  double Num = 0, SumX = 0, SumY = 0, SumXX = 0, SumXY = 0, SumYY = 0;
  for (unsigned N : NumsRetired) {
    const std::optional<double> Cycles = F.get(nameOf(N));
    if (!Cycles || N + NumOthers > 0.95 * Room)
      continue;
    Num += 1;
    SumX += N;
    SumY += *Cycles;
    SumXX += double(N) * N;
    SumXY += N * *Cycles;
    SumYY += *Cycles * *Cycles;
  }
  if (Num < 3)
    return 0;
  const double XX = SumXX - SumX * SumX / Num, XY = SumXY - SumX * SumY / Num,
               YY = SumYY - SumY * SumY / Num;
  // What is too little to be seen, and what is no line.
  constexpr double Widest = 20;
  const double Each = XY / XX;
  if (Each < 1 / Widest || XY * XY < 0.98 * XX * YY)
    return 0;
  return std::lround(1 / Each);
}
