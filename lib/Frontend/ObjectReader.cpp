//===- ObjectReader.cpp - Objects and executables to a Listing ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two passes. The first one decodes each text section from its start to its
/// end and keeps a bit for each address at which an instruction begins; with
/// that and the symbols it cuts the code into functions. The second one decodes
/// some functions again and lists their instructions, with branch targets by
/// address. No edge leaves a function, so that functions can be read apart.
///
/// Example: 66 MB of code have 16 million instructions, whose listing takes 7
/// GB; the bits take 8 MB, and the functions of a piece of 128 KB 15 MB.
///
/// Tested by unittests/Frontend/ObjectReaderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/ObjectReader.h"
#include "BlockCutter.h"
#include "CodeDecoder.h"
#include "SourceLines.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {

static std::string addressName(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

static void noteUndecoded(StringRef File, const TextSection &S,
                          uint64_t Address, uint64_t Size, CodeFile &Out) {
  ++Out.NumUnread;
  Out.addDiagnostic(
      {File.str(), 0, 0,
       ("not understood: " + Twine(Size) + " bytes at " + addressName(Address) +
        " in section '" + S.Name + "' do not decode")
           .str()});
}

//===----------------------------------------------------------------------===//
// Where functions begin
//===----------------------------------------------------------------------===//

/// Sweeps over one section after the other.
class ObjectImage::Finder final : public CodeListener {
public:
  Finder(ObjectImage &Image, TargetContext &Target)
      : Image(Image),
        Decoder(*Image.Object, *Image.Symbols, Image.Sections, Target) {}
  void sweep(unsigned SectionIdx);

  void addInst(ListedInst &&I) override;
  void addGap(uint64_t Address, uint64_t Size) override {
    noteUndecoded(Image.Object->getFileName(), section(), Address, Size,
                  Image.Summary);
  }
  void addMarker(bool IsBegin) override {
    Image.Summary.Markers.push_back({MarkerStyle::Bytes, IsBegin, 0, "", 0});
  }

private:
  const TextSection &section() const { return Image.Sections[SectionIdx]; }
  bool isInst(uint64_t Address) const {
    return Address >= section().Base && Address < section().end() &&
           IsStart[Address - section().Base];
  }
  void addFunctions();

  ObjectImage &Image;
  CodeDecoder Decoder;
  // Of the section at hand.
  unsigned SectionIdx = 0;
  bool UseCalls = false;
  BitVector IsStart; ///< By offset: an instruction begins there.
  uint64_t FirstInst = NoAddress;
  std::vector<uint64_t> Called; ///< Addresses.
};

void ObjectImage::Finder::addInst(ListedInst &&I) {
  if (FirstInst == NoAddress)
    FirstInst = I.Address;
  IsStart.set(I.Address - section().Base);
  if (!UseCalls || !Decoder.isDirectCall(I))
    return;
  uint64_t To = Decoder.directTarget(section(), I, nullptr);
  if (To != NoAddress)
    Called.push_back(To);
}

/// Starts by symbols, by calls, and by the ends of functions whose size is
/// known. A symbol's size is trusted: no call cuts its function.
void ObjectImage::Finder::addFunctions() {
  std::map<uint64_t, std::string> Starts;
  Starts[FirstInst] = "";
  std::vector<std::pair<uint64_t, uint64_t>> Known; // [Begin, End).
  for (const auto &[Address, Name] : Image.Symbols->functions(section().Index))
    if (isInst(Address)) {
      Starts[Address] = Name;
      if (uint64_t Size = Image.Symbols->functionSize(section().Index, Address))
        Known.push_back({Address, Address + Size});
    }
  auto IsInside = [&](uint64_t Address) {
    auto It = partition_point(
        Known, [&](const auto &Range) { return Range.first < Address; });
    return It != Known.begin() && Address < std::prev(It)->second;
  };
  if (UseCalls) {
    for (const auto &[Begin, End] : Known)
      Called.push_back(End);
    for (uint64_t Address : Called)
      if (isInst(Address) && !IsInside(Address))
        Starts.try_emplace(Address, addressName(Address));
  }
  std::vector<FunctionCode> &Out = Image.Functions;
  const size_t First = Out.size();
  for (auto &[Address, Name] : Starts) {
    if (Out.size() > First)
      Out.back().End = Address;
    Out.push_back({Name, SectionIdx, Address, section().end()});
  }
  // What does not decode before it belongs to it.
  Out[First].Begin = section().Base;
}

void ObjectImage::Finder::sweep(unsigned Idx) {
  SectionIdx = Idx;
  UseCalls = Image.Symbols->isStripped() ||
             Image.Symbols->functions(section().Index).empty();
  IsStart.clear();
  IsStart.resize(section().Bytes.size());
  FirstInst = NoAddress;
  Called.clear();
  Decoder.decode(section(), section().Base, section().end(), *this);
  if (FirstInst != NoAddress)
    addFunctions();
}

//===----------------------------------------------------------------------===//
// Listing functions
//===----------------------------------------------------------------------===//

namespace {

class Lister final : public CodeListener {
public:
  Lister(const ObjectFile &Object, const ObjectSymbols &Symbols,
         const std::vector<TextSection> &Sections, TargetContext &Target,
         ObjectListing &Out)
      : Object(Object), Sections(Sections), Target(Target), Out(Out),
        Decoder(Object, Symbols, Sections, Target) {}
  /// Lists \p Functions, the first of which is number \p FirstId.
  void run(ArrayRef<FunctionCode> Functions, unsigned FirstId);

  void addInst(ListedInst &&I) override {
    Out.File.Code.Insts.push_back(std::move(I));
  }
  void addGap(uint64_t Address, uint64_t Size) override {
    Gaps.push_back(numInsts());
    noteUndecoded(Object.getFileName(), *Current, Address, Size, Out.File);
  }
  void addMarker(bool IsBegin) override {
    Out.File.Markers.push_back(
        {MarkerStyle::Bytes, IsBegin, numInsts() - 1 + IsBegin, "", 0});
  }

private:
  struct Stretch { ///< Decoded in one go.
    const TextSection *Section;
    unsigned First, End; ///< Instructions.
  };
  unsigned numInsts() const { return Out.File.Code.Insts.size(); }
  void decode(ArrayRef<FunctionCode> Run, unsigned FirstId);
  void findFlow(const Stretch &S);
  unsigned instAt(const Stretch &S, uint64_t Address) const;
  unsigned instFrom(const Stretch &S, uint64_t Address) const;

  const ObjectFile &Object;
  const std::vector<TextSection> &Sections;
  TargetContext &Target;
  ObjectListing &Out;
  CodeDecoder Decoder;
  const TextSection *Current = nullptr;
  CodeFlow Flow;
  std::vector<unsigned> Gaps; ///< Instructions after undecoded bytes.
};

} // namespace

/// The first instruction of \p S at or behind \p Address, or S.End.
unsigned Lister::instFrom(const Stretch &S, uint64_t Address) const {
  auto Insts = Out.File.Code.Insts.begin();
  return std::partition_point(
             Insts + S.First, Insts + S.End,
             [&](const ListedInst &I) { return I.Address < Address; }) -
         Insts;
}

unsigned Lister::instAt(const Stretch &S, uint64_t Address) const {
  unsigned I = instFrom(S, Address);
  return I != S.End && Out.File.Code.Insts[I].Address == Address ? I : NoInst;
}

void Lister::findFlow(const Stretch &S) {
  const MCInstrAnalysis &MIA = Target.instrAnalysis();
  for (unsigned I = S.First; I < S.End; ++I) {
    ListedInst &Listed = Out.File.Code.Insts[I];
    const bool IsCall = MIA.isCall(Listed.Inst);
    const bool IsDirectCall = Decoder.isDirectCall(Listed);
    uint64_t Address = NoAddress;
    std::string Name;
    if (IsDirectCall ||
        (MIA.isBranch(Listed.Inst) && !MIA.isIndirectBranch(Listed.Inst)))
      Address = Decoder.directTarget(*S.Section, Listed,
                                     IsDirectCall ? &Name : nullptr);
    if (IsDirectCall)
      Listed.Callee = Name;
    InstFlow &F = Flow.Flow[I];
    F = classifyFlow(Listed.Inst, Listed.Callee, MIA);
    if (F.Kind == FlowKind::Next)
      F.IsPadding =
          !IsCall && Target.code().isPadding(Listed.Inst, Target.instrInfo());
    else if (Address != NoAddress)
      F.Target = instAt(S, Address);
  }
}

/// \p Run are adjacent functions of one section, from number \p FirstId on.
void Lister::decode(ArrayRef<FunctionCode> Run, unsigned FirstId) {
  Current = &Sections[Run.front().Section];
  Stretch S{Current, numInsts(), 0};
  Decoder.decode(*Current, Run.front().Begin, Run.back().End, *this);
  S.End = numInsts();
  if (S.First == S.End)
    return;
  Out.Ranges.push_back({S.First, Current->Index});
  Flow.Flow.resize(S.End);
  findFlow(S);
  for (auto [I, F] : enumerate(Run)) {
    unsigned First = instFrom(S, F.Begin);
    if (First == instFrom(S, F.End))
      continue;
    Flow.Functions.push_back({First, F.Name});
    Out.FunctionIds.push_back(FirstId + I);
  }
}

void Lister::run(ArrayRef<FunctionCode> Functions, unsigned FirstId) {
  uint64_t NumBytes = 0;
  for (const FunctionCode &F : Functions)
    NumBytes += F.End - F.Begin;
  Out.File.Code.Insts.reserve(NumBytes / 4);
  while (!Functions.empty()) {
    size_t Num = 1;
    while (Num < Functions.size() &&
           Functions[Num].Section == Functions[0].Section &&
           Functions[Num].Begin == Functions[Num - 1].End)
      ++Num;
    decode(Functions.take_front(Num), FirstId);
    FirstId += Num;
    Functions = Functions.drop_front(Num);
  }
  for (unsigned G : Gaps)
    if (G > 0 && Flow.Flow[G - 1].Kind == FlowKind::Next)
      Flow.Unread.push_back(G - 1);
  for (const CodeMarker &M : Out.File.Markers)
    Flow.Cuts.push_back(M.InstIdx);
  cutBlocks(Out.File.Code, Flow, [&](unsigned Inst) {
    return addressName(Out.File.Code.Insts[Inst].Address);
  });
}

//===----------------------------------------------------------------------===//
// ObjectImage
//===----------------------------------------------------------------------===//

static std::vector<TextSection> findTextSections(const ObjectFile &Object) {
  std::vector<TextSection> Result;
  for (const SectionRef &Section : Object.sections()) {
    if (!Section.isText() || Section.isVirtual())
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (!Contents) {
      consumeError(Contents.takeError());
      continue;
    }
    TextSection &S = Result.emplace_back();
    if (Expected<StringRef> Name = Section.getName())
      S.Name = Name->str();
    else
      consumeError(Name.takeError());
    S.Index = Section.getIndex();
    S.Base = Section.getAddress();
    S.Bytes = arrayRefFromStringRef(*Contents);
  }
  return Result;
}

/// Pages of an executable are where the file says; sections of an object are
/// moved by the linker.
static unsigned addressAlign(const ObjectFile &Object) {
  constexpr uint64_t PageSize = 4096;
  uint64_t Align = PageSize;
  if (Object.isRelocatableObject())
    for (const SectionRef &Section : Object.sections())
      if (Section.isText() && !Section.isVirtual())
        Align = std::min(Align, Section.getAlignment().value());
  return Align;
}

ObjectImage::ObjectImage(std::unique_ptr<ObjectFile> File,
                         const TargetContext &Target)
    : Object(std::move(File)), Symbols(std::make_unique<ObjectSymbols>(
                                   *Object, Target.subtarget(), Target.code())),
      Sections(findTextSections(*Object)) {
  Summary.Code.AddressAlign = addressAlign(*Object);
}

ObjectImage::~ObjectImage() = default;

StringRef ObjectImage::whyNoCode() const {
  for (const SectionRef &Section : Object->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (Name->starts_with(".gnu.lto_") || Name->starts_with(".llvm.lto"))
      return "this object of a build with -flto holds no machine code; compile "
             "it with -fno-lto or -ffat-lto-objects, or pass the linker's "
             "output";
  }
  return "no section with code that decodes";
}

void ObjectImage::findFunctions(TargetContext &Target) {
  Finder F(*this, Target);
  for (unsigned S = 0; S < Sections.size(); ++S)
    F.sweep(S);
}

bool ObjectImage::findFunctionsNamed(const FunctionFilter &Filter) {
  for (unsigned S = 0; S < Sections.size(); ++S) {
    const ObjectSymbols::FunctionMap &Known =
        Symbols->functions(Sections[S].Index);
    for (auto It = Known.begin(); It != Known.end(); ++It) {
      const auto &[Address, Name] = *It;
      if (Address < Sections[S].Base || Address >= Sections[S].end() ||
          !Filter.isNameOf(Name))
        continue;
      uint64_t End = std::next(It) == Known.end() ? Sections[S].end()
                                                  : std::next(It)->first;
      uint64_t Size = Symbols->functionSize(Sections[S].Index, Address);
      if (Symbols->isStripped() && Size != 0)
        End = std::min(End, Address + Size);
      Functions.push_back({Name, S, Address, End});
    }
  }
  return !Functions.empty();
}

void ObjectImage::keepFunctions(const FunctionFilter &Filter) {
  std::vector<StringRef> Names;
  for (const FunctionCode &F : Functions)
    Names.push_back(F.Name);
  std::vector<bool> Chosen = Filter.choose(Names);
  std::vector<FunctionCode> Kept;
  for (auto [F, IsChosen] : zip_equal(Functions, Chosen))
    if (IsChosen)
      Kept.push_back(std::move(F));
  Functions = std::move(Kept);
}

void ObjectImage::read(unsigned First, unsigned End, TargetContext &Target,
                       ObjectListing &Out) const {
  Out.File.Code.AddressAlign = Summary.Code.AddressAlign;
  Lister(*Object, *Symbols, Sections, Target, Out)
      .run(ArrayRef(Functions).slice(First, End - First), First);
}

//===----------------------------------------------------------------------===//
// Places in the source
//===----------------------------------------------------------------------===//

void ObjectImage::loadSourceLines() {
  if (!Lines)
    Lines = std::make_unique<SourceLines>(*Object);
}

static SectionedAddress placeOf(const ObjectListing &L, unsigned Inst) {
  auto Range = partition_point(
      L.Ranges, [&](const auto &R) { return R.FirstInst <= Inst; });
  return {L.File.Code.Insts[Inst].Address, std::prev(Range)->SectionIdx};
}

void ObjectImage::fillSourceLines(ObjectListing &L, unsigned First,
                                  unsigned End) const {
  if (!Lines)
    return;
  Listing &Code = L.File.Code;
  for (unsigned I = First; I < End && I < Code.Insts.size(); ++I) {
    std::optional<DILineInfo> Info = Lines->find(placeOf(L, I));
    if (!Info || Info->Line == 0)
      continue;
    Code.Insts[I].SourceLine = Info->Line;
    if (Info->FileName == DILineInfo::BadString)
      continue;
    auto [It, IsNew] =
        L.FileIds.try_emplace(Info->FileName, Code.SourceFiles.size());
    if (IsNew)
      Code.SourceFiles.push_back(Info->FileName);
    Code.Insts[I].SourceFile = It->second;
  }
}

std::vector<InlinedCall> ObjectImage::inlinedCalls(const ObjectListing &L,
                                                   unsigned Inst) const {
  return Lines ? Lines->inlinedCalls(placeOf(L, Inst))
               : std::vector<InlinedCall>();
}

} // namespace kernelbounds
