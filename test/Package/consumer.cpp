//===- consumer.cpp - Uses the installed libraries ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists the shipped models, makes one of them ready, and computes a bound.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "kernel-bounds/Model/PortModel.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

using namespace kernelbounds;

static llvm::Error run() {
  for (const ModelTables *Model : shippedModels())
    llvm::outs() << "model " << Model->Name << '\n';

  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargetMCs();
  llvm::Triple Triple("x86_64-linux-gnu");
  std::string Problem;
  const llvm::Target *Target =
      llvm::TargetRegistry::lookupTarget(Triple, Problem);
  if (!Target)
    return llvm::createStringError(Problem);
  std::unique_ptr<llvm::MCInstrInfo> MII(Target->createMCInstrInfo());
  auto Model = PortModel::create(*Target, Triple, *MII, {"skylake-avx512"});
  if (!Model)
    return Model.takeError();
  llvm::outs() << (*Model)->cpu() << " has " << (*Model)->issuePorts().size()
               << " issue ports\n";

  // Four micro-ops in a chain of port pairs: 4/5.
  const UopGroup Chain[] = {{PortSet(0b00011), 1},
                            {PortSet(0b00110), 1},
                            {PortSet(0b01100), 1},
                            {PortSet(0b11000), 1}};
  llvm::outs() << computePortBound(Chain).Value.exactStr()
               << " cycles per iteration\n";
  return llvm::Error::success();
}

int main() {
  llvm::ExitOnError Check("consumer: ");
  Check(run());
}
