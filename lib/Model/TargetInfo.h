//===- TargetInfo.h - The targets of LLVM by name ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instruction tables and CPU names of the two targets, for the model loader.
/// Private to lib/Model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MODEL_TARGETINFO_H
#define KERNEL_BOUNDS_LIB_MODEL_TARGETINFO_H

#include "kernel-bounds/Model/ModelLoader.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace kernelbounds {

/// Makes the LLVM objects of a target when they are first asked for. The host
/// program (clang, kernel-opt) has registered them.
class TargetInfo {
public:
  /// Null where the name is not "x86_64" or "aarch64", or not registered.
  const llvm::MCInstrInfo *instructions(llvm::StringRef Target);
  bool isCpu(llvm::StringRef Target, llvm::StringRef Cpu);
  /// Whether LLVM's scheduling model of \p Cpu, or the one that serves in its
  /// place, has the unit \p Unit.
  bool isUnit(llvm::StringRef Target, llvm::StringRef Cpu,
              llvm::StringRef Unit);

  /// \p Find must outlive the context.
  ModelLoaderContext
  loaderContext(llvm::function_ref<const ModelTables *(llvm::StringRef)> Find);

private:
  struct Objects {
    std::unique_ptr<const llvm::MCInstrInfo> MII;
    std::unique_ptr<const llvm::MCSubtargetInfo> STI;
  };
  Objects &get(llvm::StringRef Target);

  std::map<std::string, Objects> ByName;
  std::function<const llvm::MCInstrInfo *(llvm::StringRef)> GetInstructions =
      [this](llvm::StringRef T) { return instructions(T); };
  std::function<bool(llvm::StringRef, llvm::StringRef)> GetIsCpu =
      [this](llvm::StringRef T, llvm::StringRef C) { return isCpu(T, C); };
  std::function<bool(llvm::StringRef, llvm::StringRef, llvm::StringRef)>
      GetIsUnit = [this](llvm::StringRef T, llvm::StringRef C,
                         llvm::StringRef U) { return isUnit(T, C, U); };
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MODEL_TARGETINFO_H
