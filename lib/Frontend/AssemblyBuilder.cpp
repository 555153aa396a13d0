//===- AssemblyBuilder.cpp - From the collector to a CodeFile -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSymbol.h"
#include <tuple>

using namespace llvm;

namespace kernelbounds {

//===----------------------------------------------------------------------===//
// AsmPlaces
//===----------------------------------------------------------------------===//

void AsmPlaces::findExpansions() {
  StringSet<> Macros;
  bool InMacro = false;
  for (unsigned Line = 1; Line <= Lines.numLines(); ++Line) {
    auto [Word, Rest] = getToken(Lines.line(Line));
    if (Word.ends_with(":"))
      std::tie(Word, Rest) = getToken(Rest);
    if (Word == ".macro") {
      InMacro = true;
      Macros.insert(getToken(Rest, " \t,").first);
    } else if (Word == ".endm" || Word == ".endmacro") {
      InMacro = false;
    } else if (!InMacro &&
               (Word == ".rept" || Word == ".rep" || Word == ".irp" ||
                Word == ".irpc" || Macros.contains(Word))) {
      Expansions.push_back(Line);
    }
  }
  FoundExpansions = true;
}

unsigned AsmPlaces::nextExpansion(unsigned Line) {
  if (!FoundExpansions)
    findExpansions();
  auto It = upper_bound(Expansions, Line);
  return It == Expansions.end() ? Line : *It;
}

/// Every expansion makes a buffer, the first after the file itself.
void AsmPlaces::findBuffers() {
  for (unsigned Id = 1; Id <= SM.getNumBuffers(); ++Id)
    Buffers.push_back({SM.getMemoryBuffer(Id)->getBufferStart(), Id - 1});
  sort(Buffers);
}

unsigned AsmPlaces::expansionLine(const char *P, unsigned LastLine) {
  unsigned Fallback = nextExpansion(LastLine);
  if (Buffers.empty())
    findBuffers();
  if (Buffers.size() != Expansions.size() + 1)
    return Fallback; // Some are nested, or in a branch not taken.
  auto It =
      partition_point(Buffers, [&](const auto &B) { return B.first <= P; });
  unsigned Order = It == Buffers.begin() ? 0 : std::prev(It)->second;
  return Order ? Expansions[Order - 1] : Fallback;
}

//===----------------------------------------------------------------------===//
// Symbols in operands
//===----------------------------------------------------------------------===//

/// The symbol that \p E is, through `@PLT` and `.set`; null for anything else.
static const MCSymbol *symbolOf(const MCExpr *E) {
  for (unsigned Depth = 0; Depth < 8; ++Depth) {
    if (const auto *Spec = dyn_cast<MCSpecifierExpr>(E)) {
      E = Spec->getSubExpr();
      continue;
    }
    const auto *Ref = dyn_cast<MCSymbolRefExpr>(E);
    if (!Ref || !Ref->getSymbol().isVariable())
      return Ref ? &Ref->getSymbol() : nullptr;
    E = Ref->getSymbol().getVariableValue();
  }
  return nullptr;
}

static const MCSymbol *symbolIn(const MCInst &Inst) {
  for (const MCOperand &Op : Inst)
    if (Op.isExpr())
      if (const MCSymbol *S = symbolOf(Op.getExpr()))
        return S;
  return nullptr;
}

/// The callee of a direct call; empty for indirect calls and other things.
static std::string calleeOf(const MCInst &Inst, const MCInstrAnalysis &MIA) {
  if (!MIA.isCall(Inst) || Inst.getNumOperands() != 1 ||
      !Inst.getOperand(0).isExpr())
    return "";
  const MCSymbol *S = symbolOf(Inst.getOperand(0).getExpr());
  return S ? S->getName().str() : "";
}

unsigned AssemblyBuilder::instOf(const MCSymbol *S) const {
  auto It = S ? LabelInst.find(S) : LabelInst.end();
  return It == LabelInst.end() ? NoInst : It->second;
}

//===----------------------------------------------------------------------===//
// Instructions and labels
//===----------------------------------------------------------------------===//

void AssemblyBuilder::setText(ListedInst &Listed, const CollectedInst &I,
                              unsigned LastLine) {
  const MCAsmInfo &MAI = Target.asmInfo();
  if (Places.isInFile(I.Start)) {
    Listed.AsmLine = Places.lineOf(I.Start);
    Listed.Text = statementText(Places.restAt(I.Start), MAI.getCommentString(),
                                MAI.getSeparatorString());
    return;
  }
  // Buffers of the parser end in a NUL.
  Listed.AsmLine = Places.expansionLine(I.Start, LastLine);
  Listed.Text = statementText(StringRef(I.Start), MAI.getCommentString(),
                              MAI.getSeparatorString());
}

void AssemblyBuilder::listInstructions(const AssemblyOptions &) {
  Listing &L = Out.Code;
  L.SourceFiles = In.SourceFiles;
  L.Insts.resize(In.Insts.size());
  unsigned Next = 0;
  for (const Section &S : In.Sections) {
    Bases.push_back(Next);
    Next += S.Insts.size();
  }
  unsigned LastLine = 0; // Of the last instruction outside of macros.
  for (unsigned I = 0; I < In.Insts.size(); ++I) {
    const CollectedInst &From = In.Insts[I];
    ListedInst &To = L.Insts[listedIndex(I)];
    To.Inst = From.Inst;
    To.SourceLine = From.SourceLine;
    To.SourceFile = From.SourceFile;
    To.Callee = calleeOf(From.Inst, Target.instrAnalysis());
    setText(To, From, LastLine);
    To.Text.insert(0, From.Prefixes);
    if (Places.isInFile(From.Start))
      LastLine = To.AsmLine;
  }
}

void AssemblyBuilder::bindLabels() {
  for (auto [S, Base] : zip(In.Sections, Bases))
    for (const Section::Label &L : S.Labels)
      if (L.Pos < S.Insts.size())
        LabelInst.try_emplace(L.Symbol, Base + L.Pos);
}

void AssemblyBuilder::findFlow() {
  const MCInstrAnalysis &MIA = Target.instrAnalysis();
  Flow.Flow.resize(Out.Code.Insts.size());
  for (unsigned I = 0; I < Out.Code.Insts.size(); ++I) {
    const ListedInst &Listed = Out.Code.Insts[I];
    InstFlow &F = Flow.Flow[I];
    F = classifyFlow(Listed.Inst, Listed.Callee, MIA);
    const MCSymbol *S = symbolIn(Listed.Inst);
    if (S && In.Tables.count(S))
      TableUses.push_back({I, S});
    if (F.Kind != FlowKind::CondBranch && F.Kind != FlowKind::Jump)
      continue;
    F.Target = instOf(S);
    BranchTargets.insert(S);
    uint64_t Address = 0; // `b #-16`: bytes from here.
    const uint64_t Size = Target.code().fixedSize();
    if (!S && Size != 0 &&
        MIA.evaluateBranch(Listed.Inst, Size * I, Size, Address))
      F.Target =
          Address / Size < Out.Code.Insts.size() ? Address / Size : NoInst;
  }
}

/// Debug labels and labels of branches may share a place: prefer the latter.
std::string AssemblyBuilder::labelAt(unsigned Inst) const {
  return LabelAt[Inst].Name;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

bool AssemblyBuilder::isFunctionStart(const Section::Label &L, const Section &S,
                                      unsigned Base) const {
  const MCSymbol *Symbol = L.Symbol;
  if (!In.FunctionNames.empty())
    return In.FunctionNames.contains(Symbol->getName());
  if (Symbol->isTemporary() || L.Pos >= S.Insts.size())
    return false;
  if (In.Globals.contains(Symbol) || Target.triple().isOSBinFormatMachO())
    return true;
  if (BranchTargets.contains(Symbol))
    return false;
  FlowKind Before = L.Pos ? Flow.Flow[Base + L.Pos - 1].Kind : FlowKind::Stop;
  return Before == FlowKind::Stop || Before == FlowKind::Jump;
}

void AssemblyBuilder::findFunctionsIn(const Section &S, unsigned Base) {
  if (S.Insts.empty())
    return;
  size_t First = Flow.Functions.size();
  std::string Nearest; // First label at the start, for code without function.
  for (const Section::Label &L : S.Labels) {
    if (L.Pos >= S.Insts.size())
      break;
    if (L.Pos == 0 && Nearest.empty() && !L.Symbol->isTemporary())
      Nearest = L.Symbol->getName().str();
    if (!isFunctionStart(L, S, Base))
      continue;
    bool IsAlias = Flow.Functions.size() > First &&
                   Flow.Functions.back().Inst == Base + L.Pos;
    if (!IsAlias)
      Flow.Functions.push_back({Base + L.Pos, L.Symbol->getName().str()});
  }
  if (Flow.Functions.size() == First || Flow.Functions[First].Inst != Base)
    Flow.Functions.insert(Flow.Functions.begin() + First, {Base, Nearest});
}

void AssemblyBuilder::findFunctions() {
  LabelAt.resize(Out.Code.Insts.size());
  for (auto [S, Base] : zip(In.Sections, Bases)) {
    findFunctionsIn(S, Base);
    for (const Section::Label &L : S.Labels) {
      if (L.Pos >= S.Insts.size())
        continue;
      NamedLabel &Best = LabelAt[Base + L.Pos];
      bool IsBetter = BranchTargets.contains(L.Symbol) &&
                      !BranchTargets.contains(Best.Symbol);
      if (!Best.Symbol || IsBetter)
        Best = {L.Symbol,
                L.Digits.empty() ? L.Symbol->getName().str() : L.Digits};
    }
  }
}

//===----------------------------------------------------------------------===//
// Jump tables
//===----------------------------------------------------------------------===//

std::vector<unsigned>
AssemblyBuilder::tableTargets(const MCSymbol *Table) const {
  std::vector<unsigned> Result;
  for (const MCSymbol *S : In.Tables.find(Table)->second)
    if (unsigned I = instOf(S); I != NoInst)
      Result.push_back(I);
  sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

/// The table that the indirect jump \p Jump reads, if the instructions before
/// it, back to \p First, show it: follows registers back to a mention of one.
const MCSymbol *AssemblyBuilder::findTable(unsigned Jump,
                                           unsigned First) const {
  const std::vector<ListedInst> &Insts = Out.Code.Insts;
  SmallSet<unsigned, 8> Regs;
  auto AddRegs = [&](const MCInst &Inst) {
    for (const MCOperand &Op : Inst)
      if (Op.isReg() && Op.getReg())
        Regs.insert(Op.getReg().id());
  };
  auto Defines = [&](const MCInst &Inst) {
    return Inst.getNumOperands() && Inst.getOperand(0).isReg() &&
           Regs.contains(Inst.getOperand(0).getReg().id());
  };
  if (const MCSymbol *S = symbolIn(Insts[Jump].Inst); S && In.Tables.count(S))
    return S;
  AddRegs(Insts[Jump].Inst);
  unsigned I = Jump;
  while (I > First && Jump - I < 16 &&
         Flow.Flow[I - 1].Kind == FlowKind::Next) {
    --I;
    if (Defines(Insts[I].Inst))
      AddRegs(Insts[I].Inst);
  }
  auto End = lower_bound(TableUses, std::pair(Jump, (const MCSymbol *)nullptr));
  while (End != TableUses.begin() && (--End)->first >= First)
    if (Defines(Insts[End->first].Inst))
      return End->second;
  return nullptr;
}

void AssemblyBuilder::findJumpTables() {
  unsigned F = 0;
  for (unsigned I = 0; I < Out.Code.Insts.size(); ++I) {
    while (F + 1 < Flow.Functions.size() && Flow.Functions[F + 1].Inst <= I)
      ++F;
    if (Flow.Flow[I].Kind != FlowKind::IndirectJump)
      continue;
    const MCSymbol *Table = findTable(I, Flow.Functions[F].Inst);
    std::vector<unsigned> Targets;
    if (Table)
      Targets = tableTargets(Table);
    if (Targets.empty())
      continue;
    for (unsigned T : Targets)
      if (LabelAt[T].Symbol)
        BranchTargets.insert(LabelAt[T].Symbol);
    Flow.JumpTables[I] = std::move(Targets);
  }
}

//===----------------------------------------------------------------------===//
// Gaps and markers
//===----------------------------------------------------------------------===//

/// The number that a marker's instruction loads, or nothing.
static std::optional<int64_t> markerNumber(const MCInst &Inst) {
  for (const MCOperand &Op : Inst)
    if (Op.isImm() && (Op.getImm() == 111 || Op.getImm() == 222))
      return Op.getImm();
  return std::nullopt;
}

void AssemblyBuilder::findByteMarkers(const Section &S, unsigned Base) {
  for (const Section::Data &D : S.DataRuns) {
    if (D.Pos == 0 || D.Pos > S.Insts.size())
      continue;
    unsigned Before = Base + D.Pos - 1;
    std::optional<int64_t> Number = markerNumber(Out.Code.Insts[Before].Inst);
    StringRef Marker = Target.code().markerBytes();
    if (Number && !Marker.empty() && StringRef(D.Head).starts_with(Marker))
      Out.Markers.push_back({MarkerStyle::Bytes, *Number == 111,
                             *Number == 111 ? Before + 1 : Before, "",
                             Out.Code.Insts[Before].AsmLine});
    else if (Flow.Flow[Before].Kind == FlowKind::Next) {
      Flow.Unread.push_back(Before); // Code written as numbers, most likely.
      ++Out.NumUnread;
    }
  }
}

/// A gap belongs to the block that began before it: by a label, a branch, or
/// the code that falls into it. Between a branch and a label it belongs to
/// none.
void AssemblyBuilder::findUnread(const Section &S, unsigned Base) {
  for (const Section::Unread &U : S.Unreads) {
    auto HasLabel = [&](unsigned L) {
      return L < S.Labels.size() && S.Labels[L].Pos == U.Pos;
    };
    bool LabelBefore = U.NumLabels && HasLabel(U.NumLabels - 1);
    bool LabelAfter = HasLabel(U.NumLabels);
    bool FallsIn = U.Pos && Flow.Flow[Base + U.Pos - 1].Kind == FlowKind::Next;
    bool BeginsNext = LabelBefore || (!FallsIn && !LabelAfter);
    if (BeginsNext && U.Pos < S.Insts.size())
      Flow.Unread.push_back(Base + U.Pos);
    else if (!BeginsNext && FallsIn)
      Flow.Unread.push_back(Base + U.Pos - 1);
  }
}

void AssemblyBuilder::findCommentMarkers() {
  for (const MarkerComment &C : In.Comments) {
    unsigned Next = C.NumInsts; // The lexer runs one statement ahead.
    if (Next < In.Insts.size() && Places.isInFile(C.Loc) &&
        Places.isInFile(In.Insts[Next].Start) && In.Insts[Next].Start < C.Loc)
      ++Next;
    StringRef Text = C.Text;
    CodeMarker M;
    M.Style = Text.starts_with("OSACA") ? MarkerStyle::Osaca : MarkerStyle::Mca;
    auto [Word, Name] = getToken(Text);
    M.IsBegin = Word.ends_with("-BEGIN");
    if (M.Style == MarkerStyle::Mca)
      M.Name = Name.trim().str();
    M.Line = Places.isInFile(C.Loc) ? Places.lineOf(C.Loc) : 0;
    if (M.IsBegin)
      M.InstIdx = Next < In.Insts.size() ? listedIndex(Next) : In.Insts.size();
    else
      M.InstIdx = Next > 0 ? listedIndex(Next - 1) + 1 : 0;
    Out.Markers.push_back(std::move(M));
  }
}

void AssemblyBuilder::build(const AssemblyOptions &Options) {
  listInstructions(Options);
  bindLabels();
  findFlow();
  findFunctions();
  findJumpTables();
  for (auto [S, Base] : zip(In.Sections, Bases)) {
    findByteMarkers(S, Base);
    findUnread(S, Base);
  }
  findCommentMarkers();
  sort(Out.Markers, [](const CodeMarker &A, const CodeMarker &B) {
    return std::tie(A.Line, A.InstIdx, A.IsBegin, A.Style) <
           std::tie(B.Line, B.InstIdx, B.IsBegin, B.Style);
  });
  for (const CodeMarker &M : Out.Markers)
    Flow.Cuts.push_back(M.InstIdx);
  if (Options.ComputeSizes)
    computeSizes(Out.Code, Flow.Flow, In, Bases, Target);
  cutBlocks(Out.Code, Flow, [&](unsigned Inst) { return labelAt(Inst); });
  setAlignments();
}

/// Gives blocks the alignment that stands right before them. One that may skip
/// too few bytes to be kept everywhere is none.
void AssemblyBuilder::setAlignments() {
  DenseMap<unsigned, unsigned> AlignOf; // By listed instruction.
  for (auto [S, Base] : zip(In.Sections, Bases)) {
    for (const Section::Alignment &A : S.Alignments)
      if (A.MaxBytes == 0 || A.MaxBytes + 1 >= A.Align) {
        unsigned &Align = AlignOf.try_emplace(Base + A.Pos, 1).first->second;
        Align = std::max<unsigned>(Align, A.Align);
      }
    for (const Section::Data &D : S.DataRuns)
      AlignOf.erase(Base + D.Pos);
  }
  for (ListedFunction &F : Out.Code.Functions)
    for (ListedBlock &B : F.Blocks)
      if (auto It = AlignOf.find(B.First); It != AlignOf.end())
        B.Align = It->second;
}

} // namespace kernelbounds
