//===- ObjectReader.cpp - Objects and executables to a Listing ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A linear sweep over each text section, then branch targets by address.
///
/// Functions begin at function symbols; in stripped files, and in sections
/// without any, also where direct calls go. Tested by
/// unittests/Frontend/ObjectReaderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/ObjectReader.h"
#include "BlockCutter.h"
#include "ObjectSymbols.h"
#include "RelocationSymbolizer.h"
#include "SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {
namespace {

class Disassembly {
public:
  Disassembly(const ObjectFile &Object, TargetContext &Target, CodeFile &Out)
      : Object(Object), Target(Target), Out(Out),
        Symbols(Object, Target.subtarget()),
        Decoder(Target.target().createMCDisassembler(Target.subtarget(),
                                                     Target.context())) {
    if (!Object.isRelocatableObject())
      return;
    auto Owned =
        std::make_unique<RelocationSymbolizer>(Target.context(), this->Symbols);
    Symbolizer = Owned.get();
    Decoder->setSymbolizer(std::move(Owned));
  }

  struct SectionCode {
    uint64_t Index;      ///< Of the section in the file.
    unsigned First, End; ///< Instructions.
  };
  std::vector<SectionCode> Sections;

  void run();

private:
  void decodeSection(const SectionRef &Section, ArrayRef<uint8_t> Bytes);
  size_t markerSize(ArrayRef<uint8_t> Bytes) const;
  void noteUndecoded(uint64_t Address, uint64_t Size, StringRef Section);
  void addInst(unsigned FirstOfSection, ListedInst I);
  void findFlow(const SectionCode &S);
  unsigned instAt(const SectionCode &S, uint64_t Address) const;
  uint64_t directTarget(const SectionCode &S, const ListedInst &I,
                        std::string *Name) const;
  void findFunctions(const SectionCode &S);
  bool isPadding(const MCInst &Inst) const;

  const ObjectFile &Object;
  TargetContext &Target;
  CodeFile &Out;
  ObjectSymbols Symbols;
  std::unique_ptr<MCDisassembler> Decoder;
  RelocationSymbolizer *Symbolizer = nullptr; ///< Decoder's; null if linked.
  CodeFlow Flow;
  std::vector<unsigned> Gaps; ///< Instructions after undecoded bytes.
};

constexpr uint64_t NoAddress = UINT64_MAX;

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Bytes of IACA's and OSACA's marker at the start of \p Bytes; 0 if none.
size_t Disassembly::markerSize(ArrayRef<uint8_t> Bytes) const {
  StringRef Text(reinterpret_cast<const char *>(Bytes.data()), Bytes.size());
  StringRef Marker = Target.code().markerBytes();
  if (Marker.empty() || Out.Code.Insts.empty() || !Text.starts_with(Marker))
    return 0;
  const MCInst &Before = Out.Code.Insts.back().Inst;
  unsigned Last = Out.Code.Insts.size() - 1;
  for (const MCOperand &Op : Before)
    if (Op.isImm() && (Op.getImm() == 111 || Op.getImm() == 222)) {
      bool IsBegin = Op.getImm() == 111;
      Out.Markers.push_back(
          {MarkerStyle::Bytes, IsBegin, Last + IsBegin, "", 0});
      return Marker.size();
    }
  return 0;
}

void Disassembly::noteUndecoded(uint64_t Address, uint64_t Size,
                                StringRef Section) {
  Gaps.push_back(Out.Code.Insts.size());
  ++Out.NumUnread;
  Out.addDiagnostic({Object.getFileName().str(), 0, 0,
                     ("not understood: " + Twine(Size) + " bytes at 0x" +
                      utohexstr(Address, /*LowerCase=*/true) + " in section '" +
                      Section + "' do not decode")
                         .str()});
}

/// Appends \p I, to which a prefix right before it belongs.
void Disassembly::addInst(unsigned FirstOfSection, ListedInst I) {
  std::vector<ListedInst> &Insts = Out.Code.Insts;
  const unsigned Flag = Insts.size() > FirstOfSection
                            ? Target.prefixOf(Insts.back().Inst).Flag
                            : 0;
  if (Flag != 0 && Insts.back().Address + Insts.back().Size == I.Address) {
    I.Inst.setFlags(I.Inst.getFlags() | Flag | Insts.back().Inst.getFlags());
    I.Size += Insts.back().Size;
    I.Address = Insts.back().Address;
    Insts.pop_back();
  }
  Insts.push_back(std::move(I));
}

void Disassembly::decodeSection(const SectionRef &Section,
                                ArrayRef<uint8_t> Bytes) {
  Expected<StringRef> NameOr = Section.getName();
  std::string Name = NameOr ? NameOr->str() : "";
  if (!NameOr)
    consumeError(NameOr.takeError());
  // Pages of an executable are where the file says; sections of an object are
  // moved by the linker.
  const unsigned Align =
      Section.getObject()->isRelocatableObject()
          ? std::min<uint64_t>(4096, Section.getAlignment().value())
          : 4096;
  unsigned &CodeAlign = Out.Code.AddressAlign;
  CodeAlign = CodeAlign == 0 ? Align : std::min(CodeAlign, Align);
  uint64_t Base = Section.getAddress(), Index = Section.getIndex();
  if (Symbolizer)
    Symbolizer->setSection(Index);
  unsigned First = Out.Code.Insts.size();
  uint64_t BadSize = 0; // Of the run of undecoded bytes before Offset.
  uint64_t Offset = 0;
  auto EndRun = [&] {
    if (BadSize)
      noteUndecoded(Base + Offset - BadSize, BadSize, Name);
    BadSize = 0;
  };
  while (Offset < Bytes.size()) {
    ArrayRef<uint8_t> Rest = Bytes.slice(Offset);
    if (size_t Size = markerSize(Rest)) {
      Offset += Size;
      continue;
    }
    uint64_t Next = 0;
    if (Symbols.isData(Index, Base + Offset, Next)) {
      EndRun();
      Offset = Next < Base + Bytes.size() ? Next - Base : Bytes.size();
      continue;
    }
    ListedInst I;
    uint64_t Size = 0;
    auto Status =
        Decoder->getInstruction(I.Inst, Size, Rest, Base + Offset, nulls());
    if (Status == MCDisassembler::Fail || Size == 0) {
      Size = std::min<uint64_t>(Target.code().codeUnit(), Rest.size());
      BadSize += Size;
    } else {
      EndRun();
      I.Address = Base + Offset;
      I.Size = Size;
      if (Symbolizer)
        Symbolizer->symbolizeLast(I.Inst, I.Address, Size);
      I.OpcodeOffset = Target.code().opcodeOffset(Rest.take_front(Size));
      addInst(First, std::move(I));
    }
    Offset += Size;
  }
  EndRun();
  if (Out.Code.Insts.size() > First)
    Sections.push_back({Index, First, unsigned(Out.Code.Insts.size())});
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

unsigned Disassembly::instAt(const SectionCode &S, uint64_t Address) const {
  auto Begin = Out.Code.Insts.begin() + S.First,
       End = Out.Code.Insts.begin() + S.End;
  auto It = std::partition_point(
      Begin, End, [&](const ListedInst &I) { return I.Address < Address; });
  return It != End && It->Address == Address ? It - Out.Code.Insts.begin()
                                             : NoInst;
}

/// Where the direct branch or call \p I goes, if that is in section \p S; and
/// the symbol there or wherever it goes.
uint64_t Disassembly::directTarget(const SectionCode &S, const ListedInst &I,
                                   std::string *Name) const {
  if (const CodeRelocation *R =
          Symbols.relocationIn(S.Index, I.Address, I.Address + I.Size)) {
    *Name = R->Symbol;
    if (!R->HasTarget || R->TargetSection != S.Index)
      return NoAddress;
    // The relocation counts from the field's place, the branch from its end.
    int64_t Skew =
        Target.code().countsFromEnd() ? I.Address + I.Size - R->Address : 0;
    uint64_t Address = R->TargetValue + Skew;
    if (Name->empty())
      *Name = Symbols.functionAt(S.Index, Address).str();
    return Address;
  }
  uint64_t Address = NoAddress;
  if (!Target.instrAnalysis().evaluateBranch(I.Inst, I.Address, I.Size,
                                             Address))
    return NoAddress;
  for (const SectionCode &Other : Sections) {
    // Sections of relocatable objects overlap: stay in this one.
    if (Object.isRelocatableObject() && Other.Index != S.Index)
      continue;
    *Name = Symbols.functionAt(Other.Index, Address).str();
    if (!Name->empty())
      break;
  }
  return Address;
}

bool Disassembly::isPadding(const MCInst &Inst) const {
  return Target.code().isPadding(Inst, Target.instrInfo());
}

void Disassembly::findFlow(const SectionCode &S) {
  const MCInstrAnalysis &MIA = Target.instrAnalysis();
  for (unsigned I = S.First; I < S.End; ++I) {
    ListedInst &Listed = Out.Code.Insts[I];
    bool IsCall = MIA.isCall(Listed.Inst);
    uint64_t Address = NoAddress;
    std::string Name;
    bool IsDirectCall = IsCall && Listed.Inst.getNumOperands() == 1;
    if (IsDirectCall ||
        (MIA.isBranch(Listed.Inst) && !MIA.isIndirectBranch(Listed.Inst)))
      Address = directTarget(S, Listed, &Name);
    if (IsDirectCall)
      Listed.Callee = Name;
    InstFlow &F = Flow.Flow[I];
    F = classifyFlow(Listed.Inst, Listed.Callee, MIA);
    if (F.Kind == FlowKind::Next)
      F.IsPadding = !IsCall && isPadding(Listed.Inst);
    else if (Address != NoAddress)
      F.Target = instAt(S, Address);
  }
}

void Disassembly::findFunctions(const SectionCode &S) {
  const ObjectSymbols::FunctionMap &Known = Symbols.functions(S.Index);
  std::map<unsigned, std::string> Starts;
  Starts[S.First] = "";
  for (const auto &[Address, Name] : Known)
    if (unsigned I = instAt(S, Address); I != NoInst)
      Starts[I] = Name;
  bool UseCalls = Known.empty() || Symbols.isStripped();
  for (unsigned I = S.First; UseCalls && I < S.End; ++I) {
    const ListedInst &Call = Out.Code.Insts[I];
    std::string Ignored;
    if (!Target.instrAnalysis().isCall(Call.Inst) ||
        Call.Inst.getNumOperands() != 1)
      continue;
    unsigned Callee = instAt(S, directTarget(S, Call, &Ignored));
    if (Callee != NoInst)
      Starts.try_emplace(
          Callee, "0x" + utohexstr(Out.Code.Insts[Callee].Address, true));
  }
  for (auto &[Inst, Name] : Starts)
    Flow.Functions.push_back({Inst, Name});
}

void Disassembly::run() {
  uint64_t NumBytes = 0;
  for (const SectionRef &Section : Object.sections())
    NumBytes +=
        Section.isText() && !Section.isVirtual() ? Section.getSize() : 0;
  NumBytes = std::min<uint64_t>(NumBytes, Object.getData().size());
  Out.Code.Insts.reserve(NumBytes / 4);
  for (const SectionRef &Section : Object.sections()) {
    if (!Section.isText() || Section.isVirtual())
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (Contents)
      decodeSection(Section, arrayRefFromStringRef(*Contents));
    else
      consumeError(Contents.takeError());
  }
  Flow.Flow.resize(Out.Code.Insts.size());
  for (const SectionCode &S : Sections)
    findFlow(S);
  for (const SectionCode &S : Sections)
    findFunctions(S);
  for (unsigned G : Gaps)
    if (G > 0 && Flow.Flow[G - 1].Kind == FlowKind::Next)
      Flow.Unread.push_back(G - 1);
  for (const CodeMarker &M : Out.Markers)
    Flow.Cuts.push_back(M.InstIdx);
  cutBlocks(Out.Code, Flow, [&](unsigned Inst) {
    return "0x" + utohexstr(Out.Code.Insts[Inst].Address, /*LowerCase=*/true);
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// ObjectCode
//===----------------------------------------------------------------------===//

ObjectCode::ObjectCode() = default;
ObjectCode::~ObjectCode() = default;

void ObjectCode::fillSourceLines(unsigned First, unsigned End) {
  if (!Lines)
    Lines = std::make_unique<SourceLines>(*Object);
  Listing &L = File.Code;
  for (unsigned I = First; I < End && I < L.Insts.size(); ++I) {
    auto Range = partition_point(
        Ranges, [&](const SectionRange &R) { return R.FirstInst <= I; });
    std::optional<DILineInfo> Info =
        Lines->find({L.Insts[I].Address, std::prev(Range)->SectionIdx});
    if (!Info || Info->Line == 0)
      continue;
    L.Insts[I].SourceLine = Info->Line;
    if (Info->FileName == DILineInfo::BadString)
      continue;
    auto [It, IsNew] =
        FileIds.try_emplace(Info->FileName, L.SourceFiles.size());
    if (IsNew)
      L.SourceFiles.push_back(Info->FileName);
    L.Insts[I].SourceFile = It->second;
  }
}

Expected<std::unique_ptr<ObjectCode>>
readObject(std::unique_ptr<ObjectFile> Object, TargetContext &Target) {
  std::unique_ptr<ObjectCode> Result(new ObjectCode());
  Disassembly D(*Object, Target, Result->File);
  D.run();
  if (Result->File.Code.Insts.empty())
    return createStringError(
        Object->getFileName() +
        ": no instructions: no section with code that decodes");
  for (const Disassembly::SectionCode &S : D.Sections)
    Result->Ranges.push_back({S.First, S.Index});
  Result->Object = std::move(Object);
  return std::move(Result);
}

} // namespace kernelbounds
