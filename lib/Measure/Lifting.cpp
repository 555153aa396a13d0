//===- Lifting.cpp - From pieces to whole kernels -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Lifting.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

Prediction kernelbounds::liftPredictions(const KernelToPredict &K,
                                         ArrayRef<Prediction> Each) {
  Prediction Whole;
  double Sum = 0;
  for (auto [Piece, P] : zip_equal(K.Pieces, Each)) {
    if (P.Cycles) {
      Sum += *P.Cycles * Piece.Executions;
      continue;
    }
    Whole.Failure = P.Failure;
    return Whole;
  }
  Whole.Cycles = Sum / K.Trips;
  return Whole;
}

std::optional<double> kernelbounds::findLastNumber(StringRef Text) {
  while (!Text.empty()) {
    size_t End = Text.find_last_of("0123456789");
    if (End == StringRef::npos)
      return std::nullopt;
    StringRef Head = Text.take_front(End + 1);
    size_t Start = Head.find_last_not_of("0123456789.eE+-");
    StringRef Word =
        Start == StringRef::npos ? Head : Head.drop_front(Start + 1);
    double Value = 0;
    if (!Word.getAsDouble(Value))
      return Value;
    Text = Head.drop_back(Word.size());
  }
  return std::nullopt;
}
