//===- CoreModel.cpp - Usages of forms, while they are being found --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predictions are those of lib/Bounds: computePortBound() gives the exact
/// bound of all sets of resources, and the issue width is one more bound.
/// Tested by unittests/Inference/PortInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CoreModel.h"
#include <algorithm>

using namespace kernelbounds;
using llvm::ArrayRef;

unsigned FormUsage::totalCycles() const {
  unsigned Total = 0;
  for (const ResourceUse &U : Uses)
    Total += U.Cycles;
  return Total;
}

llvm::StringRef kernelbounds::confidenceName(Confidence C) {
  switch (C) {
  case Confidence::Unique:
    return "unique";
  case Confidence::Ambiguous:
    return "ambiguous";
  case Confidence::HiddenByWidth:
    return "hidden by width";
  case Confidence::Provisional:
    return "provisional";
  case Confidence::Unexplained:
    return "unexplained";
  case Confidence::NotMeasured:
    return "not measured";
  }
  return "";
}

bool ResourceModel::knowsAll(const Mix &M, std::optional<FormId> Except) const {
  return std::all_of(M.begin(), M.end(), [&](const auto &Item) {
    return Item.first == Except || knows(Item.first);
  });
}

PortSet ResourceModel::resources() const {
  PortSet All;
  for (const std::optional<FormUsage> &F : Forms)
    if (F)
      for (const ResourceUse &U : F->Uses)
        All = All | U.Resources;
  return All;
}

std::vector<PortSet> ResourceModel::family() const {
  std::vector<PortSet> Sets;
  for (const std::optional<FormUsage> &F : Forms)
    if (F)
      for (const ResourceUse &U : F->Uses)
        Sets.push_back(U.Resources);
  std::sort(Sets.begin(), Sets.end(), [](PortSet A, PortSet B) {
    return A.size() != B.size() ? A.size() > B.size() : A.bits() < B.bits();
  });
  Sets.erase(std::unique(Sets.begin(), Sets.end()), Sets.end());
  return Sets;
}

std::vector<PortSet> ResourceModel::atoms() const {
  std::vector<PortSet> Atoms;
  if (PortSet All = resources(); !All.empty())
    Atoms.push_back(All);
  for (PortSet Set : family())
    for (size_t I = 0, E = Atoms.size(); I != E; ++I) {
      const PortSet Outside = Atoms[I] - Set;
      Atoms[I] = Atoms[I] & Set;
      if (Atoms[I].empty())
        Atoms[I] = Outside;
      else if (!Outside.empty())
        Atoms.push_back(Outside);
    }
  return Atoms;
}

void ResourceModel::addUses(const FormUsage &Usage, unsigned Count,
                            llvm::SmallVectorImpl<UopGroup> &Uses) {
  for (const ResourceUse &U : Usage.Uses)
    Uses.push_back({U.Resources, static_cast<int64_t>(U.Cycles) * Count});
}

static CyclesPerIter boundOf(ArrayRef<UopGroup> Uses, unsigned Slots,
                             unsigned Width) {
  const CyclesPerIter Ports = computePortBound(Uses).Value;
  const CyclesPerIter Issue(Slots, Width);
  return Ports < Issue ? Issue : Ports;
}

CyclesPerIter
ResourceModel::exactCycles(ArrayRef<std::pair<FormId, unsigned>> M) const {
  llvm::SmallVector<UopGroup, 24> Uses;
  unsigned Slots = 0;
  for (auto [Form, Count] : M) {
    addUses(*Forms[Form], Count, Uses);
    Slots += Forms[Form]->Slots * Count;
  }
  return boundOf(Uses, Slots, Width);
}

double ResourceModel::cyclesIf(const Mix &M, FormId F,
                               const FormUsage &Usage) const {
  llvm::SmallVector<UopGroup, 24> Uses;
  unsigned Slots = 0;
  for (auto [Form, Count] : M) {
    const FormUsage &Used = Form == F ? Usage : *Forms[Form];
    addUses(Used, Count, Uses);
    Slots += Used.Slots * Count;
  }
  return boundOf(Uses, Slots, Width).toDouble();
}

std::optional<CyclesPerIter>
InferredCore::predict(ArrayRef<std::pair<FormId, unsigned>> M) const {
  llvm::SmallVector<UopGroup, 24> Uses;
  unsigned Slots = 0;
  for (auto [Form, Count] : M) {
    if (Form >= Forms.size() || !Forms[Form].isKnown())
      return std::nullopt;
    ResourceModel::addUses(Forms[Form].Usage, Count, Uses);
    Slots += Forms[Form].Usage.Slots * Count;
  }
  return boundOf(Uses, Slots, std::max(IssueWidth, 1u));
}
