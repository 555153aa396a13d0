//===- ToyTester.h - Assembly on a port model -------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From text to a mapped kernel, its graph and its bounds, on the toy model of
/// test/Inputs/toy.yaml or on a core that LLVM knows.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_KERNEL_TOYTESTER_H
#define KERNEL_BOUNDS_UNITTESTS_KERNEL_TOYTESTER_H

#include "SemanticsTester.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "kernel-bounds/Model/PortModel.h"
#include "gtest/gtest.h"

namespace kernelbounds {

class ToyTester {
public:
  /// \param Cpu empty for the toy.
  explicit ToyTester(llvm::StringRef Cpu = "",
                     llvm::StringRef Triple = "x86_64-unknown-linux-gnu")
      : Semantics(Triple, Triple.starts_with("aarch64") ? "+all" : "") {
    PortModelRequest Request;
    Request.Cpu = Cpu.str();
    if (Cpu.empty())
      Request.User = llvm::cantFail(readModelFile(KB_TOY_MODEL));
    auto M = PortModel::create(*Semantics.target().Target, llvm::Triple(Triple),
                               *Semantics.target().MII, Request);
    if (M)
      Model = std::move(*M);
    else
      ADD_FAILURE() << llvm::toString(M.takeError());
  }

  /// Valid until the next call.
  MappedKernel map(llvm::StringRef Text, const MappingOptions &Options = {}) {
    return mapKernel(Semantics.kernel(Text), *Model, Options);
  }
  PortModel &model() { return *Model; }
  unsigned numUnits() { return Semantics.semantics().numUnits(); }

  PortSet ports(std::initializer_list<llvm::StringRef> Names) const {
    PortSet Set;
    for (llvm::StringRef Name : Names)
      for (unsigned P = 0; P < Model->ports().size(); ++P)
        if (Model->ports()[P].Name == Name)
          Set.insert(P);
    return Set;
  }

  SemanticsTester Semantics;

private:
  std::unique_ptr<PortModel> Model;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_KERNEL_TOYTESTER_H
