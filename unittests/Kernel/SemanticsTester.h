//===- SemanticsTester.h - From a line of assembly to its operands -*- C++ -*-//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assembles text and shows what TargetSemantics makes of it, in short:
///
///   addq $1, 8(%rax,%rcx,4)
///   reads   "rax:addr rcx:addr"          :data is left out
///   writes  "cf of spaz"                 "rsp!" is a write-back
///   memory  "update8 [rax+rcx*4+8]"      load, store, update; .vec .gather
///                                        .bcast .sve
///   flags   "load store"
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_KERNEL_SEMANTICSTESTER_H
#define KERNEL_BOUNDS_UNITTESTS_KERNEL_SEMANTICSTESTER_H

#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace kernelbounds {

class SemanticsTester {
public:
  /// \param TripleName of a target that is compiled in.
  SemanticsTester(llvm::StringRef TripleName, llvm::StringRef Features);
  ~SemanticsTester();

  /// The instructions of \p Text; fails the test if it does not assemble.
  std::vector<ListedInst> assemble(llvm::StringRef Text);
  /// The kernel of \p Text, which stays valid until the next call.
  const Kernel &kernel(llvm::StringRef Text);

  std::string reads(const Kernel &K, const KernelInst &I) const;
  std::string writes(const Kernel &K, const KernelInst &I) const;
  std::string memory(const Kernel &K, const KernelInst &I) const;
  static std::string flags(const KernelInst &I);

  TargetSemantics &semantics() { return *Semantics; }
  const TargetDescription &target() const { return TD; }

private:
  struct Objects; ///< Owns what assembling needs.
  std::unique_ptr<Objects> O;
  TargetDescription TD;
  std::unique_ptr<TargetSemantics> Semantics;
  std::vector<ListedInst> Insts; ///< Of the last kernel().
  Kernel Last;
};

/// One line of a table: \c Asm is one instruction; the rest as shown above.
struct SemanticsRow {
  const char *Asm, *Reads, *Writes, *Memory, *Flags;
};

/// Expects each row to hold.
void checkRows(SemanticsTester &T, llvm::ArrayRef<SemanticsRow> Rows);

/// Appends every opcode, with the first register of each class for its
/// operands, and checks that all ranges and units are in bounds.
void checkEveryOpcode(SemanticsTester &T);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_KERNEL_SEMANTICSTESTER_H
