//===- LoopHints.cpp - What to ask of the loop passes ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/LoopHintsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/LoopHints.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::pragmaWords(PragmaDialect D) {
  return D == PragmaDialect::Gcc ? "#pragma GCC" : "#pragma clang loop";
}

std::string LoopHints::clauses(PragmaDialect D) const {
  if (D == PragmaDialect::Gcc)
    return Unroll == 0 ? "" : "unroll " + utostr(Unroll);
  SmallVector<std::string, 4> Out;
  if (Distribute)
    Out.push_back("distribute(enable)");
  if (Width == 1 && Interleave <= 1)
    Out.push_back("vectorize(disable)");
  else if (Width != 0)
    Out.push_back("vectorize_width(" + utostr(Width) + ")");
  if (Predicate)
    Out.push_back("vectorize_predicate(enable)");
  if (Interleave != 0)
    Out.push_back("interleave_count(" + utostr(Interleave) + ")");
  if (Unroll == 1)
    Out.push_back("unroll(disable)");
  else if (Unroll != 0)
    Out.push_back("unroll_count(" + utostr(Unroll) + ")");
  return join(Out, " ");
}

std::string LoopHints::pragma(PragmaDialect D) const {
  const std::string Clauses = clauses(D);
  return Clauses.empty() ? "" : pragmaWords(D).str() + " " + Clauses;
}

std::string LoopHints::outerPragma() const {
  if (Jam == 0 || Transforms.has(LoopTransform::UnrollAndJam))
    return "";
  return "#pragma unroll_and_jam(" + utostr(Jam) + ")";
}

std::string LoopHints::text() const {
  if (isDefault())
    return "as compiled";
  SmallVector<std::string, 6> Out;
  if (Distribute)
    Out.push_back("distributed");
  if (Jam != 0)
    Out.push_back("jam " + utostr(Jam));
  if (Width == 1)
    Out.push_back("scalar");
  else if (Width != 0)
    Out.push_back("width " + utostr(Width));
  if (Predicate)
    Out.push_back("masked");
  if (Interleave != 0)
    Out.push_back("interleave " + utostr(Interleave));
  if (Unroll == 1)
    Out.push_back("not unrolled");
  else if (Unroll != 0)
    Out.push_back("unroll " + utostr(Unroll));
  if (!Transforms.empty())
    Out.push_back(Transforms.text());
  return join(Out, ", ");
}
