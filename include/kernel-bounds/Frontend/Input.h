//===- Input.h - Any file of code, ready for analysis -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The common entry of the readers: tells objects from assembly, chooses the
/// target, finds the loops and the marked regions.
///
/// \code
///   Expected<std::unique_ptr<Input>> In = readInput("dot.s", {});
///   if (!In)
///     return In.takeError(); // "dot.s: no instructions: the file is empty"
///   for (auto [F, Loops] : zip((*In)->code().Functions, (*In)->Loops))
///     for (const LoopBody &L : Loops)
///       analyze(F, L);
/// \endcode
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_INPUT_H
#define KERNEL_BOUNDS_FRONTEND_INPUT_H

#include "kernel-bounds/Frontend/AssemblyReader.h"
#include "kernel-bounds/Frontend/CodeFile.h"
#include "kernel-bounds/Frontend/Markers.h"
#include "kernel-bounds/Frontend/ObjectReader.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelbounds {

struct InputOptions {
  /// Empty: an object's own, or guessed from the registers in the text.
  std::string Triple;
  std::string CPU;      ///< LLVM's name; empty: generic.
  std::string Features; ///< LLVM's; none are needed for reading.
  AssemblyOptions Assembly;
  bool SourceLines = true; ///< Objects: read debug information, for loops.
};

/// One file as read. Movable only by its pointer: MCInsts point into it.
struct Input {
  std::string FileName; ///< As given; "<stdin>" for "-".
  bool IsObject = false;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::unique_ptr<TargetContext> Target;
  CodeFile Text;                      ///< Of assembly.
  std::unique_ptr<ObjectCode> Object; ///< Of objects.
  /// Innermost loops of each function, parallel to code().Functions.
  std::vector<std::vector<LoopBody>> Loops;
  /// Ways into each block of each function, from wherever.
  std::vector<std::vector<unsigned>> NumEntries;
  /// What the user marked, in the order of the code; usually nothing. If there
  /// is any, it is what the user wants to see instead of all Loops.
  std::vector<MarkedRegion> Regions;

  CodeFile &file() { return Object ? Object->File : Text; }
  const CodeFile &file() const { return Object ? Object->File : Text; }
  const Listing &code() const { return file().Code; }

  /// Statements or runs of bytes in the blocks of \p L that were not
  /// understood. Unless 0, every number for the loop is incomplete.
  unsigned numUnread(const ListedFunction &F, const LoopBody &L) const;

  /// Ways into \p L elsewhere than at its header. Unless 0, code before the
  /// loop says nothing of what registers hold in it. 0 for a marked region.
  /// \pre \p F is one of code().Functions. O(blocks of \p L).
  unsigned numOtherEntries(const ListedFunction &F, const LoopBody &L) const;
};

/// Reads the file \p Path; "-" is standard input.
llvm::Expected<std::unique_ptr<Input>> readInput(llvm::StringRef Path,
                                                 const InputOptions &Options);

/// The same for a buffer that is already in memory.
llvm::Expected<std::unique_ptr<Input>>
readInput(std::unique_ptr<llvm::MemoryBuffer> Buffer,
          const InputOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_INPUT_H
