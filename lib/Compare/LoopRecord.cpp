//===- LoopRecord.cpp - A loop without its analysis -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Editor/LoopTextTest.cpp and test/kernel-opt/diff.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/LoopRecord.h"

using namespace kernelbounds;

std::string LoopRecord::otherCases() const {
  std::string Text;
  if (AtLeast)
    Text = "at least " + AtLeast->str();
  if (AtMost)
    Text += (AtLeast ? ", at most " : "at most ") + AtMost->str() +
            " if accesses overlap";
  return Text;
}

std::string LoopRecord::cyclesText() const {
  const std::string Cases = otherCases();
  return Prediction.str() + " cy/it" + (AtLeast ? " expected" : "") +
         (Cases.empty() ? "" : " (" + Cases + ")");
}
