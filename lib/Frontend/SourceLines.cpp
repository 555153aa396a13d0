//===- SourceLines.cpp - Source lines of addresses ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"
#include "llvm/Support/DataExtractor.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {

//===----------------------------------------------------------------------===//
// Checks of what LLVM trusts
//===----------------------------------------------------------------------===//

/// True if LLVM reads content \p Type (DW_LNCT_*) in \p Form without fail.
static bool isSoundFormat(uint64_t Type, uint64_t Form) {
  using namespace dwarf;
  switch (Type) {
  case DW_LNCT_path:
  case DW_LNCT_LLVM_source:
    return Form == DW_FORM_string || Form == DW_FORM_line_strp ||
           Form == DW_FORM_strp;
  case DW_LNCT_directory_index:
  case DW_LNCT_timestamp:
  case DW_LNCT_size:
    return Form == DW_FORM_udata || Form == DW_FORM_data1 ||
           Form == DW_FORM_data2 || Form == DW_FORM_data4 ||
           Form == DW_FORM_data8;
  case DW_LNCT_MD5:
    return Form == DW_FORM_data16;
  default:
    return false;
  }
}

/// Reads the list of formats of directories or of files.
static bool isSoundFormatList(const DataExtractor &Data,
                              DataExtractor::Cursor &C) {
  unsigned Count = Data.getU8(C);
  for (unsigned I = 0; I < Count && C; ++I) {
    uint64_t Type = Data.getULEB128(C);
    uint64_t Form = Data.getULEB128(C);
    if (!isSoundFormat(Type, Form))
      return false;
  }
  return bool(C);
}

/// Checks the header behind the version of a DWARF 5 line table.
///
/// The names of directories are stepped over only where they are offsets, as
/// all compilers write them; inline strings are searched for their ends.
static bool isSoundHeader5(const DataExtractor &Data,
                           DataExtractor::Cursor &C) {
  bool Is64BitAddress = Data.getU8(C) == 8;
  Data.skip(C, 1 + 4 + 5); // Segment size, header length, up to line_range.
  unsigned OpcodeBase = Data.getU8(C);
  Data.skip(C, OpcodeBase ? OpcodeBase - 1 : 0);
  if (!C || !Is64BitAddress)
    return false;
  uint64_t FormatAt = C.tell();
  if (!isSoundFormatList(Data, C))
    return false;
  // One format is all that occurs for directories: the path.
  uint64_t Form = 0;
  DataExtractor::Cursor Again(FormatAt);
  if (Data.getU8(Again) != 1 || Data.getULEB128(Again) != dwarf::DW_LNCT_path)
    return consumeError(Again.takeError()), false;
  Form = Data.getULEB128(Again);
  consumeError(Again.takeError());
  uint64_t NumDirectories = Data.getULEB128(C);
  for (uint64_t I = 0; I < NumDirectories && C; ++I)
    if (Form == dwarf::DW_FORM_string)
      Data.getCStrRef(C);
    else
      Data.skip(C, 4);
  return C && isSoundFormatList(Data, C);
}

/// The offsets of the line tables in \p Section that LLVM can parse.
static std::set<uint64_t> findSoundTables(StringRef Section,
                                          bool IsLittleEndian) {
  std::set<uint64_t> Result;
  DataExtractor Data(Section, IsLittleEndian, 8);
  for (uint64_t Offset = 0; Offset + 6 <= Section.size();) {
    DataExtractor::Cursor C(Offset);
    uint32_t Length = Data.getU32(C);
    unsigned Version = Data.getU16(C);
    bool IsSound = Length < 0xfffffff0 && Version >= 2 && Version <= 5 &&
                   (Version < 5 || isSoundHeader5(Data, C));
    consumeError(C.takeError());
    if (IsSound)
      Result.insert(Offset);
    Offset += 4 + uint64_t(Length);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// SourceLines
//===----------------------------------------------------------------------===//

SourceLines::SourceLines(const ObjectFile &Object) {
  auto Ignore = [](Error E) { consumeError(std::move(E)); };
  Context = DWARFContext::create(Object,
                                 DWARFContext::ProcessDebugRelocations::Process,
                                 nullptr, "", Ignore, Ignore);
  const std::set<uint64_t> Sound = findSoundTables(
      Context->getDWARFObj().getLineSection().Data, Object.isLittleEndian());
  for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units()) {
    std::optional<uint64_t> Offset =
        dwarf::toSectionOffset(Unit->getUnitDIE().find(dwarf::DW_AT_stmt_list));
    if (!Offset || !Sound.contains(*Offset))
      continue;
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
                        Unit->getCompilationDir(), Unit.get()});
  }
  sort(Ranges, [](const Range &A, const Range &B) {
    return std::tie(A.Section, A.Low) < std::tie(B.Section, B.Low);
  });
}

const SourceLines::Range *SourceLines::rangeOf(SectionedAddress Address) const {
  auto It = partition_point(Ranges, [&](const Range &R) {
    return std::tie(R.Section, R.Low) <=
           std::tie(Address.SectionIndex, Address.Address);
  });
  if (It == Ranges.begin())
    return nullptr;
  --It;
  bool IsInside =
      It->Section == Address.SectionIndex && Address.Address < It->High;
  return IsInside ? &*It : nullptr;
}

/// Addresses of linked files belong to no section.
const SourceLines::Range *
SourceLines::rangeAround(SectionedAddress Address) const {
  const Range *R = rangeOf(Address);
  return R ? R : rangeOf({Address.Address, SectionedAddress::UndefSection});
}

std::optional<DILineInfo> SourceLines::find(SectionedAddress Address) const {
  const Range *R = rangeAround(Address);
  DILineInfo Info;
  if (!R || !R->Table->getFileLineInfoForAddress(
                Address, /*Approximate=*/false, R->Directory,
                DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath, Info))
    return std::nullopt;
  return Info;
}

//===----------------------------------------------------------------------===//
// Inlined calls
//===----------------------------------------------------------------------===//

/// Calls \p Use with each range of addresses of \p Die.
template <typename Function>
static void forEachRange(const DWARFDie &Die, Function Use) {
  Expected<DWARFAddressRangesVector> Ranges = Die.getAddressRanges();
  if (!Ranges)
    return consumeError(Ranges.takeError());
  for (const DWARFAddressRange &R : *Ranges)
    if (R.LowPC < R.HighPC)
      Use(R);
}

static bool contains(const DWARFDie &Die, uint64_t Section, uint64_t Address) {
  bool Found = false;
  forEachRange(Die, [&](const DWARFAddressRange &R) {
    Found |=
        R.SectionIndex == Section && R.LowPC <= Address && Address < R.HighPC;
  });
  return Found;
}

const std::vector<SourceLines::Function> &
SourceLines::functionsOf(DWARFUnit &Unit) const {
  auto [It, IsNew] = Functions.try_emplace(&Unit);
  std::vector<Function> &Out = It->second;
  if (!IsNew)
    return Out;
  Unit.getUnitDIE(/*ExtractUnitDIEOnly=*/false);
  for (unsigned I = 0; I < Unit.getNumDIEs(); ++I) {
    DWARFDie Die = Unit.getDIEAtIndex(I);
    if (Die.getTag() == dwarf::DW_TAG_subprogram)
      forEachRange(Die, [&](const DWARFAddressRange &R) {
        Out.push_back({R.SectionIndex, R.LowPC, R.HighPC, Die});
      });
  }
  sort(Out, [](const Function &A, const Function &B) {
    return std::tie(A.Section, A.Low) < std::tie(B.Section, B.Low);
  });
  return Out;
}

/// The child of \p Die around the address: an inlined call, or a block.
static DWARFDie childAround(const DWARFDie &Die, uint64_t Section,
                            uint64_t Address) {
  for (const DWARFDie &Child : Die.children())
    if ((Child.getTag() == dwarf::DW_TAG_inlined_subroutine ||
         Child.getTag() == dwarf::DW_TAG_lexical_block) &&
        contains(Child, Section, Address))
      return Child;
  return DWARFDie();
}

std::vector<InlinedCall>
SourceLines::inlinedCalls(SectionedAddress Address) const {
  std::vector<InlinedCall> Result;
  const Range *R = rangeAround(Address);
  if (!R)
    return Result;
  const std::vector<Function> &Known = functionsOf(*R->Unit);
  auto It = partition_point(Known, [&](const Function &F) {
    return std::tie(F.Section, F.Low) <= std::tie(R->Section, Address.Address);
  });
  if (It == Known.begin() || std::prev(It)->Section != R->Section ||
      Address.Address >= std::prev(It)->High)
    return Result;
  for (DWARFDie Die =
           childAround(std::prev(It)->Die, R->Section, Address.Address);
       Die; Die = childAround(Die, R->Section, Address.Address)) {
    if (Die.getTag() != dwarf::DW_TAG_inlined_subroutine)
      continue;
    uint32_t File = 0, Line = 0, Column = 0, Discriminator = 0;
    Die.getCallerFrame(File, Line, Column, Discriminator);
    InlinedCall &Call = Result.emplace_back();
    Call.Line = Line;
    R->Table->getFileNameByIndex(
        File, R->Directory ? R->Directory : "",
        DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath, Call.File);
    if (const char *Name = Die.getSubroutineName(DINameKind::LinkageName))
      Call.Callee = Name;
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

} // namespace kernelbounds
