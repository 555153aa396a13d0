//===- Target.cpp - The LLVM objects that describe one target -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/Target.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <mutex>

using namespace llvm;

namespace kernelbounds {

static void initializeX86() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmParser();
  LLVMInitializeX86Disassembler();
}

static void initializeAArch64() {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmParser();
  LLVMInitializeAArch64Disassembler();
}

/// Registers the backend of \p T on first use; only these two, because all of
/// LLVM's backends take longer to start than a small file takes to read.
static Expected<const Target *> findTarget(const Triple &T) {
  static std::once_flag X86Once, AArch64Once;
  if (T.getArch() == Triple::x86_64)
    std::call_once(X86Once, initializeX86);
  else if (T.isAArch64(64))
    std::call_once(AArch64Once, initializeAArch64);
  else
    return createStringError("unsupported target '" + T.str() +
                             "': x86-64 and AArch64 are known");
  std::string Message;
  const Target *Result = TargetRegistry::lookupTarget(T, Message);
  if (!Result)
    return createStringError(Message);
  return Result;
}

/// LLVM only prints about unknown features; this refuses them.
static Error checkFeatures(const MCSubtargetInfo &STI, StringRef Features) {
  SmallVector<StringRef, 8> Names;
  Features.split(Names, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Name : Names) {
    StringRef Bare = Name.trim();
    if (!Bare.consume_front("+") && !Bare.consume_front("-"))
      return createStringError("feature '" + Name.str() +
                               "' must start with '+' or '-'");
    ArrayRef<SubtargetFeatureKV> Known = STI.getAllProcessorFeatures();
    if (none_of(Known,
                [&](const SubtargetFeatureKV &F) { return Bare == F.Key; }))
      return createStringError("unknown feature '" + Bare.str() + "' of " +
                               STI.getTargetTriple().getArchName().str());
  }
  return Error::success();
}

bool TargetContext::isKnownCPU(const Triple &T, StringRef CPU) {
  Expected<const Target *> Found = findTarget(T);
  if (!Found) {
    consumeError(Found.takeError());
    return false;
  }
  std::unique_ptr<MCSubtargetInfo> STI(
      (*Found)->createMCSubtargetInfo(T, "", ""));
  return STI && STI->isCPUStringValid(CPU);
}

Expected<std::unique_ptr<TargetContext>>
TargetContext::create(const Triple &T, StringRef CPU, StringRef Features) {
  Expected<const Target *> Found = findTarget(T);
  if (!Found)
    return Found.takeError();
  std::unique_ptr<TargetContext> Result(new TargetContext());
  Result->TheTriple = T;
  Result->TheTarget = *Found;
  if (Error E = Result->build(CPU, Features))
    return std::move(E);
  return std::move(Result);
}

Error TargetContext::build(StringRef CPU, StringRef Features) {
  const Triple &T = TheTriple;
  MRI.reset(TheTarget->createMCRegInfo(T));
  MAI.reset(TheTarget->createMCAsmInfo(*MRI, T, Options));
  MII.reset(TheTarget->createMCInstrInfo());
  std::unique_ptr<MCSubtargetInfo> Plain(
      TheTarget->createMCSubtargetInfo(T, "", ""));
  if (!CPU.empty() && !Plain->isCPUStringValid(CPU))
    return createStringError("unknown CPU '" + CPU.str() + "' for target '" +
                             T.str() + "'");
  if (Error E = checkFeatures(*Plain, Features))
    return E;
  // x86 parses and decodes every instruction with any features.
  std::string All = Features.str();
  if (isAArch64())
    All = All.empty() ? "+all" : "+all," + All;
  STI.reset(TheTarget->createMCSubtargetInfo(T, CPU, All));
  MIA.reset(TheTarget->createMCInstrAnalysis(MII.get()));
  SM = std::make_unique<SourceMgr>();
  // Without a file system, '.include' would be a fatal error.
  SM->setVirtualFileSystem(vfs::getRealFileSystem());
  SM->setDiagHandler([](const SMDiagnostic &, void *) {});
  Ctx = std::make_unique<MCContext>(T, MAI.get(), MRI.get(), STI.get(),
                                    SM.get(), &Options);
  Ctx->setDiagnosticHandler([](const SMDiagnostic &, bool, const SourceMgr &,
                               std::vector<const MDNode *> &) {});
  MOFI.reset(TheTarget->createMCObjectFileInfo(*Ctx, /*PIC=*/false));
  Ctx->setObjectFileInfo(MOFI.get());
  return Error::success();
}

std::unique_ptr<MCInstPrinter>
TargetContext::createInstPrinter(unsigned SyntaxVariant) const {
  std::unique_ptr<MCInstPrinter> Printer(TheTarget->createMCInstPrinter(
      TheTriple, SyntaxVariant, *MAI, *MII, *MRI));
  Printer->setPrintBranchImmAsAddress(true);
  return Printer;
}

bool TargetContext::isLockPrefix(const MCInst &Inst) const {
  return isX86() && Inst.getNumOperands() == 0 &&
         MII->getName(Inst.getOpcode()) == "LOCK_PREFIX";
}

std::string TargetContext::textOf(const ListedInst &I,
                                  MCInstPrinter &Printer) const {
  if (!I.Text.empty())
    return I.Text;
  std::string Printed;
  raw_string_ostream OS(Printed);
  // x86 branches count from the end of the instruction.
  uint64_t Address = I.Address + (isX86() ? I.Size : 0);
  Printer.printInst(&I.Inst, Address, "", *STI, OS);
  std::string Result;
  for (char C : Printed)
    if (C != '\t' && C != '\n' && C != ' ')
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  return StringRef(Result).rtrim().str();
}

} // namespace kernelbounds
