//===- JitObject.cpp - Code made at run time as an ELF file ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file has, in this order: the header, the contents of the sections, and
/// the table of sections. There is one line table, of version 4, with one
/// sequence for each function that has lines, and one unit that names it.
///
/// Tested by unittests/Frontend/JitDumpTest.cpp, test/kernel-opt/jitdump*.test.
//
//===----------------------------------------------------------------------===//

#include "JitObject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace kernelbounds {

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

namespace {

struct Layer {
  std::vector<unsigned> Codes;
  std::map<uint64_t, unsigned> ByAddress;
  uint64_t NumBytes = 0;
};

} // namespace

/// ELF counts sections, and DWARF bytes, in numbers of limited size.
static bool isFull(const Layer &L, uint64_t MoreBytes) {
  constexpr uint64_t MaxCodes = 32768, MaxBytes = 1 << 30;
  return L.Codes.size() == MaxCodes ||
         (L.NumBytes != 0 && L.NumBytes + MoreBytes > MaxBytes);
}

static bool overlaps(const JitDump &Dump, const Layer &L, const JitCode &Code) {
  auto Next = L.ByAddress.lower_bound(Code.Address);
  if (Next != L.ByAddress.end() &&
      Next->first - Code.Address < Code.Bytes.size())
    return true;
  if (Next == L.ByAddress.begin())
    return false;
  const JitCode &Before = Dump.Codes[std::prev(Next)->second];
  return Code.Address - Before.Address < Before.Bytes.size();
}

std::vector<std::vector<unsigned>> layersOf(const JitDump &Dump) {
  // What a line takes at most in the table; see addLines().
  constexpr uint64_t MaxLineBytes = 32;
  std::vector<Layer> Layers;
  std::set<std::tuple<uint64_t, StringRef, ArrayRef<uint8_t>>> Known;
  // Code at the same address overlaps: the layers before this one are taken.
  std::map<uint64_t, unsigned> FirstLayer;
  for (auto [I, Code] : enumerate(Dump.Codes)) {
    if (!Known.emplace(Code.Address, Code.Name, Code.Bytes).second)
      continue;
    const uint64_t Bytes = Code.Bytes.size() + Code.Lines.size() * MaxLineBytes;
    unsigned &Id = FirstLayer[Code.Address];
    while (Id < Layers.size() &&
           (isFull(Layers[Id], Bytes) || overlaps(Dump, Layers[Id], Code)))
      ++Id;
    if (Id == Layers.size())
      Layers.emplace_back();
    Layer &L = Layers[Id++];
    L.Codes.push_back(I);
    L.ByAddress[Code.Address] = I;
    L.NumBytes += Bytes;
  }
  std::vector<std::vector<unsigned>> Result;
  for (Layer &L : Layers)
    Result.push_back(std::move(L.Codes));
  return Result;
}

//===----------------------------------------------------------------------===//
// DWARF
//===----------------------------------------------------------------------===//

namespace {

/// Bytes in the order of the file.
class Bytes {
public:
  template <typename T> void add(T Value) {
    support::endian::write(OS, Value, endianness::little);
  }
  void addULEB(uint64_t Value) { encodeULEB128(Value, OS); }
  void addSLEB(int64_t Value) { encodeSLEB128(Value, OS); }
  void addString(StringRef S) { OS << S << '\0'; }
  void addBytes(StringRef S) { OS << S; }
  void align(uint64_t To) { OS.write_zeros(-Data.size() & (To - 1)); }
  uint64_t size() const { return Data.size(); }
  StringRef str() const { return {Data.data(), Data.size()}; }
  SmallVector<char, 0> take() { return std::move(Data); }

private:
  SmallVector<char, 0> Data;
  raw_svector_ostream OS{Data};
};

} // namespace

/// \p Body with its length before it, as DWARF has it.
static void addWithLength(Bytes &Out, const Bytes &Body) {
  Out.add<uint32_t>(Body.size());
  Out.addBytes(Body.str());
}

/// The rows of one function.
static void addLines(Bytes &Out, const JitCode &Code) {
  using namespace dwarf;
  Out.add<uint8_t>(0);
  Out.addULEB(1 + 8);
  Out.add<uint8_t>(DW_LNE_set_address);
  Out.add<uint64_t>(Code.Lines.front().Address);
  uint64_t Address = Code.Lines.front().Address;
  int64_t Line = 1;
  unsigned File = 0;
  for (const JitLine &L : Code.Lines) {
    if (L.File + 1 != File) {
      File = L.File + 1; // Files are counted from 1.
      Out.add<uint8_t>(DW_LNS_set_file);
      Out.addULEB(File);
    }
    Out.add<uint8_t>(DW_LNS_advance_line);
    Out.addSLEB(L.Line - Line);
    Line = L.Line;
    Out.add<uint8_t>(DW_LNS_advance_pc);
    Out.addULEB(L.Address - Address);
    Address = L.Address;
    Out.add<uint8_t>(DW_LNS_copy);
  }
  Out.add<uint8_t>(DW_LNS_advance_pc);
  Out.addULEB(Code.Address + Code.Bytes.size() - Address);
  Out.add<uint8_t>(0);
  Out.addULEB(1);
  Out.add<uint8_t>(DW_LNE_end_sequence);
}

/// The section .debug_line.
static void makeLineTable(const JitDump &Dump, ArrayRef<unsigned> Layer,
                          Bytes &Out) {
  Bytes Header;           // What the length of the header counts.
  Header.add<uint8_t>(1); // Bytes of the shortest instruction.
  Header.add<uint8_t>(1); // Operations in one.
  Header.add<uint8_t>(1); // Rows begin statements.
  Header.add<int8_t>(-5); // Special opcodes, none of which is used.
  Header.add<uint8_t>(14);
  Header.add<uint8_t>(13);
  for (uint8_t NumOperands : {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1})
    Header.add(NumOperands);
  Header.add<uint8_t>(0); // No directories.
  for (StringRef File : Dump.Files) {
    Header.addString(File.empty() ? "?" : File); // An empty one is the end.
    for (int I = 0; I < 3; ++I)
      Header.addULEB(0);
  }
  Header.add<uint8_t>(0);
  Bytes Body;
  Body.add<uint16_t>(4);
  addWithLength(Body, Header);
  for (unsigned C : Layer)
    if (!Dump.Codes[C].Lines.empty())
      addLines(Body, Dump.Codes[C]);
  addWithLength(Out, Body);
}

static void makeAbbreviations(Bytes &Out) {
  using namespace dwarf;
  for (unsigned V : {1, int(DW_TAG_compile_unit), int(DW_CHILDREN_no),
                     int(DW_AT_stmt_list), int(DW_FORM_sec_offset), 0, 0, 0})
    Out.addULEB(V);
}

static void makeUnit(Bytes &Out) {
  Bytes Body;
  Body.add<uint16_t>(4);
  Body.add<uint32_t>(0); // Of the abbreviations.
  Body.add<uint8_t>(8);  // Bytes of an address.
  Body.addULEB(1);
  Body.add<uint32_t>(0); // Of the line table.
  addWithLength(Out, Body);
}

//===----------------------------------------------------------------------===//
// ELF
//===----------------------------------------------------------------------===//

namespace {

class ElfFile {
public:
  explicit ElfFile(uint16_t Machine) : Machine(Machine) {
    Contents.addBytes(std::string(sizeof(ELF::Elf64_Ehdr), '\0'));
    Names.addString("");
    Sections.emplace_back(); // ELF's first section is none.
  }
  /// Appends a section. \returns its header, which the next call moves.
  ELF::Elf64_Shdr &add(StringRef Name, uint32_t Type, StringRef Bytes);
  unsigned numSections() const { return Sections.size(); }
  SmallVector<char, 0> finish();

private:
  uint16_t Machine;
  Bytes Contents, Names;
  std::vector<ELF::Elf64_Shdr> Sections;
};

} // namespace

ELF::Elf64_Shdr &ElfFile::add(StringRef Name, uint32_t Type, StringRef Bytes) {
  Contents.align(8);
  ELF::Elf64_Shdr &S = Sections.emplace_back();
  S.sh_name = Names.size();
  S.sh_type = Type;
  S.sh_offset = Contents.size();
  S.sh_size = Bytes.size();
  S.sh_addralign = 1;
  Names.addString(Name);
  Contents.addBytes(Bytes);
  return S;
}

SmallVector<char, 0> ElfFile::finish() {
  const unsigned NamesIdx = Sections.size();
  ELF::Elf64_Shdr &NameSection = add(".shstrtab", ELF::SHT_STRTAB, "");
  NameSection.sh_size = Names.size(); // With its own name.
  Contents.addBytes(Names.str());
  Contents.align(8);
  const uint64_t TableAt = Contents.size();
  for (const ELF::Elf64_Shdr &S : Sections) {
    Contents.add(S.sh_name), Contents.add(S.sh_type), Contents.add(S.sh_flags);
    Contents.add(S.sh_addr), Contents.add(S.sh_offset), Contents.add(S.sh_size);
    Contents.add(S.sh_link), Contents.add(S.sh_info);
    Contents.add(S.sh_addralign), Contents.add(S.sh_entsize);
  }
  Bytes Header;
  const uint8_t Ident[ELF::EI_NIDENT] = {
      0x7f, 'E', 'L', 'F', ELF::ELFCLASS64, ELF::ELFDATA2LSB, ELF::EV_CURRENT};
  for (uint8_t B : Ident)
    Header.add(B);
  Header.add<uint16_t>(ELF::ET_EXEC);
  Header.add<uint16_t>(Machine);
  Header.add<uint32_t>(ELF::EV_CURRENT);
  Header.add<uint64_t>(0); // No entry, and no segments.
  Header.add<uint64_t>(0);
  Header.add<uint64_t>(TableAt);
  Header.add<uint32_t>(0);
  for (size_t V : {sizeof(ELF::Elf64_Ehdr), size_t(0), size_t(0),
                   sizeof(ELF::Elf64_Shdr), Sections.size(), size_t(NamesIdx)})
    Header.add<uint16_t>(V);
  SmallVector<char, 0> File = Contents.take();
  copy(Header.str(), File.begin());
  return File;
}

static void addSymbol(Bytes &Out, uint32_t Name, uint8_t Info, uint16_t Section,
                      uint64_t Value, uint64_t Size) {
  Out.add(Name), Out.add(Info), Out.add<uint8_t>(ELF::STV_DEFAULT);
  Out.add(Section), Out.add(Value), Out.add(Size);
}

SmallVector<char, 0> makeJitObject(const JitDump &Dump,
                                   ArrayRef<unsigned> Layer) {
  ElfFile File(Dump.Machine);
  Bytes Symbols, Names;
  addSymbol(Symbols, 0, 0, ELF::SHN_UNDEF, 0, 0);
  Names.addString("");
  for (unsigned I : Layer) {
    const JitCode &Code = Dump.Codes[I];
    addSymbol(Symbols, Names.size(), (ELF::STB_GLOBAL << 4) | ELF::STT_FUNC,
              File.numSections(), Code.Address, Code.Bytes.size());
    Names.addString(Code.Name);
    ELF::Elf64_Shdr &S =
        File.add(".text", ELF::SHT_PROGBITS, toStringRef(Code.Bytes));
    S.sh_flags = ELF::SHF_ALLOC | ELF::SHF_EXECINSTR;
    S.sh_addr = Code.Address;
  }
  if (any_of(Layer, [&](unsigned I) { return !Dump.Codes[I].Lines.empty(); })) {
    Bytes Lines, Abbreviations, Unit;
    makeLineTable(Dump, Layer, Lines);
    makeAbbreviations(Abbreviations);
    makeUnit(Unit);
    File.add(".debug_line", ELF::SHT_PROGBITS, Lines.str());
    File.add(".debug_abbrev", ELF::SHT_PROGBITS, Abbreviations.str());
    File.add(".debug_info", ELF::SHT_PROGBITS, Unit.str());
  }
  File.add(".strtab", ELF::SHT_STRTAB, Names.str());
  const unsigned NamesIdx = File.numSections() - 1;
  ELF::Elf64_Shdr &S = File.add(".symtab", ELF::SHT_SYMTAB, Symbols.str());
  S.sh_link = NamesIdx;
  S.sh_info = 1; // The first symbol that is not local.
  S.sh_entsize = sizeof(ELF::Elf64_Sym);
  return File.finish();
}

} // namespace kernelbounds
