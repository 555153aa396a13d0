//===- Target.h - The LLVM objects that describe one target -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything of LLVM's MC layer that reading and printing code needs, made
/// together and destroyed in the right order.
///
/// Example: create(Triple("aarch64-linux-gnu"), "neoverse-n1", "") accepts
/// every AArch64 instruction, also those that the core does not have.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_TARGET_H
#define KERNEL_BOUNDS_FRONTEND_TARGET_H

#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Kernel/TargetCode.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

namespace kernelbounds {

/// One triple and CPU, with the MCContext and the SourceMgr of one input file:
/// the MCInsts that a reader delivers point into them.
class TargetContext {
public:
  /// \p CPU may be empty (the generic core). \p Features are LLVM's, as in
  /// "+avx512f,-sse4a"; parsing needs none. Fails on targets that are not among
  /// Targets.def or that LLVM was built without, and on CPUs and features that
  /// LLVM does not know.
  static llvm::Expected<std::unique_ptr<TargetContext>>
  create(const llvm::Triple &T, llvm::StringRef CPU, llvm::StringRef Features);

  /// True if LLVM knows \p CPU for \p T.
  static bool isKnownCPU(const llvm::Triple &T, llvm::StringRef CPU);

  TargetContext(const TargetContext &) = delete;
  TargetContext &operator=(const TargetContext &) = delete;

  const llvm::Triple &triple() const { return TheTriple; }
  const llvm::Target &target() const { return *TheTarget; }
  const llvm::MCRegisterInfo &registerInfo() const { return *MRI; }
  const llvm::MCAsmInfo &asmInfo() const { return *MAI; }
  const llvm::MCInstrInfo &instrInfo() const { return *MII; }
  const llvm::MCSubtargetInfo &subtarget() const { return *STI; }
  const llvm::MCInstrAnalysis &instrAnalysis() const { return *MIA; }
  const llvm::MCTargetOptions &options() const { return Options; }
  llvm::MCContext &context() { return *Ctx; }
  llvm::SourceMgr &sourceManager() { return *SM; }
  /// How the target's code is written.
  const TargetCode &code() const { return *Code; }

  InstPrefix prefixOf(const llvm::MCInst &Inst) const {
    return Code->prefixOf(Inst, *MII);
  }
  /// The address from which branches in \p I count, for the printer.
  uint64_t printAddress(const ListedInst &I) const {
    return I.Address + (Code->countsFromEnd() ? I.Size : 0);
  }

  /// A printer for MCInsts. \p SyntaxVariant where there are two: 0 = AT&T, 1 =
  /// Intel.
  std::unique_ptr<llvm::MCInstPrinter>
  createInstPrinter(unsigned SyntaxVariant = 0) const;

  /// \p I as its file has it or, where the reader has no text, as \p Printer
  /// prints it on one line; branch targets are addresses.
  std::string textOf(const ListedInst &I, llvm::MCInstPrinter &Printer) const;

private:
  TargetContext() = default;
  llvm::Error build(llvm::StringRef CPU, llvm::StringRef Features);

  llvm::Triple TheTriple;
  const llvm::Target *TheTarget = nullptr;
  const TargetCode *Code = nullptr;
  llvm::MCTargetOptions Options;
  std::unique_ptr<llvm::MCRegisterInfo> MRI;
  std::unique_ptr<llvm::MCAsmInfo> MAI;
  std::unique_ptr<llvm::MCInstrInfo> MII;
  std::unique_ptr<llvm::MCSubtargetInfo> STI;
  std::unique_ptr<llvm::MCInstrAnalysis> MIA;
  std::unique_ptr<llvm::SourceMgr> SM;
  std::unique_ptr<llvm::MCContext> Ctx;
  std::unique_ptr<llvm::MCObjectFileInfo> MOFI;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_TARGET_H
