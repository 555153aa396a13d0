//===- ProcessMaps.cpp - Which file an address belongs to -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Source: proc_pid_maps(5) of the Linux manual pages.
/// Tested by unittests/Run/ProcessMapsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ProcessMaps.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

uint32_t ModuleNames::id(StringRef Name) {
  auto [It, IsNew] = Ids.try_emplace(Name, static_cast<uint32_t>(Names.size()));
  if (IsNew)
    Names.push_back(Name.str());
  return It->second;
}

void ProcessMaps::parse(StringRef Text, ModuleNames &Modules) {
  Mappings.clear();
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    // Range, permissions, offset, device, inode, name.
    StringRef Fields[5];
    for (StringRef &F : Fields)
      std::tie(F, Line) = Line.ltrim(' ').split(' ');
    Mapping M = {};
    auto [Begin, End] = Fields[0].split('-');
    if (Begin.getAsInteger(16, M.Begin) || End.getAsInteger(16, M.End) ||
        Fields[2].getAsInteger(16, M.Offset) || Fields[1].size() < 3 ||
        Fields[1][2] != 'x')
      continue;
    StringRef Name = Line.trim(' ');
    Name.consume_back(" (deleted)");
    M.IsFile = Name.starts_with("/");
    M.Module = Modules.id(Name.empty() ? "[anonymous]" : Name);
    Mappings.push_back(M);
  }
  std::sort(
      Mappings.begin(), Mappings.end(),
      [](const Mapping &A, const Mapping &B) { return A.Begin < B.Begin; });
}

void ProcessMaps::add(uint64_t Begin, uint64_t End, uint64_t Offset,
                      StringRef Name, ModuleNames &Modules) {
  std::vector<Mapping> Left;
  for (const Mapping &M : Mappings) {
    if (M.Begin < Begin)
      Left.push_back(
          {M.Begin, std::min(M.End, Begin), M.Offset, M.Module, M.IsFile});
    if (M.End > End) {
      const uint64_t From = std::max(M.Begin, End);
      Left.push_back(
          {From, M.End, M.Offset + From - M.Begin, M.Module, M.IsFile});
    }
  }
  Left.push_back({Begin, End, Offset, Modules.id(Name), Name.starts_with("/")});
  Mappings = std::move(Left);
  std::sort(
      Mappings.begin(), Mappings.end(),
      [](const Mapping &A, const Mapping &B) { return A.Begin < B.Begin; });
}

std::optional<ProcessMaps::Place> ProcessMaps::find(uint64_t Address) const {
  auto It = std::upper_bound(
      Mappings.begin(), Mappings.end(), Address,
      [](uint64_t A, const Mapping &M) { return A < M.Begin; });
  if (It == Mappings.begin() || Address >= (--It)->End)
    return std::nullopt;
  return Place{It->Module,
               It->IsFile ? Address - It->Begin + It->Offset : Address};
}
