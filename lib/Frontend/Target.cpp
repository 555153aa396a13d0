//===- Target.cpp - The LLVM objects that describe one target -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace kernelbounds {

/// LLVM's tables of \p T, which are registered on first use.
static Expected<const Target *> findTables(const Triple &T) {
  const bool HasWidePointers =
      T.isArch64Bit() && T.getEnvironment() != Triple::GNUILP32;
  if (!HasWidePointers)
    return createStringError("unsupported target '" + T.str() +
                             "': " + shownTargets() + " are known");
  if (Error E = registerTarget(T))
    return std::move(E);
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
  Expected<const Target *> Found = findTables(T);
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
  Expected<const Target *> Found = findTables(T);
  if (!Found)
    return Found.takeError();
  std::unique_ptr<TargetContext> Result(new TargetContext());
  Result->TheTriple = T;
  Result->TheTarget = *Found;
  Result->Code = findTargetCode(T);
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
  std::string All = findTarget(T)->AsmFeatures.str();
  if (!All.empty() && !Features.empty())
    All += ",";
  All += Features;
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

std::string TargetContext::textOf(const ListedInst &I,
                                  MCInstPrinter &Printer) const {
  if (!I.Text.empty())
    return I.Text;
  std::string Printed;
  raw_string_ostream OS(Printed);
  Printer.printInst(&I.Inst, printAddress(I), "", *STI, OS);
  std::string Result;
  for (char C : Printed)
    if (C != '\t' && C != '\n' && C != ' ')
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  return StringRef(Result).rtrim().str();
}

} // namespace kernelbounds
