//===- LoopText.cpp - Bodies of loops from assembly -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texts become one assembly file; the lines tell to which text an
/// instruction belongs. Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/LoopText.h"
#include "kernel-bounds/Frontend/AssemblyReader.h"
#include "kernel-bounds/Measure/FormTarget.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

Expected<std::vector<std::vector<MCInst>>>
kernelbounds::readLoopTexts(ArrayRef<std::string> Texts, const FormTarget &Of) {
  std::string All;
  std::vector<unsigned> TextOfLine = {0};
  for (auto [I, Text] : enumerate(Texts)) {
    All += Text + "\n";
    TextOfLine.resize(TextOfLine.size() + StringRef(Text).count('\n') + 1, I);
  }
  std::vector<std::vector<MCInst>> Bodies(Texts.size());
  if (Texts.empty())
    return Bodies;
  auto Target = TargetContext::create(
      Triple(findTargetByName(Of.name())->linuxTriple()), "", "");
  if (!Target)
    return Target.takeError();
  AssemblyOptions Options;
  Options.Syntax = AsmSyntax::ATT;
  auto File =
      readAssembly(MemoryBufferRef(All, "experiments"), **Target, Options);
  if (!File)
    return File.takeError();
  if (!File->Diagnostics.empty()) {
    const InputDiagnostic &D = File->Diagnostics.front();
    return createStringError(D.File + ":" + std::to_string(D.Line) + ": " +
                             D.Message);
  }
  const MCInstrInfo &MII = (*Target)->instrInfo();
  for (const ListedInst &I : File->Code.Insts) {
    MCInst Inst = I.Inst;
    for (MCOperand &Op : Inst) {
      if (!Op.isExpr())
        continue;
      // An expression would point into the context, which is gone.
      if (!MII.get(Inst.getOpcode()).isBranch())
        return createStringError("experiments:" + std::to_string(I.AsmLine) +
                                 ": an expression");
      Op = MCOperand::createImm(0);
    }
    Bodies[TextOfLine[I.AsmLine]].push_back(std::move(Inst));
  }
  return Bodies;
}
