//===- CpuFeature.h - What a core has by LLVM ----------------- -*- C++ -*-
//===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Features of cores, by LLVM's descriptions.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_CPUFEATURE_H
#define KERNEL_BOUNDS_LIB_ADVICE_CPUFEATURE_H

#include "kernel-bounds/Model/PortModel.h"
#include <optional>

namespace kernelbounds {

/// Whether \p Cpu, of the target of \p Model, has LLVM's feature \p Feature;
/// nullopt if LLVM does not know the core.
std::optional<bool> cpuHasFeature(const PortModel &Model, llvm::StringRef Cpu,
                                  llvm::StringRef Feature);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_CPUFEATURE_H
