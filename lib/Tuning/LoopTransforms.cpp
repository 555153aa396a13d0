//===- LoopTransforms.cpp - Changes of a loop beyond hints ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/LoopTransformsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/LoopTransforms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
struct TransformName {
  StringLiteral Name, Text;
};
} // namespace

/// By LoopTransform.
static constexpr TransformName Names[] = {
    {"keep-values", "keeping values in registers for later iterations"},
    {"split-reductions", "splitting reductions into one for each copy"},
    {"invert-divisors", "multiplying by reciprocals instead of dividing"},
    {"unroll-and-jam", "doing iterations of the loop around together"},
    {"check-overlap", "checking before the loop that its data do not overlap"},
};
static_assert(std::size(Names) == NumLoopTransforms);

LoopTransforms LoopTransforms::all() {
  LoopTransforms Out;
  for (unsigned I = 0; I < NumLoopTransforms; ++I)
    Out.add(static_cast<LoopTransform>(I));
  return Out;
}

std::optional<LoopTransforms> LoopTransforms::parse(StringRef Text) {
  LoopTransforms Out;
  for (StringRef Word : split(Text, ',')) {
    if (Word.empty())
      continue;
    if (Word == "all") {
      Out = all();
      continue;
    }
    const auto *At =
        find_if(Names, [&](const TransformName &N) { return N.Name == Word; });
    if (At == std::end(Names))
      return std::nullopt;
    Out.add(static_cast<LoopTransform>(At - std::begin(Names)));
  }
  return Out;
}

unsigned LoopTransforms::size() const { return llvm::popcount(Bits); }

LoopTransforms LoopTransforms::operator&(LoopTransforms O) const {
  LoopTransforms Out;
  Out.Bits = Bits & O.Bits;
  return Out;
}

static std::string listOf(LoopTransforms Set, StringLiteral TransformName::*Of,
                          StringRef Between) {
  SmallVector<StringRef, NumLoopTransforms> Out;
  for (const auto &[I, N] : enumerate(Names))
    if (Set.has(static_cast<LoopTransform>(I)))
      Out.push_back(N.*Of);
  return join(Out, Between);
}

std::string LoopTransforms::known() { return all().names() + ",all"; }

std::string LoopTransforms::names() const {
  return listOf(*this, &TransformName::Name, ",");
}

std::string LoopTransforms::text() const {
  return listOf(*this, &TransformName::Text, " and ");
}
