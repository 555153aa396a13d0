//===- LoopEncoder.cpp - The code of timed loops --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Measure/LoopEncoderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoopEncoder.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

LoopEncoder::LoopEncoder(TargetContext &Target, const FormTarget &Forms)
    : Target(Target), Forms(Forms),
      Emitter(Target.target().createMCCodeEmitter(Target.instrInfo(),
                                                  Target.context())) {}

void LoopEncoder::append(const MCInst &I, SmallVectorImpl<char> &Code) {
  SmallVector<MCFixup, 2> Fixups;
  Emitter->encodeInstruction(I, Code, Fixups, Target.subtarget());
  // Those of x86's branches are zero, which is the next instruction.
}

void LoopEncoder::appendLoop(ArrayRef<MCInst> Body, SmallVectorImpl<char> &Code,
                             int64_t ToMemory) {
  const MCInstrInfo &MII = Target.instrInfo();
  const size_t Start = Code.size();
  for (MCInst I : Body) {
    // It goes to the next instruction, whose distance is its own size.
    if (MII.get(I.getOpcode()).isBranch()) {
      SmallVector<char, 8> Once;
      append(I, Once);
      Forms.setBranch(I, Once.size());
    } else if (MCOperand *At = Forms.distanceFromPc(Target.registerInfo(), I)) {
      // Counted from the end of the instruction, whose size is always the same.
      SmallVector<char, 16> Once;
      append(I, Once);
      At->setImm(At->getImm() + ToMemory - int64_t(Code.size() + Once.size()));
    }
    append(I, Code);
  }
  const auto End = Forms.loopEndCode(Code.size() - Start);
  Code.append(End.begin(), End.end());
  if (!End.empty())
    return;
  const TargetDescription TD = {&Target.target(), &MII, &Target.registerInfo()};
  for (ListedInst &I : Forms.loopEnd(TD)) {
    if (MII.get(I.Inst.getOpcode()).isBranch())
      Forms.setBranch(I.Inst, int64_t(Start) - int64_t(Code.size()));
    append(I.Inst, Code);
  }
}
