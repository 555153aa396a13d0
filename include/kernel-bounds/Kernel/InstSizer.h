//===- InstSizer.h - Sizes of instructions ----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodes single instructions, for targets whose instructions differ in size.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_INSTSIZER_H
#define KERNEL_BOUNDS_KERNEL_INSTSIZER_H

#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace kernelbounds {

/// Encodes instructions to learn their sizes and where their opcodes are.
class InstSizer {
public:
  InstSizer(const llvm::Triple &TT, const TargetDescription &TD,
            const TargetCode &Code);
  ~InstSizer();

  /// Jumps in their short form; size 0 where the target cannot encode it.
  InstEncoding encode(const llvm::MCInst &Inst);

private:
  struct Parts; ///< Made by the first size().
  llvm::Triple TT;
  TargetDescription TD;
  const TargetCode &Code;
  std::unique_ptr<Parts> P;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_INSTSIZER_H
