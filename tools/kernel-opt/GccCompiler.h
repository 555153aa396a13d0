//===- GccCompiler.h - A source compiled by gcc in several ways -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a source by gcc with other pragmas and flags, and analyses its
/// innermost loops.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_GCCCOMPILER_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_GCCCOMPILER_H

#include "Machine.h"
#include "SourceVariants.h"
#include "kernel-bounds/Compare/LoopRecord.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Tuning/AccessSteps.h"
#include "kernel-bounds/Tuning/LoopStatements.h"
#include "llvm/Support/Regex.h"
#include <map>

namespace kernelbounds {

/// An innermost loop of the code that gcc made.
struct GccLoop {
  AccessSteps Steps;
  unsigned NumAccesses = 0;
  /// Of a trip: as the simulated core has it, and what the bounds prove.
  CyclesPerIter Cycles, AtLeast;
  CyclesPerIter Once;  ///< What runs once beside it.
  std::string Problem; ///< Why its figures are not to be used; or empty.
  std::string Code;    ///< Its mnemonics.
};

/// All that one loop of the source became in one function.
struct GccLoops {
  std::string File; ///< Where it is closed; empty if not known.
  unsigned Line = 0;
  std::vector<GccLoop> Loops;
};

/// The function, and the loop: an index into GccCompiler::statements(), or what
/// stands for a loop that is not in the file, from their number on.
struct GccKey {
  std::string Function;
  size_t Statement = 0;
  friend bool operator<(const GccKey &A, const GccKey &B) {
    return std::tie(A.Function, A.Statement) <
           std::tie(B.Function, B.Statement);
  }
};

struct GccCode {
  std::map<GccKey, GccLoops> Loops;
  std::map<std::string, uint64_t> Bytes; ///< Of code, by function.
};

class GccCompiler {
public:
  /// Reads the file. \p Options must outlive this.
  static llvm::Expected<std::unique_ptr<GccCompiler>>
  create(const TuneCommandLine &Options, llvm::StringRef Program);

  const std::vector<LoopStatement> &statements() const { return Statements; }
  /// Compiles with `#pragma GCC unroll` before the loops for which \p Unroll,
  /// which may be shorter than statements(), is not 0, and with \p Flags behind
  /// the user's. Fails if gcc does.
  llvm::Expected<GccCode> compile(llvm::ArrayRef<unsigned> Unroll,
                                  llvm::ArrayRef<llvm::StringRef> Flags);
  /// Of what was compiled first.
  const std::string &cpu() const { return Cpu; }
  const std::string &borrowedFrom() const { return BorrowedFrom; }

private:
  GccCompiler(const TuneCommandLine &Options, SourceVariants Variants);
  llvm::Expected<GccCode> analyze(const std::string &Object);
  void analyzeFunction(const Input &In, unsigned Function, Machine &M,
                       GccCode &Out);
  size_t statementOf(const LoopRecord &L);
  bool isSource(llvm::StringRef File);

  const TuneCommandLine &Options;
  SourceVariants Variants;
  std::vector<LoopStatement> Statements;
  /// Places outside of the file, each with its number.
  std::map<std::pair<std::string, unsigned>, size_t> Elsewhere;
  CommandLine Analysis; ///< How to analyse.
  MachineCache Machines;
  llvm::Regex Wanted;
  std::string Cpu, BorrowedFrom;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_GCCCOMPILER_H
