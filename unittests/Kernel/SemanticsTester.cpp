//===- SemanticsTester.cpp - From a line of assembly to its operands ------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemanticsTester.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace kernelbounds;

namespace {
/// Keeps instructions, ignores the rest.
class InstCollector final : public MCStreamer {
public:
  InstCollector(MCContext &Ctx, std::vector<ListedInst> &Insts)
      : MCStreamer(Ctx), Insts(Insts) {}
  void emitInstruction(const MCInst &I, const MCSubtargetInfo &) override {
    ListedInst L;
    L.Inst = I;
    Insts.push_back(std::move(L));
  }
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}

private:
  std::vector<ListedInst> &Insts;
};
} // namespace

struct SemanticsTester::Objects {
  Triple TT;
  MCTargetOptions Options;
  std::unique_ptr<MCInstrInfo> MII;
  std::unique_ptr<MCRegisterInfo> MRI;
  std::unique_ptr<MCAsmInfo> MAI;
  std::unique_ptr<MCSubtargetInfo> STI;
  std::vector<std::unique_ptr<MCObjectFileInfo>> FileInfos;
  std::vector<std::unique_ptr<MCContext>> Contexts; ///< Own symbols.
};

SemanticsTester::SemanticsTester(StringRef TripleName, StringRef Features)
    : O(std::make_unique<Objects>()) {
  static bool Initialized = [] {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    return true;
  }();
  (void)Initialized;
  O->TT = Triple(TripleName);
  std::string Error;
  TD.Target = TargetRegistry::lookupTarget(O->TT, Error);
  O->MII.reset(TD.Target->createMCInstrInfo());
  O->MRI.reset(TD.Target->createMCRegInfo(O->TT));
  O->MAI.reset(TD.Target->createMCAsmInfo(*O->MRI, O->TT, O->Options));
  O->STI.reset(TD.Target->createMCSubtargetInfo(O->TT, "", Features));
  TD.MII = O->MII.get();
  TD.MRI = O->MRI.get();
  Semantics = createTargetSemantics(O->TT, TD);
}

SemanticsTester::~SemanticsTester() = default;

std::vector<ListedInst> SemanticsTester::assemble(StringRef Text) {
  std::vector<ListedInst> Result;
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
  O->Contexts.push_back(std::make_unique<MCContext>(
      O->TT, O->MAI.get(), O->MRI.get(), O->STI.get(), &Sources));
  MCContext &Ctx = *O->Contexts.back();
  O->FileInfos.emplace_back(
      TD.Target->createMCObjectFileInfo(Ctx, /*PIC=*/false));
  Ctx.setObjectFileInfo(O->FileInfos.back().get());
  InstCollector Collector(Ctx, Result);
  TD.Target->createNullTargetStreamer(Collector);
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(Sources, Ctx, Collector, *O->MAI));
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      TD.Target->createMCAsmParser(*O->STI, *Parser, *O->MII, O->Options));
  Parser->setTargetParser(*TargetParser);
  EXPECT_FALSE(Parser->Run(/*NoInitialTextSection=*/false)) << Text.str();
  return Result;
}

const Kernel &SemanticsTester::kernel(StringRef Text) {
  Last = Kernel();
  Last.Target = Semantics.get();
  Insts = assemble(Text);
  for (const ListedInst &I : Insts)
    Semantics->append(I, Last);
  return Last;
}

static std::string unitNames(const TargetSemantics &S,
                             ArrayRef<RegUnit> Units) {
  std::string Out;
  for (RegUnit U : Units)
    Out += (Out.empty() ? "" : "+") + S.unitName(U);
  return Out;
}

std::string SemanticsTester::reads(const Kernel &K, const KernelInst &I) const {
  static constexpr const char *Roles[] = {
      "", ":acc", ":merge", "", ":mask", ":high", ":index", ":addr", ":store"};
  std::string Out;
  for (const RegRead &R : K.reads(I))
    Out += (Out.empty() ? "" : " ") + unitNames(*Semantics, K.units(R)) +
           Roles[unsigned(R.Role)];
  return Out;
}

std::string SemanticsTester::writes(const Kernel &K,
                                    const KernelInst &I) const {
  std::string Out;
  for (const RegWrite &W : K.writes(I))
    Out += (Out.empty() ? "" : " ") + unitNames(*Semantics, K.units(W)) +
           (W.IsWriteBack ? "!" : "");
  return Out;
}

static std::string address(const MCRegisterInfo &MRI, const MemRef &M) {
  auto Name = [&](unsigned R) { return StringRef(MRI.getName(R)).lower(); };
  std::string Out;
  auto Add = [&](const std::string &Term) {
    bool IsFirst = Out.empty() || Out.back() == ':';
    Out += (IsFirst || Term[0] == '-' ? "" : "+") + Term;
  };
  if (M.Segment)
    Out += Name(M.Segment) + ":";
  if (M.Base)
    Out += Name(M.Base);
  if (M.Symbol)
    Add(M.Symbol->getName().str());
  if (M.Index)
    Add(Name(M.Index) + (M.IndexExtend ? std::string(1, M.IndexExtend) : "") +
        (M.Scale != 1 ? "*" + itostr(M.Scale) : ""));
  if (M.Displacement || !(M.Base || M.Index || M.Symbol))
    Add(itostr(M.Displacement));
  return Out;
}

std::string SemanticsTester::memory(const Kernel &K,
                                    const KernelInst &I) const {
  std::string Out;
  for (const MemRef &M : K.mems(I)) {
    Out += Out.empty() ? "" : " ";
    Out += M.IsLoad && M.IsStore ? "update" : M.IsLoad ? "load" : "store";
    Out += itostr(M.Width);
    Out += M.IsVector ? ".vec" : "";
    Out += M.IsGather ? ".gather" : "";
    Out += M.IsBroadcast ? ".bcast" : "";
    Out += M.IsScalable ? ".sve" : "";
    Out += M.Align > 1 ? ".align" + itostr(M.Align) : "";
    Out += " [" + address(*TD.MRI, M) + "]";
    Out += M.WriteBack == WriteBackKind::PreIndex    ? "pre"
           : M.WriteBack == WriteBackKind::PostIndex ? "post"
                                                     : "";
  }
  return Out;
}

std::string SemanticsTester::flags(const KernelInst &I) {
  static constexpr const char *Names[] = {
      "branch", "cond", "call", "load",   "store",  "zero",
      "ones",   "move", "nop",  "opaque", "locked", "prefetch"};
  std::string Out;
  for (unsigned B = 0; B != std::size(Names); ++B)
    if (I.Flags >> B & 1)
      Out += (Out.empty() ? "" : " ") + std::string(Names[B]);
  return Out;
}

void kernelbounds::checkRows(SemanticsTester &T, ArrayRef<SemanticsRow> Rows) {
  for (const SemanticsRow &R : Rows) {
    SCOPED_TRACE(R.Asm);
    const Kernel &K = T.kernel(R.Asm);
    ASSERT_EQ(K.Insts.size(), 1u);
    const KernelInst &I = K.Insts[0];
    EXPECT_EQ(T.reads(K, I), R.Reads);
    EXPECT_EQ(T.writes(K, I), R.Writes);
    EXPECT_EQ(T.memory(K, I), R.Memory);
    EXPECT_EQ(T.flags(I), R.Flags);
  }
}

/// An instruction of \p Opcode whose operands are of the right kinds.
static MCInst makeInst(const TargetDescription &TD, unsigned Opcode) {
  MCInst I;
  I.setOpcode(Opcode);
  for (const MCOperandInfo &Op : TD.MII->get(Opcode).operands()) {
    int16_t Class = TD.MII->getOpRegClassID(Op, 0);
    if (Class >= 0)
      I.addOperand(
          MCOperand::createReg(TD.MRI->getRegClass(Class).getRegister(0)));
    else
      I.addOperand(MCOperand::createImm(1));
  }
  return I;
}

void kernelbounds::checkEveryOpcode(SemanticsTester &T) {
  Kernel K;
  std::vector<ListedInst> Insts(T.target().MII->getNumOpcodes());
  for (unsigned Opcode = 0; Opcode != Insts.size(); ++Opcode) {
    SCOPED_TRACE(T.target().MII->getName(Opcode).str());
    Insts[Opcode].Inst = makeInst(T.target(), Opcode);
    T.semantics().append(Insts[Opcode], K);
    const KernelInst &I = K.Insts.back();
    ASSERT_EQ(I.FirstRead + I.NumReads, K.Reads.size());
    ASSERT_EQ(I.FirstWrite + I.NumWrites, K.Writes.size());
    ASSERT_EQ(I.FirstMem + I.NumMems, K.Mems.size());
    if (T.target().MII->get(Opcode).isPseudo())
      continue; // Need only not crash.
    bool Loads = false, Stores = false;
    for (const MemRef &M : K.mems(I)) {
      EXPECT_TRUE(M.IsLoad || M.IsStore);
      EXPECT_GE(M.Scale, 1);
      Loads |= M.IsLoad;
      Stores |= M.IsStore;
    }
    EXPECT_EQ(Loads, I.is(IF_MayLoad) && !(I.is(IF_Opaque) && !I.NumMems));
    EXPECT_EQ(Stores, I.is(IF_MayStore) && !(I.is(IF_Opaque) && !I.NumMems));
  }
  EXPECT_GT(K.Insts.size(), 1000u);
  for (RegUnit U : K.UnitPool) {
    ASSERT_LT(U, T.semantics().numUnits());
    EXPECT_FALSE(T.semantics().unitName(U).empty());
  }
}
