//===- ObjectCheck.cpp - Opening objects that may be corrupt --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's iterators over symbols and relocations end the program when an ELF
/// file contradicts itself. So all that they will touch is checked first:
/// section contents, symbol tables, and the symbols that relocations name.
///
/// Tested by unittests/Frontend/ObjectReaderTest.cpp (every prefix of an
/// object, random changes of bytes).
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "kernel-bounds/Frontend/ObjectReader.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/COFF.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {
namespace {

template <class ELFT> class ElfChecker {
public:
  explicit ElfChecker(const ELFFile<ELFT> &File) : File(File) {}
  Error check();

private:
  using Shdr = typename ELFT::Shdr;
  Error checkSymbols(const Shdr &Section);
  Error checkCompressed(ArrayRef<uint8_t> Contents);
  template <class RelT>
  Error checkRelocations(const Shdr &Section,
                         Expected<ArrayRef<RelT>> Relocations);

  const ELFFile<ELFT> &File;
  size_t NumSections = 0;
};

template <class ELFT>
Error ElfChecker<ELFT>::checkSymbols(const Shdr &Section) {
  if (Section.sh_entsize != sizeof(typename ELFT::Sym))
    return createStringError("symbol table with entries of the wrong size");
  auto Symbols = File.symbols(&Section);
  if (!Symbols)
    return Symbols.takeError();
  auto Names = File.getStringTableForSymtab(Section);
  if (!Names)
    return Names.takeError();
  for (const typename ELFT::Sym &S : *Symbols) {
    auto Name = S.getName(*Names);
    if (!Name)
      return Name.takeError();
    unsigned Index = S.st_shndx;
    if (Index >= NumSections && Index < ELF::SHN_LORESERVE)
      return createStringError("symbol '" + *Name + "' is in section " +
                               Twine(Index) + ", which does not exist");
  }
  return Error::success();
}

template <class ELFT>
template <class RelT>
Error ElfChecker<ELFT>::checkRelocations(const Shdr &Section,
                                         Expected<ArrayRef<RelT>> Relocations) {
  if (!Relocations)
    return Relocations.takeError();
  if (Section.sh_entsize != sizeof(RelT) || Section.sh_info >= NumSections)
    return createStringError("relocation section with a bad header");
  if (Section.sh_link == 0)
    return Error::success(); // Static executables: no symbols are named.
  auto Table = File.getSection(Section.sh_link);
  if (!Table)
    return Table.takeError();
  bool IsTable = (*Table)->sh_type == ELF::SHT_SYMTAB ||
                 (*Table)->sh_type == ELF::SHT_DYNSYM;
  size_t NumSymbols = (*Table)->sh_size / sizeof(typename ELFT::Sym);
  for (const RelT &R : *Relocations)
    if (R.getSymbol(false) != 0 &&
        (!IsTable || R.getSymbol(false) >= NumSymbols))
      return createStringError(
          "relocation against a symbol that does not exist");
  return Error::success();
}

/// LLVM allocates what the header of a compressed section asks for.
template <class ELFT>
Error ElfChecker<ELFT>::checkCompressed(ArrayRef<uint8_t> Contents) {
  constexpr uint64_t MaxRatio = 4096; // zlib cannot exceed 1032.
  if (Contents.size() < sizeof(typename ELFT::Chdr))
    return createStringError("compressed section without a header");
  typename ELFT::Chdr Header;
  memcpy(&Header, Contents.data(), sizeof(Header));
  if (Header.ch_size / MaxRatio > Contents.size())
    return createStringError("compressed section that claims to hold " +
                             Twine(uint64_t(Header.ch_size)) + " bytes");
  return Error::success();
}

template <class ELFT> Error ElfChecker<ELFT>::check() {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  NumSections = Sections->size();
  for (const Shdr &S : *Sections) {
    if (auto Name = File.getSectionName(S); !Name)
      return Name.takeError();
    if (S.sh_type == ELF::SHT_NOBITS)
      continue;
    auto Contents = File.getSectionContents(S);
    if (!Contents)
      return Contents.takeError();
    Error E = Error::success();
    if (S.sh_flags & ELF::SHF_COMPRESSED)
      E = checkCompressed(*Contents);
    else if (S.sh_type == ELF::SHT_SYMTAB || S.sh_type == ELF::SHT_DYNSYM)
      E = checkSymbols(S);
    else if (S.sh_type == ELF::SHT_RELA)
      E = checkRelocations<typename ELFT::Rela>(S, File.relas(S));
    else if (S.sh_type == ELF::SHT_REL)
      E = checkRelocations<typename ELFT::Rel>(S, File.rels(S));
    if (E)
      return E;
  }
  return Error::success();
}

/// Says why \p Kind is not a file to disassemble; empty if it is.
StringRef whyNotObject(file_magic Kind) {
  switch (Kind) {
  case file_magic::elf_relocatable:
  case file_magic::elf_executable:
  case file_magic::elf_shared_object:
  case file_magic::macho_object:
  case file_magic::macho_executable:
  case file_magic::macho_dynamically_linked_shared_lib:
  case file_magic::macho_bundle:
  case file_magic::coff_object:
  case file_magic::pecoff_executable:
    return "";
  case file_magic::archive:
    return "this is an archive; extract its members (ar x) and pass one";
  case file_magic::macho_universal_binary:
    return "this is a universal binary; extract one architecture (lipo -thin)";
  case file_magic::bitcode:
    return "this is LLVM bitcode; compile it first";
  default:
    return "this kind of file is not read; pass assembly, an object or an "
           "executable";
  }
}

} // namespace

static Error checkObject(const ObjectFile &Object) {
  if (const auto *E = dyn_cast<ELF32LEObjectFile>(&Object)) // x32, for one.
    return ElfChecker<ELF32LE>(E->getELFFile()).check();
  if (const auto *E = dyn_cast<ELF32BEObjectFile>(&Object))
    return ElfChecker<ELF32BE>(E->getELFFile()).check();
  if (const auto *E = dyn_cast<ELF64LEObjectFile>(&Object))
    return ElfChecker<ELF64LE>(E->getELFFile()).check();
  if (const auto *E = dyn_cast<ELF64BEObjectFile>(&Object))
    return ElfChecker<ELF64BE>(E->getELFFile()).check();
  if (isa<COFFObjectFile>(Object) && Object.isRelocatableObject())
    for (const SectionRef &S : Object.sections())
      if (S.getAddress() != 0)
        return createStringError(
            "a section of a relocatable object has an address");
  return Error::success();
}

Expected<std::unique_ptr<ObjectFile>> openObject(MemoryBufferRef Buffer) {
  StringRef Name = Buffer.getBufferIdentifier();
  if (StringRef Why = whyNotObject(identify_magic(Buffer.getBuffer()));
      !Why.empty())
    return createStringError(Name + ": " + Why);
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createObjectFile(Buffer);
  if (!Object)
    return createStringError(Name + ": truncated or corrupt object file: " +
                             toString(Object.takeError()));
  if (Error E = checkObject(**Object))
    return createStringError(
        Name + ": truncated or corrupt object file: " + toString(std::move(E)));
  return std::move(*Object);
}

} // namespace kernelbounds
