//===- TargetTester.h - A target of LLVM for tests --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The LLVM objects that models are made of.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_MODEL_TARGETTESTER_H
#define KERNEL_BOUNDS_UNITTESTS_MODEL_TARGETTESTER_H

#include "kernel-bounds/Model/PortModel.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

namespace kernelbounds {

struct TargetTester {
  explicit TargetTester(llvm::StringRef Name = "x86_64-unknown-linux-gnu")
      : TT(Name) {
    static bool Initialized = [] {
      llvm::InitializeAllTargetInfos();
      llvm::InitializeAllTargetMCs();
      return true;
    }();
    (void)Initialized;
    std::string Problem;
    T = llvm::TargetRegistry::lookupTarget(TT, Problem);
    MII.reset(T->createMCInstrInfo());
  }

  /// A model, or what is wrong with the request.
  std::unique_ptr<PortModel> model(PortModelRequest Request,
                                   std::string *Problem = nullptr) {
    auto M = PortModel::create(*T, TT, *MII, Request);
    if (M)
      return std::move(*M);
    std::string Text = llvm::toString(M.takeError());
    if (Problem)
      *Problem = Text;
    else
      ADD_FAILURE() << Text;
    return nullptr;
  }
  unsigned opcode(llvm::StringRef Name) const {
    for (unsigned O = 0; O < MII->getNumOpcodes(); ++O)
      if (MII->getName(O) == Name)
        return O;
    ADD_FAILURE() << "no opcode " << Name.str();
    return 0;
  }

  llvm::Triple TT;
  const llvm::Target *T;
  std::unique_ptr<const llvm::MCInstrInfo> MII;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_MODEL_TARGETTESTER_H
