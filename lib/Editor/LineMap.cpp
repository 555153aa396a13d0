//===- LineMap.cpp - Lines of a text that is edited -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Editor/LineMapTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Editor/LineMap.h"

using namespace kernelbounds;
using namespace llvm;

void LineMap::edit(const lsp::Range &Replaced, StringRef Text) {
  const lsp::Position &From = Replaced.start, &To = Replaced.end;
  Edits.push_back({From.line, To.line, static_cast<int>(Text.count('\n')),
                   From.character == 0 && To.character == 0});
}

int LineMap::current(int Line) const {
  for (const Edit &E : Edits) {
    if (Line > E.Last || (Line == E.Last && E.IsBefore))
      Line += E.Added - (E.Last - E.First);
    else if (Line > E.First)
      Line = E.First;
  }
  return Line;
}
