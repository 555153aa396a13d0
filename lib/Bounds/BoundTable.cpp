//===- BoundTable.cpp - The table of the kinds of bounds ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of Bounds.def with the rules that each kind's own file defines, and the
/// defaults of rules that are null.
/// Tested by unittests/Bounds/BoundTableTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

Witness::~Witness() = default;

static constexpr BoundInfo Table[] = {
#define KB_BOUND(Kind, Key, Label, JSONKey)                                    \
  {Limit::Kind, Key, Label, JSONKey, &Kind##Rules},
#include "kernel-bounds/Bounds/Bounds.def"
};

ArrayRef<BoundInfo> kernelbounds::allBounds() { return Table; }

const BoundInfo &kernelbounds::boundInfo(Limit Kind) {
  assert(Kind != Limit::None && "no bound is of this kind");
  return Table[static_cast<unsigned>(Kind) - 1];
}

StringRef kernelbounds::boundLabel(Limit Kind) {
  return Kind == Limit::None ? StringRef("no bound")
                             : StringRef(boundInfo(Kind).Label);
}

StringRef kernelbounds::weightUnit(Limit Kind) {
  if (Kind == Limit::None)
    return "";
  switch (boundRules(Kind).Weight) {
  case EvidenceWeight::Chain:
    return "cycles of the chain";
  case EvidenceWeight::Ports:
    return "cycles of its ports";
  case EvidenceWeight::Slots:
    return "slots";
  case EvidenceWeight::None:
    return "";
  }
  llvm_unreachable("every weight has its unit");
}

StringRef kernelbounds::limitName(Limit L) {
  return L == Limit::None ? StringRef("none") : StringRef(boundInfo(L).Key);
}

std::string kernelbounds::counted(uint64_t N, StringRef What) {
  std::string Text = std::to_string(N) + " " + What.str();
  if (N != 1 && What.ends_with("s"))
    Text += 'e';
  return N == 1 ? Text : Text + 's';
}

//===----------------------------------------------------------------------===//
// Acceleration
//===----------------------------------------------------------------------===//

bool Acceleration::has(ResourceKind Kind) const {
  return any_of(Faster, [&](const Resource &R) { return R.Kind == Kind; });
}

bool Acceleration::hasOwn(Limit Kind) const {
  return any_of(Faster, [&](const Resource &R) {
    return R.Kind == ResourceKind::OfBound && R.Of == Kind;
  });
}

PortSet Acceleration::ports() const {
  PortSet All;
  for (const Resource &R : Faster)
    if (R.Kind == ResourceKind::Ports)
      All = All | R.Ports;
  return All;
}

Resource kernelbounds::wantedResource(const Bottleneck &B) {
  if (auto *Wants = boundRules(B.Kind).Wants)
    return Wants(B);
  return {ResourceKind::OfBound, PortSet(), 0, B.Kind};
}

FasterBound kernelbounds::fasterBound(const Analysis &A, const Bound &B,
                                      const Acceleration &F) {
  const BoundRules &Rules = boundRules(B.Kind);
  if (Rules.Faster)
    return Rules.Faster(A, B, F);
  return {F.hasOwn(B.Kind) ? F.scale(B.Cycles) : B.Cycles, PortSet()};
}
