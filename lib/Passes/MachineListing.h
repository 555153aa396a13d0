//===- MachineListing.h - MachineFunction to Listing ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of a MachineFunction in the form that all readers deliver, with
/// the MCInsts that the AsmPrinter will emit.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_MACHINELISTING_H
#define KERNEL_BOUNDS_LIB_PASSES_MACHINELISTING_H

#include "InlineAssembly.h"
#include "kernel-bounds/Kernel/Listing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class AsmPrinter;
class MachineBasicBlock;
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineInstr;
class MCStreamer;
} // namespace llvm

namespace kernelbounds {

/// Turns MachineInstrs into the MCInsts of their emission.
class InstLowering {
public:
  /// \p AP may be null (`llc -run-pass`): the MachineInstrs' own opcodes and
  /// operands are taken then.
  explicit InstLowering(llvm::AsmPrinter *AP);
  ~InstLowering();

  /// Calls \p Out for each MCInst of \p MI. \returns false if \p MI cannot be
  /// lowered without being emitted (calls, target pseudos), or is inline
  /// assembly.
  bool lower(const llvm::MachineInstr &MI,
             llvm::function_ref<void(const llvm::MCInst &)> Out);
  /// The instructions of \p MI, which is inline assembly.
  InlineInsts lowerInlineAsm(const llvm::MachineInstr &MI) {
    return Inline.read(MI);
  }

private:
  class Recorder;
  llvm::AsmPrinter *AP;
  bool MakesSymbols = false; ///< See TargetCode::emissionMakesSymbols().
  InlineAssembly Inline;
  std::unique_ptr<llvm::MCStreamer> RecorderOwner;
  Recorder *Record = nullptr;
};

/// A Listing of one function and what its instructions come from.
struct MachineListing {
  Listing Code; ///< One function; blocks are MachineBasicBlocks in layout.
  std::vector<const llvm::MachineBasicBlock *> Blocks;
  std::vector<const llvm::MachineInstr *> Source; ///< By instruction.
  /// Instructions of loops that could not be lowered, by name; inline assembly
  /// with the reason: "inline assembly (a label)".
  std::vector<std::pair<unsigned, std::string>> NotLowered; ///< Block, name.
};

/// Lists the control flow of \p MF; no instructions yet. Successors are those
/// that the assembly shows: branch targets and the next block in layout. The
/// latter only where the compiler knows that it is reached, or \p AsAssembly.
MachineListing listControlFlow(const llvm::MachineFunction &MF,
                               bool AsAssembly);

/// Adds block frequencies for the choice of the hottest path.
void addFrequencies(MachineListing &L,
                    const llvm::MachineBlockFrequencyInfo &MBFI);

/// Lowers the instructions of the blocks in \p Blocks (ascending).
void lowerBlocks(MachineListing &L, llvm::ArrayRef<unsigned> Blocks,
                 InstLowering &Lowering);

/// Lowers the last instructions of the blocks in \p Blocks, as many as count
/// before a loop. What is not plain code counts as not read.
void lowerBlocksBefore(MachineListing &L, llvm::ArrayRef<unsigned> Blocks,
                       InstLowering &Lowering);

/// ".LBB0_3", as the assembly has it.
std::string labelOf(const llvm::MachineBasicBlock &MBB);

/// The symbol that \p MI calls; empty if it calls a pointer, or nothing.
std::string calleeOf(const llvm::MachineInstr &MI);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_MACHINELISTING_H
