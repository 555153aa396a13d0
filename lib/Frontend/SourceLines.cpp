//===- SourceLines.cpp - Source lines of addresses ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {

SourceLines::SourceLines(const ObjectFile &Object) {
  auto Ignore = [](Error E) { consumeError(std::move(E)); };
  Context = DWARFContext::create(Object, DWARFContext::ProcessDebugRelocations::Process,
                                 nullptr, "", Ignore, Ignore);
  for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units()) {
    Expected<const DWARFDebugLine::LineTable *> Table =
        Context->getLineTableForUnit(Unit.get(), Ignore);
    if (!Table) {
      consumeError(Table.takeError());
      continue;
    }
    if (!*Table)
      continue;
    for (const DWARFDebugLine::Sequence &S : (*Table)->Sequences)
      Ranges.push_back({S.SectionIndex, S.LowPC, S.HighPC, *Table,
                        Unit->getCompilationDir()});
  }
  sort(Ranges, [](const Range &A, const Range &B) {
    return std::tie(A.Section, A.Low) < std::tie(B.Section, B.Low);
  });
}

const SourceLines::Range *SourceLines::rangeOf(SectionedAddress Address) const {
  auto It = partition_point(Ranges, [&](const Range &R) {
    return std::tie(R.Section, R.Low) <= std::tie(Address.SectionIndex, Address.Address);
  });
  if (It == Ranges.begin())
    return nullptr;
  --It;
  bool IsInside = It->Section == Address.SectionIndex && Address.Address < It->High;
  return IsInside ? &*It : nullptr;
}

std::optional<DILineInfo> SourceLines::find(SectionedAddress Address) const {
  const Range *R = rangeOf(Address);
  if (!R) // Addresses of linked files belong to no section.
    R = rangeOf({Address.Address, SectionedAddress::UndefSection});
  DILineInfo Info;
  if (!R || !R->Table->getFileLineInfoForAddress(
                Address, /*Approximate=*/false, R->Directory,
                DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath, Info))
    return std::nullopt;
  return Info;
}

} // namespace kernelbounds
