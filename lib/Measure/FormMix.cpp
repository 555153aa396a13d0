//===- FormMix.cpp - Several forms in one loop ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part that lags most behind its share is next, so that equal
/// instructions stand far apart. O(instructions * parts).
/// Tested by unittests/Measure/LoopRunnerTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormMix.h"
#include "FormChains.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

TimedLoop kernelbounds::mixForms(const FormBuilder &Builder,
                                 ArrayRef<MixPart> Parts, unsigned Repeats,
                                 bool Breaks) {
  TimedLoop Loop;
  if (Parts.empty())
    return Loop;
  const LinkLatencies NoLinks;
  std::vector<FormChains> Chains;
  Chains.reserve(Parts.size());
  unsigned All = 0;
  for (const MixPart &P : Parts) {
    Chains.emplace_back(Builder, *P.Form, NoLinks);
    All += P.Count;
  }
  Loop.Values = valuesOf(*Parts.front().Form, /*Slow=*/false);
  std::vector<unsigned> Done(Parts.size());
  for (unsigned I = 0; I < All * Repeats; ++I) {
    size_t Next = 0;
    auto Lag = [&](size_t P) {
      return int64_t(Parts[P].Count) * (I + 1) - int64_t(Done[P]) * All;
    };
    for (size_t P = 1; P < Parts.size(); ++P)
      if (Lag(P) > Lag(Next))
        Next = P;
    // Counted by form: were it the place in the loop, a form that comes every
    // seventh time would always have the same one of seven registers.
    const FormChains &Chain = Chains[Next];
    for (const MCInst &Inst :
         Chain.copy(Done[Next]++ + 2 * Next, Breaks && Chain.hasBreaks()))
      Loop.Body.push_back(Inst);
  }
  return Loop;
}

MixLoops kernelbounds::mixLoops(const FormBuilder &Builder,
                                ArrayRef<MixPart> Parts, bool Breaks) {
  unsigned Length = 0;
  for (const MixPart &P : Parts)
    Length += P.Count;
  Length = std::max(Length, 1u);
  const unsigned Few = (48 + Length - 1) / Length, More = 2 * Few;
  return {mixForms(Builder, Parts, Few, Breaks),
          mixForms(Builder, Parts, Few + More, Breaks), More};
}
