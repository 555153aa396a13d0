//===- MachineListing.cpp - MachineFunction to Listing --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The MCInst of a MachineInstr is had by letting the AsmPrinter emit it into a
/// streamer that only records: 5 % of the x86 instructions in loops change
/// their opcode at emission. Labels, directives and symbols are not recorded,
/// and instructions whose emission would create some are left out. Tested by
/// test/Passes/byte-identical.test and test/Passes/agreement.test.
//
//===----------------------------------------------------------------------===//

#include "MachineListing.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// Keeps instructions, drops the rest.
class InstLowering::Recorder final : public MCStreamer {
public:
  explicit Recorder(MCContext &Context) : MCStreamer(Context) {}
  void emitInstruction(const MCInst &I, const MCSubtargetInfo &) override {
    Insts.push_back(I);
  }
  void emitLabel(MCSymbol *, SMLoc) override {}
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
  bool hasRawTextSupport() const override { return true; }

  SmallVector<MCInst, 4> Insts;
};

InstLowering::InstLowering(AsmPrinter *AP) : AP(AP), Inline(AP) {
  if (!AP)
    return;
  const Triple &TT = AP->TM.getTargetTriple();
  const TargetCode *Code = findTargetCode(TT);
  MakesSymbols = !Code || Code->emissionMakesSymbols(TT);
  Record = new Recorder(AP->OutContext);
  RecorderOwner.reset(Record);
  AP->TM.getTarget().createNullTargetStreamer(*Record);
}

InstLowering::~InstLowering() = default;

/// The operands of \p MI as they are; symbols and blocks become 0.
static MCInst lowerNaively(const MachineInstr &MI) {
  MCInst Inst;
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &Op : MI.explicit_operands()) {
    if (Op.isReg()) {
      if (!Op.isImplicit())
        Inst.addOperand(MCOperand::createReg(Op.getReg()));
    } else if (Op.isImm()) {
      Inst.addOperand(MCOperand::createImm(Op.getImm()));
    } else {
      Inst.addOperand(MCOperand::createImm(0));
    }
  }
  return Inst;
}

/// Of a pseudo instruction.
static PseudoEmission emissionOf(const MachineInstr &MI) {
  const MachineFunction &MF = *MI.getMF();
  const TargetCode *Code = findTargetCode(MF.getTarget().getTargetTriple());
  return Code ? Code->emissionOf(
                    MF.getSubtarget().getInstrInfo()->getName(MI.getOpcode()))
              : PseudoEmission::Never;
}

/// Emission of these creates labels or symbols, or is not one of instructions.
static bool hasSideEffectsAtEmission(const MachineInstr &MI) {
  if (MI.isCall() || MI.isInlineAsm() || MI.isPosition() ||
      MI.getOpcode() < TargetOpcode::GENERIC_OP_END)
    return true;
  return MI.isPseudo() && emissionOf(MI) == PseudoEmission::Never;
}

bool InstLowering::lower(const MachineInstr &MI,
                         function_ref<void(const MCInst &)> Out) {
  if (hasSideEffectsAtEmission(MI))
    return false;
  if (!AP || MakesSymbols) {
    Out(lowerNaively(MI));
    return true;
  }
  Record->Insts.clear();
  AP->OutStreamer.swap(RecorderOwner);
  AP->emitInstruction(&MI);
  AP->OutStreamer.swap(RecorderOwner);
  for (const MCInst &Inst : Record->Insts)
    Out(Inst);
  return true;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// The name that the AsmPrinter gives to the label of \p MBB.
std::string kernelbounds::labelOf(const MachineBasicBlock &MBB) {
  const MachineFunction &MF = *MBB.getParent();
  const MCAsmInfo *MAI = MF.getTarget().getMCAsmInfo();
  return (MAI->getPrivateLabelPrefix() + Twine("BB") +
          Twine(MF.getFunctionNumber()) + "_" + Twine(MBB.getNumber()))
      .str();
}

MachineListing kernelbounds::listControlFlow(const MachineFunction &MF,
                                             bool AsAssembly) {
  MachineListing L;
  ListedFunction F;
  F.Name = MF.getName().str();
  DenseMap<const MachineBasicBlock *, unsigned> IndexOf;
  for (const MachineBasicBlock &MBB : MF) {
    IndexOf[&MBB] = L.Blocks.size();
    L.Blocks.push_back(&MBB);
  }
  F.Blocks.resize(L.Blocks.size());
  for (auto [I, MBB] : enumerate(L.Blocks)) {
    ListedBlock &B = F.Blocks[I];
    Align Alignment = I == 0 ? MF.getAlignment() : MBB->getAlignment();
    unsigned MaxBytes = I == 0 ? 0 : MBB->getMaxBytesForAlignment();
    if (MaxBytes == 0 || MaxBytes + 1 >= Alignment.value())
      B.Align = Alignment.value();
    auto Last = MBB->getLastNonDebugInstr();
    bool Falls = Last == MBB->end() || !Last->isBarrier();
    // What does not return, or is never reached, ends a block without a branch;
    // assembly does not show that.
    if (Falls && I + 1 < L.Blocks.size() &&
        (AsAssembly || MBB->isSuccessor(L.Blocks[I + 1]))) {
      B.FallsThrough = true;
      B.Succs.push_back(I + 1);
    }
    if (Last != MBB->end() && Last->isIndirectBranch()) {
      // In layout order, as the assembly reader has them.
      for (const MachineBasicBlock *To : MBB->successors())
        B.Succs.push_back(IndexOf[To]);
      llvm::sort(B.Succs);
    }
    // The last branch first: in assembly, what follows a conditional branch is
    // its fall-through.
    for (const MachineInstr &MI : llvm::reverse(MBB->terminators()))
      for (const MachineOperand &Op : MI.operands())
        if (Op.isMBB() && !is_contained(B.Succs, IndexOf[Op.getMBB()]))
          B.Succs.push_back(IndexOf[Op.getMBB()]);
  }
  L.Code.Functions.push_back(std::move(F));
  return L;
}

void kernelbounds::addFrequencies(MachineListing &L,
                                  const MachineBlockFrequencyInfo &MBFI) {
  for (auto [B, MBB] : zip_equal(L.Code.Functions.front().Blocks, L.Blocks))
    B.Frequency = MBFI.getBlockFreq(MBB).getFrequency();
}

std::string kernelbounds::calleeOf(const MachineInstr &MI) {
  // A symbol behind others is a part of the place that holds the pointer.
  const MachineOperand &Op = MI.getOperand(0);
  if (Op.isGlobal())
    return Op.getGlobal()->getName().str();
  return Op.isSymbol() ? Op.getSymbolName() : "";
}

static bool isListed(const MachineInstr &MI) {
  return !MI.isMetaInstruction() && !MI.isBundle();
}

/// Appends \p MI. \returns "", or how to call what has no MCInst.
static std::string lowerInst(MachineListing &L, const MachineInstr &MI,
                             InstLowering &Lowering) {
  auto Add = [&](const MCInst &Inst) {
    ListedInst &Item = L.Code.Insts.emplace_back();
    Item.Inst = Inst;
    if (MI.getDebugLoc())
      Item.SourceLine = MI.getDebugLoc().getLine();
    if (MI.isCall())
      Item.Callee = calleeOf(MI);
    L.Source.push_back(&MI);
  };
  if (MI.isInlineAsm()) {
    InlineInsts Inline = Lowering.lowerInlineAsm(MI);
    for (const MCInst &Inst : Inline.Insts)
      Add(Inst);
    return Inline.Problem.empty() ? ""
                                  : "inline assembly (" + Inline.Problem + ")";
  }
  if (Lowering.lower(MI, Add))
    return "";
  if (!MI.isCall())
    return MI.getMF()
        ->getSubtarget()
        .getInstrInfo()
        ->getName(MI.getOpcode())
        .str();
  Add(lowerNaively(MI));
  return "";
}

void kernelbounds::lowerBlocks(MachineListing &L, ArrayRef<unsigned> Blocks,
                               InstLowering &Lowering) {
  size_t NumInsts = 0;
  for (unsigned Block : Blocks)
    NumInsts += L.Blocks[Block]->size();
  L.Code.Insts.reserve(NumInsts);
  L.Source.reserve(NumInsts);
  for (unsigned Block : Blocks) {
    ListedBlock &B = L.Code.Functions.front().Blocks[Block];
    B.Label = labelOf(*L.Blocks[Block]);
    B.First = L.Code.Insts.size();
    for (const MachineInstr &MI : L.Blocks[Block]->instrs()) {
      if (!isListed(MI))
        continue;
      std::string NotLowered = lowerInst(L, MI, Lowering);
      if (NotLowered.empty())
        continue;
      ++B.NumUnread;
      L.NotLowered.push_back({Block, std::move(NotLowered)});
    }
    B.End = L.Code.Insts.size();
  }
}

/// Whether emission of \p MI may be tried in front of a loop.
static bool isPlain(const MachineInstr &MI) {
  return !MI.isPseudo() || MI.isInlineAsm() ||
         emissionOf(MI) != PseudoEmission::InLoops;
}

void kernelbounds::lowerBlocksBefore(MachineListing &L,
                                     ArrayRef<unsigned> Blocks,
                                     InstLowering &Lowering) {
  size_t NumInsts = L.Code.Insts.size();
  for (unsigned Block : Blocks)
    NumInsts += std::min<size_t>(L.Blocks[Block]->size(), MaxInstsBefore);
  L.Code.Insts.reserve(NumInsts);
  L.Source.reserve(NumInsts);
  for (unsigned Block : Blocks) {
    ListedBlock &B = L.Code.Functions.front().Blocks[Block];
    const MachineBasicBlock &MBB = *L.Blocks[Block];
    unsigned Number = 0;
    auto From = MBB.instr_end();
    // One more, which shows that the block goes on.
    constexpr unsigned Most = std::max(MaxInstsBefore, MaxInstsAround);
    // What stands before a call counts for nothing.
    bool IsAfterCall = false;
    while (From != MBB.instr_begin() && Number <= Most && !IsAfterCall) {
      Number += isListed(*--From);
      IsAfterCall = From->isCall();
    }
    B.First = L.Code.Insts.size();
    for (const MachineInstr &MI : make_range(From, MBB.instr_end()))
      if (isListed(MI) && !(isPlain(MI) && lowerInst(L, MI, Lowering).empty()))
        ++B.NumUnread;
    B.End = L.Code.Insts.size();
  }
}
