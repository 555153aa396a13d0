//===- JitDumpReader.cpp - The code in perf's jitdump files ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Source: tools/perf/Documentation/jitdump-specification.txt of Linux, version
/// 2. V8 departs from it: it adds the size of an ELF header to the addresses of
/// lines, since perf once put the code behind such a header. That is seen from
/// the file: no table begins before that, and one begins there. At times it
/// also writes names of files that it has freed already; such a table is passed
/// over, since its code is good.
///
/// Tested by unittests/Frontend/JitDumpTest.cpp (every prefix of a dump, random
/// changes of bytes), test/kernel-opt/jitdump*.test.
//
//===----------------------------------------------------------------------===//

#include "JitDumpReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/DataExtractor.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace kernelbounds {

static constexpr StringLiteral LittleMagic = "DTiJ", BigMagic = "JiTD";
static constexpr uint64_t ElfHeaderSize = 0x40;

bool isJitDump(StringRef Bytes) {
  return Bytes.starts_with(LittleMagic) || Bytes.starts_with(BigMagic);
}

namespace {

enum RecordKind : uint32_t { Load, Move, DebugInfo, Close, UnwindingInfo };

class Reader {
public:
  explicit Reader(MemoryBufferRef Buffer)
      : Name(Buffer.getBufferIdentifier()),
        Data(Buffer.getBuffer(), /*IsLittleEndian=*/true, /*AddressSize=*/8) {}
  Expected<JitDump> read();

private:
  using Cursor = DataExtractor::Cursor;

  Error failed(uint64_t Offset, const Twine &Why) const {
    return createStringError(Name + ": corrupt jitdump: byte " + Twine(Offset) +
                             ": " + Why);
  }
  Error readHeader();
  Error readRecords();
  Error readRecord(uint32_t Kind, uint64_t Begin, uint64_t End);
  Error readLoad(const DataExtractor &Record, uint64_t Begin);
  Error readMove(const DataExtractor &Record, uint64_t Begin);
  bool readLines(const DataExtractor &Record);
  void settleLines();

  StringRef Name;
  DataExtractor Data;
  uint64_t FirstRecord = 0;
  JitDump Dump;
  StringMap<unsigned> FileIds;
  std::map<uint64_t, unsigned> ByIndex; ///< Codes by the dump's numbers.
  /// Lines of code that is still to come, by its address.
  std::map<uint64_t, std::vector<JitLine>> Pending;
  uint64_t NumUnknown = 0, NumDamagedTables = 0;
  /// Where the tables of lines begin, as offsets into the code.
  bool HasLineBefore = false, HasTableAtHeader = false;
};

} // namespace

Error Reader::readHeader() {
  if (Data.getData().starts_with(BigMagic))
    return createStringError(
        Name + ": this jitdump is of a big-endian machine; none is known");
  Cursor C(LittleMagic.size());
  const uint32_t Version = Data.getU32(C), Size = Data.getU32(C),
                 Machine = Data.getU32(C);
  Data.skip(C, 4 + 4 + 8 + 8); // Padding, process, time, flags.
  const uint64_t End = C.tell();
  if (Error E = C.takeError()) {
    consumeError(std::move(E));
    return failed(Data.size(), "the file ends inside of its header");
  }
  if (Version < 1 || Version > 2)
    return createStringError(Name + ": this jitdump has version " +
                             Twine(Version) + "; 1 and 2 are known");
  if (Size < End || Size > Data.size())
    return failed(8, "a header of " + Twine(Size) + " bytes");
  if (Machine > UINT16_MAX)
    return failed(12, "a machine of number " + Twine(Machine));
  Dump.Machine = Machine;
  FirstRecord = Size;
  return Error::success();
}

Error Reader::readLoad(const DataExtractor &Record, uint64_t Begin) {
  Cursor C(4 + 4 + 8); // Process, thread, and its own address of the code.
  const uint64_t Address = Record.getU64(C), Size = Record.getU64(C),
                 Index = Record.getU64(C);
  StringRef FunctionName = Record.getCStrRef(C);
  const uint64_t CodeAt = C.tell();
  if (Error E = C.takeError()) {
    consumeError(std::move(E));
    return failed(Begin, "a function whose name has no end");
  }
  if (Size > Record.size() - CodeAt)
    return failed(Begin, "a function of " + Twine(Size) + " bytes, of which " +
                             Twine(Record.size() - CodeAt) + " are there");
  if (Size > UINT64_MAX - Address)
    return failed(Begin, "a function beyond the last address");
  auto Lines = Pending.find(Address);
  if (Size != 0) {
    ByIndex[Index] = Dump.Codes.size();
    JitCode &Code = Dump.Codes.emplace_back();
    Code.Name = FunctionName.str();
    Code.Address = Address;
    Code.Bytes = arrayRefFromStringRef(Record.getData().substr(CodeAt, Size));
    if (Lines != Pending.end())
      Code.Lines = std::move(Lines->second);
  }
  if (Lines != Pending.end())
    Pending.erase(Lines);
  return Error::success();
}

/// The lines move with the code.
Error Reader::readMove(const DataExtractor &Record, uint64_t Begin) {
  Cursor C(4 + 4 + 8 + 8); // As in a load; the old address.
  const uint64_t Address = Record.getU64(C), Size = Record.getU64(C),
                 Index = Record.getU64(C);
  if (Error E = C.takeError()) {
    consumeError(std::move(E));
    return failed(Begin, "a move that ends early");
  }
  auto It = ByIndex.find(Index);
  if (It == ByIndex.end())
    return Size == 0 ? Error::success()
                     : failed(Begin, "a move of code that was not loaded");
  JitCode &Code = Dump.Codes[It->second];
  if (Code.Bytes.size() != Size || Size > UINT64_MAX - Address)
    return failed(Begin, "a move of " + Twine(Size) +
                             " bytes of code that has " +
                             Twine(Code.Bytes.size()));
  for (JitLine &L : Code.Lines)
    L.Address += Address - Code.Address;
  Code.Address = Address;
  return Error::success();
}

/// \returns whether the table fills its record.
bool Reader::readLines(const DataExtractor &Record) {
  constexpr StringLiteral SameFile = "\xff";
  constexpr uint64_t RecordAlign = 8;
  Cursor C(0);
  const uint64_t Address = Record.getU64(C), Num = Record.getU64(C);
  std::vector<std::pair<JitLine, StringRef>> Rows;
  for (uint64_t I = 0; C && I < Num; ++I) {
    JitLine L;
    L.Address = Record.getU64(C);
    L.Line = Record.getU32(C);
    Record.skip(C, 4); // The column.
    StringRef FileName = Record.getCStrRef(C);
    if (FileName == SameFile && !Rows.empty())
      FileName = Rows.back().second;
    Rows.emplace_back(L, FileName);
  }
  const uint64_t End = C.tell();
  const bool EndsEarly = !C;
  consumeError(C.takeError());
  if (EndsEarly || Record.size() - End >= RecordAlign ||
      (!Rows.empty() && Rows.front().second == SameFile))
    return false;
  if (Rows.empty())
    return true;
  std::vector<JitLine> Lines;
  for (auto &[L, FileName] : Rows) {
    L.File = FileIds.try_emplace(FileName, FileIds.size()).first->second;
    if (L.File == Dump.Files.size())
      Dump.Files.push_back(FileName.str());
    Lines.push_back(L);
  }
  // Programs write them in this order; of others, only the addresses count.
  if (!is_sorted(Lines, [](const JitLine &A, const JitLine &B) {
        return A.Address < B.Address;
      }))
    llvm::sort(Lines, [](const JitLine &A, const JitLine &B) {
      return std::tie(A.Address, A.File, A.Line) <
             std::tie(B.Address, B.File, B.Line);
    });
  const uint64_t First = Lines.front().Address;
  HasLineBefore |= First < Address || First - Address < ElfHeaderSize;
  HasTableAtHeader |= First - Address == ElfHeaderSize;
  Pending[Address] = std::move(Lines);
  return true;
}

Error Reader::readRecord(uint32_t Kind, uint64_t Begin, uint64_t End) {
  constexpr uint64_t HeaderSize = 16;
  DataExtractor Record(Data.getData().slice(Begin + HeaderSize, End),
                       /*IsLittleEndian=*/true, /*AddressSize=*/8);
  switch (Kind) {
  case Load:
    return readLoad(Record, Begin);
  case Move:
    return readMove(Record, Begin);
  case DebugInfo:
    NumDamagedTables += !readLines(Record);
    return Error::success();
  case Close:
  case UnwindingInfo:
    return Error::success();
  default:
    ++NumUnknown; // The format may be extended.
    return Error::success();
  }
}

Error Reader::readRecords() {
  for (uint64_t Begin = FirstRecord; Begin < Data.size();) {
    Cursor C(Begin);
    const uint32_t Kind = Data.getU32(C), Size = Data.getU32(C);
    Data.skip(C, 8); // The time.
    const uint64_t HeaderEnd = C.tell();
    const bool EndsEarly = !C;
    consumeError(C.takeError());
    if (!EndsEarly && Size < HeaderEnd - Begin)
      return failed(Begin, "a record of " + Twine(Size) + " bytes");
    if (EndsEarly || Size > Data.size() - Begin) {
      Dump.Warnings.push_back(("the file ends inside of the record at byte " +
                               Twine(Begin) + "; the code before it is read")
                                  .str());
      break;
    }
    if (Error E = readRecord(Kind, Begin, Begin + Size))
      return E;
    Begin += Size;
  }
  if (NumUnknown)
    Dump.Warnings.push_back((Twine(NumUnknown) + " record" +
                             (NumUnknown == 1 ? "" : "s") +
                             " of an unknown kind passed over")
                                .str());
  if (NumDamagedTables)
    Dump.Warnings.push_back((Twine(NumDamagedTables) + " damaged table" +
                             (NumDamagedTables == 1 ? "" : "s") +
                             " of source lines passed over")
                                .str());
  return Error::success();
}

/// Keeps the lines that are inside of their code.
void Reader::settleLines() {
  const uint64_t Shift = HasTableAtHeader && !HasLineBefore ? ElfHeaderSize : 0;
  for (JitCode &Code : Dump.Codes) {
    for (JitLine &L : Code.Lines)
      L.Address -= Shift;
    erase_if(Code.Lines, [&](const JitLine &L) {
      return L.Address < Code.Address ||
             L.Address - Code.Address >= Code.Bytes.size();
    });
  }
}

Expected<JitDump> Reader::read() {
  if (Error E = readHeader())
    return std::move(E);
  if (Error E = readRecords())
    return std::move(E);
  settleLines();
  return std::move(Dump);
}

Expected<JitDump> readJitDump(MemoryBufferRef Buffer) {
  return Reader(Buffer).read();
}

} // namespace kernelbounds
