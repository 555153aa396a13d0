//===- BitcodeCompiler.cpp - From bitcode to an object --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/bitcode.test.
//
//===----------------------------------------------------------------------===//

#include "BitcodeCompiler.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;

namespace kernelbounds {
namespace {

/// Keeps the first error, where LLVM would print it and end the process.
class FirstError final : public DiagnosticHandler {
public:
  explicit FirstError(std::string &Text) : Text(Text) {}
  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    if (DI.getSeverity() == DS_Error && Text.empty()) {
      raw_string_ostream OS(Text);
      DiagnosticPrinterRawOStream Printer(OS);
      DI.print(Printer);
    }
    return true;
  }

private:
  std::string &Text;
};

} // namespace

static Expected<std::unique_ptr<TargetMachine>> machineFor(const Module &M) {
  const Triple &TT = M.getTargetTriple();
  if (Error E = registerCodeGenerator(TT))
    return std::move(E);
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TT, Message);
  if (!T)
    return createStringError(Message);
  const bool IsPIC = M.getPICLevel() != PICLevel::NotPIC;
  // Each function names its core and features.
  std::unique_ptr<TargetMachine> TM(
      T->createTargetMachine(TT, /*CPU=*/"", /*Features=*/"", TargetOptions(),
                             IsPIC ? Reloc::PIC_ : Reloc::Static,
                             M.getCodeModel(), CodeGenOptLevel::Default));
  if (!TM)
    return createStringError("LLVM makes no code for '" + TT.str() + "'");
  return std::move(TM);
}

/// The passes that a linker would run.
static void optimize(Module &M, TargetMachine &TM, bool IsThin) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  PassBuilder PB(&TM, Tuning);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM =
      IsThin ? PB.buildThinLTODefaultPipeline(OptimizationLevel::O2, nullptr)
             : PB.buildLTODefaultPipeline(OptimizationLevel::O2, nullptr);
  MPM.run(M, MAM);
}

static Error compile(Module &M, const BitcodeLTOInfo &Info,
                     raw_pwrite_stream &OS, std::string &Problem) {
  std::string Fault;
  raw_string_ostream FaultOS(Fault);
  if (verifyModule(M, &FaultOS))
    return createStringError("the module is faulty: " +
                             StringRef(Fault).split('\n').first);
  Expected<std::unique_ptr<TargetMachine>> TM = machineFor(M);
  if (!TM)
    return TM.takeError();
  M.setDataLayout((*TM)->createDataLayout());
  if (Info.HasSummary)
    optimize(M, **TM, Info.IsThinLTO);
  legacy::PassManager PM;
  if ((*TM)->addPassesToEmitFile(PM, OS, /*DwoOut=*/nullptr,
                                 CodeGenFileType::ObjectFile))
    return createStringError("LLVM writes no objects for '" +
                             M.getTargetTriple().str() + "'");
  PM.run(M);
  return Problem.empty() ? Error::success() : createStringError(Problem);
}

Expected<std::unique_ptr<MemoryBuffer>>
compileBitcode(MemoryBufferRef Bitcode) {
  const std::string Name = Bitcode.getBufferIdentifier().str();
  auto Failed = [&](Error E) {
    return createStringError(Name +
                             ": this is LLVM bitcode, and cannot be "
                             "compiled: " +
                             toString(std::move(E)));
  };
  Expected<BitcodeLTOInfo> Info = getBitcodeLTOInfo(Bitcode);
  if (!Info)
    return Failed(Info.takeError());
  LLVMContext Context;
  std::string Problem;
  Context.setDiagnosticHandler(std::make_unique<FirstError>(Problem));
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(Bitcode, Context);
  if (!M)
    return Failed(M.takeError());
  SmallVector<char, 0> Object;
  raw_svector_ostream OS(Object);
  if (Error E = compile(**M, *Info, OS, Problem))
    return Failed(std::move(E));
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Object), Name, /*RequiresNullTerminator=*/false);
}

} // namespace kernelbounds
