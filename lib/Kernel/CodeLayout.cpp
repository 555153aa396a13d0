//===- CodeLayout.cpp - Where the instructions of a loop stand ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See CodeLayout.h. O(instructions). Tested by test/Passes/agreement.test and
/// test/models/skylake-avx512/front-end*.
//
//===----------------------------------------------------------------------===//

#include "CodeLayout.h"
#include "kernel-bounds/Kernel/InstSizer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"

using namespace kernelbounds;
using namespace llvm;

/// A context of its own: encoding makes expressions in it.
struct InstSizer::Parts {
  MCTargetOptions Options;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<MCCodeEmitter> Emitter;
  SmallString<16> Bytes;
  SmallVector<MCFixup, 4> Fixups;
};

InstSizer::InstSizer(const Triple &TT, const TargetDescription &TD,
                     const TargetCode &Code)
    : TT(TT), TD(TD), Code(Code) {}
InstSizer::~InstSizer() = default;

InstEncoding InstSizer::encode(const MCInst &Inst) {
  if (!P) {
    P = std::make_unique<Parts>();
    P->AsmInfo.reset(TD.Target->createMCAsmInfo(*TD.MRI, TT, P->Options));
    P->Subtarget.reset(TD.Target->createMCSubtargetInfo(TT, "", ""));
    if (P->AsmInfo && P->Subtarget) {
      P->Context = std::make_unique<MCContext>(TT, P->AsmInfo.get(), TD.MRI,
                                               P->Subtarget.get());
      P->Emitter.reset(TD.Target->createMCCodeEmitter(*TD.MII, *P->Context));
    }
  }
  const MCInstrDesc &Desc = TD.MII->get(Inst.getOpcode());
  if (!P->Emitter || Desc.isPseudo() || Desc.isCall())
    return {};
  P->Bytes.clear();
  P->Fixups.clear();
  P->Emitter->encodeInstruction(Inst, P->Bytes, P->Fixups, *P->Subtarget);
  return {unsigned(P->Bytes.size()),
          Code.opcodeOffset(arrayRefFromStringRef(P->Bytes.str()))};
}

/// Whether the instructions of the path follow each other in the layout: blocks
/// without others in between, and no jump passed by on the way.
static bool isContiguous(const Kernel &K, const ListedFunction &F,
                         const LoopBody &L) {
  for (size_t I = 1; I < K.Insts.size(); ++I)
    if (K.Insts[I].Listed != K.Insts[I - 1].Listed + 1)
      return false;
  for (size_t I = 1; I < L.Path.size(); ++I)
    if (L.Path[I] != L.Path[I - 1] + 1 ||
        F.Blocks[L.Path[I]].First != F.Blocks[L.Path[I - 1]].End)
      return false;
  return true;
}

void kernelbounds::layOutCode(Kernel &K, const Listing &Code,
                              const ListedFunction &F, const LoopBody &L,
                              TargetSemantics &Semantics) {
  if (K.Insts.empty())
    return;
  if (Code.AddressAlign != 0) {
    for (KernelInst &I : K.Insts)
      I.Address = Code.Insts[I.Listed].Address;
    K.CodeAlign = Code.AddressAlign;
    return;
  }
  if (!isContiguous(K, F, L))
    return;
  uint64_t Address = 0;
  for (KernelInst &I : K.Insts) {
    if (I.Size == 0) {
      const InstEncoding E = Semantics.encode(Code.Insts[I.Listed].Inst);
      I.Size = E.Size;
      I.OpcodeOffset = E.OpcodeOffset;
    }
    if (I.Size == 0)
      return;
    I.Address = Address;
    Address += I.Size;
  }
  // The closing jump goes back over the whole body.
  KernelInst &Last = K.Insts.back();
  if (Last.is(IF_Branch))
    if (std::optional<InstEncoding> Long = Semantics.code().longJump(
            *Semantics.description().MII, Last.Opcode, -int64_t(Address))) {
      Last.Size = Long->Size;
      Last.OpcodeOffset = Long->OpcodeOffset;
    }
  K.CodeAlign = F.Blocks[L.Path.front()].Align;
}
