//===- ObjectSymbols.cpp - Names of places in an object -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectSymbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {

/// The value, or a default one where the file is odd in a harmless way.
template <class T> static T valueOr(Expected<T> Value, T Default) {
  if (Value)
    return *Value;
  consumeError(Value.takeError());
  return Default;
}

ObjectSymbols::ObjectSymbols(const ObjectFile &Object,
                             const MCSubtargetInfo &STI,
                             const TargetCode &TheCode) {
  for (const SymbolRef &S : Object.symbols())
    addSymbol(Object, S);
  const auto *Elf = dyn_cast<ELFObjectFileBase>(&Object);
  Stripped = Object.symbols().empty();
  if (Elf && Stripped)
    for (const ELFSymbolRef &S : Elf->getDynamicSymbolIterators())
      addSymbol(Object, S);
  if (Object.isRelocatableObject())
    for (const SectionRef &Section : Object.sections())
      addRelocations(Section, TheCode);
  else
    addPlt(Object, STI);
  for (auto &[Section, List] : Relocations)
    sort(List, [](const CodeRelocation &A, const CodeRelocation &B) {
      return A.Address < B.Address;
    });
}

/// Local labels of handwritten code have no type; global ones are functions.
static bool isFunction(const SymbolRef &S, uint32_t Flags) {
  SymbolRef::Type Type =
      valueOr(S.getType(), SymbolRef::Type(SymbolRef::ST_Unknown));
  return Type == SymbolRef::ST_Function ||
         (Type == SymbolRef::ST_Unknown && (Flags & SymbolRef::SF_Global));
}

void ObjectSymbols::addSymbol(const ObjectFile &Object, const SymbolRef &S) {
  uint32_t Flags = valueOr<uint32_t>(S.getFlags(), SymbolRef::SF_Undefined);
  section_iterator Section = valueOr(S.getSection(), Object.section_end());
  if ((Flags & (SymbolRef::SF_Undefined | SymbolRef::SF_Absolute)) ||
      Section == Object.section_end() || !Section->isText())
    return;
  StringRef Name = valueOr(S.getName(), StringRef());
  uint64_t Address = valueOr<uint64_t>(S.getAddress(), 0);
  uint64_t Index = Section->getIndex();
  if (Name.starts_with("$x") || Name.starts_with("$d"))
    DataStarts[Index][Address] = Name.starts_with("$d");
  else if (!Name.empty() && isFunction(S, Flags)) {
    // Of several names: a global one, then a weak one, then the first in order.
    int Rank = Flags & SymbolRef::SF_Weak     ? 1
               : Flags & SymbolRef::SF_Global ? 2
                                              : 0;
    if (isa<ELFObjectFileBase>(Object)) {
      uint64_t &Size = Sizes[Index][Address];
      Size = std::max(Size, ELFSymbolRef(S).getSize());
    }
    auto [It, IsNew] = Functions[Index].try_emplace(Address, Name.str());
    int &Best = Ranks[Index][Address];
    if (IsNew || Rank > Best || (Rank == Best && Name < It->second)) {
      It->second = Name.str();
      Best = Rank;
    }
  }
}

void ObjectSymbols::addRelocations(const SectionRef &Section,
                                   const TargetCode &TheCode) {
  const ObjectFile &Object = *Section.getObject();
  const bool IsElf = isa<ELFObjectFileBase>(Object);
  section_iterator Code =
      valueOr(Section.getRelocatedSection(), Object.section_end());
  if (Code == Object.section_end() || !Code->isText())
    return;
  for (const RelocationRef &R : Section.relocations()) {
    const FieldReference Field =
        IsElf ? TheCode.referenceOf(R.getType()) : FieldReference();
    if (!Field.IsHint)
      addRelocation(R, Code->getIndex(), Field);
  }
}

/// Fills Data, Base and Addend of \p Result.
static void describeData(const RelocationRef &R, const SymbolRef &S,
                         const FieldReference &Field, CodeRelocation &Result) {
  const ObjectFile &Object = *R.getObject();
  const auto *Elf = dyn_cast<ELFObjectFileBase>(&Object);
  std::string Name = valueOr(S.getName(), StringRef()).str();
  if (!Elf || !Object.isRelocatableObject() || Name.empty())
    return;
  Result.Data = Field.Data;
  Result.Addend = valueOr<int64_t>(ELFRelocationRef(R).getAddend(), 0);
  Result.Base = Field.IsTableEntry ? Name + "@GOT" : Name;
  section_iterator Home = valueOr(S.getSection(), Object.section_end());
  if (Field.IsTableEntry || Home == Object.section_end())
    return;
  // Sections may have equal names.
  Result.Base = valueOr(Home->getName(), StringRef()).str() + "#" +
                std::to_string(Home->getIndex());
  Result.Addend = Result.TargetValue;
}

void ObjectSymbols::addRelocation(const RelocationRef &R, uint64_t Section,
                                  const FieldReference &Field) {
  const ObjectFile &Object = *R.getObject();
  CodeRelocation Result;
  Result.Address = R.getOffset();
  symbol_iterator S = R.getSymbol();
  if (S != Object.symbol_end()) {
    Result.Symbol = valueOr(S->getName(), StringRef()).str();
    section_iterator Home = valueOr(S->getSection(), Object.section_end());
    if (Home != Object.section_end() && isa<ELFObjectFileBase>(Object)) {
      Result.HasTarget = true;
      Result.TargetSection = Home->getIndex();
      Result.TargetValue = valueOr<uint64_t>(S->getAddress(), 0) +
                           valueOr<int64_t>(ELFRelocationRef(R).getAddend(), 0);
    }
    SymbolRef::Type Type =
        valueOr(S->getType(), SymbolRef::Type(SymbolRef::ST_Unknown));
    describeData(R, *S, Field, Result);
    if (Type == SymbolRef::ST_Debug) // A section symbol.
      Result.Symbol.clear();
  }
  Relocations[Section].push_back(std::move(Result));
}

void ObjectSymbols::addPlt(const ObjectFile &Object,
                           const MCSubtargetInfo &STI) {
  const auto *Elf = dyn_cast<ELFObjectFileBase>(&Object);
  if (!Elf)
    return;
  for (const ELFPltEntry &Entry : Elf->getPltEntries(STI))
    if (Entry.Symbol)
      Plt[Entry.Address] =
          valueOr(SymbolRef(*Entry.Symbol, &Object).getName(), StringRef())
              .str();
}

const ObjectSymbols::FunctionMap &
ObjectSymbols::functions(uint64_t Section) const {
  static const FunctionMap Nothing;
  auto It = Functions.find(Section);
  return It == Functions.end() ? Nothing : It->second;
}

uint64_t ObjectSymbols::functionSize(uint64_t Section, uint64_t Address) const {
  auto Here = Sizes.find(Section);
  if (Here == Sizes.end())
    return 0;
  auto It = Here->second.find(Address);
  return It == Here->second.end() ? 0 : It->second;
}

StringRef ObjectSymbols::functionAt(uint64_t Section, uint64_t Address) const {
  const FunctionMap &Here = functions(Section);
  if (auto It = Here.find(Address); It != Here.end())
    return It->second;
  auto It = Plt.find(Address);
  return It == Plt.end() ? StringRef() : StringRef(It->second);
}

bool ObjectSymbols::isData(uint64_t Section, uint64_t Address,
                           uint64_t &Next) const {
  Next = UINT64_MAX;
  auto Map = DataStarts.find(Section);
  if (Map == DataStarts.end())
    return false;
  auto It = Map->second.upper_bound(Address);
  if (It != Map->second.end())
    Next = It->first;
  return It != Map->second.begin() && std::prev(It)->second;
}

const CodeRelocation *ObjectSymbols::relocationIn(uint64_t Section,
                                                  uint64_t Begin,
                                                  uint64_t End) const {
  auto List = Relocations.find(Section);
  if (List == Relocations.end())
    return nullptr;
  auto It = partition_point(
      List->second, [&](const CodeRelocation &R) { return R.Address < Begin; });
  return It != List->second.end() && It->Address < End ? &*It : nullptr;
}

} // namespace kernelbounds
