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
#include <iterator>
#include <tuple>

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
    uint64_t First = 0;
    auto [Begin, End] = Fields[0].split('-');
    if (Begin.getAsInteger(16, First) || End.getAsInteger(16, M.End) ||
        Fields[2].getAsInteger(16, M.Offset) || Fields[1].size() < 3 ||
        Fields[1][2] != 'x')
      continue;
    StringRef Name = Line.trim(' ');
    M.IsFile = Name.starts_with("/");
    M.Module = Modules.id(Name.empty() ? "[anonymous]" : Name);
    Mappings.insert_or_assign(First, M);
  }
}

void ProcessMaps::add(uint64_t Begin, uint64_t End, uint64_t Offset,
                      StringRef Name, ModuleNames &Modules) {
  if (Begin >= End)
    return;
  auto It = Mappings.lower_bound(Begin);
  if (It != Mappings.begin() && std::prev(It)->second.End > Begin)
    --It;
  while (It != Mappings.end() && It->first < End) {
    const auto [Old, M] = *It;
    It = Mappings.erase(It);
    if (Old < Begin)
      Mappings.insert({Old, {Begin, M.Offset, M.Module, M.IsFile}});
    if (M.End > End)
      Mappings.insert(
          {End, {M.End, M.Offset + (End - Old), M.Module, M.IsFile}});
  }
  Mappings[Begin] = {End, Offset, Modules.id(Name), Name.starts_with("/")};
}

std::optional<ProcessMaps::Place> ProcessMaps::find(uint64_t Address) const {
  auto It = Mappings.upper_bound(Address);
  if (It == Mappings.begin() || Address >= (--It)->second.End)
    return std::nullopt;
  const Mapping &M = It->second;
  return Place{M.Module, M.IsFile ? Address - It->first + M.Offset : Address};
}
