//===- Listing.h - Machine code as every reader delivers it -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one form in which assembly, objects and MachineFunctions enter: a flat
/// list of MCInsts cut into basic blocks with their successors. Loops are found
/// on it by findInnermostLoops(), the same for every reader.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_LISTING_H
#define KERNEL_BOUNDS_KERNEL_LISTING_H

#include "kernel-bounds/Kernel/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInst.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MCInstPrinter;
class MCInstrAnalysis;
class MCInstrInfo;
class MCRegisterInfo;
class MCSubtargetInfo;
class Target;
class Triple;
} // namespace llvm

namespace kernelbounds {

/// Flag of an MCInst: a prefix makes it atomic (X86::IP_HAS_LOCK; the header
/// that declares it is not installed).
constexpr unsigned LockPrefixFlag = 16;

/// One machine instruction and where it stands.
struct ListedInst {
  llvm::MCInst Inst;
  unsigned AsmLine = 0;    ///< 1-based line of the assembly file; 0 = none.
  unsigned SourceLine = 0; ///< From debug information; 0 = unknown.
  unsigned SourceFile = 0; ///< Index into Listing::SourceFiles; 0 = unknown.
  uint64_t Address = 0;    ///< In the section; 0 for assembly text.
  unsigned Size = 0;       ///< Bytes; 0 = not known.
  uint8_t OpcodeOffset = UnknownOpcode; ///< As KernelInst has it.
  /// Name of the callee where this is a direct call, else empty.
  std::string Callee;
  /// The statement as the file has it, without comments; empty where the
  /// reader has no text (objects, MachineFunctions): print the MCInst then.
  std::string Text;
};

/// A call that the compiler replaced with the code of what is called.
struct InlinedCall {
  std::string Callee; ///< Symbol, or the source's name; may be empty.
  std::string File;   ///< Of the call, by debug information; may be empty.
  unsigned Line = 0;  ///< Of the call; 0 = not known.
};

/// A basic block: instructions [First, End) and where control goes from there.
struct ListedBlock {
  unsigned First = 0, End = 0; ///< Indices into Listing::Insts.
  std::string Label;           ///< Of its first instruction; may be empty.
  /// Bytes of which the address of its first instruction is a multiple, as far
  /// as an alignment of this block alone says so.
  unsigned Align = 1;
  /// Successor blocks. If FallsThrough, the next block in layout is first.
  llvm::SmallVector<unsigned, 2> Succs;
  bool FallsThrough = false;
  /// Executions relative to the function's entry, where the compiler knows.
  std::optional<uint64_t> Frequency;
  /// Statements or runs of bytes in it that the reader did not understand.
  unsigned NumUnread = 0;
};

/// One function's code, or one stretch of assembly.
struct ListedFunction {
  std::string Name;                ///< Symbol; empty if none precedes the code.
  std::vector<ListedBlock> Blocks; ///< In layout order.
};

/// Everything a reader found in one input.
struct Listing {
  std::vector<ListedInst> Insts;
  std::vector<ListedFunction> Functions;
  std::vector<std::string> SourceFiles = {""}; ///< The first is "unknown".
  /// Bytes modulo which the Addresses hold in memory: 64 or more for an
  /// executable, the alignment of the sections for an object; 0 = there are no
  /// addresses.
  unsigned AddressAlign = 0;
};

/// Code that always runs before a loop: the last of it is looked at.
constexpr unsigned MaxBlocksBefore = 16, MaxInstsBefore = 64;
/// Code that may run in between. Beyond these nothing before it counts.
constexpr unsigned MaxBlocksAround = 32, MaxInstsAround = 256;

/// A block that control passes, or may pass, on its way to a loop.
struct BlockBefore {
  unsigned Block;
  /// It runs any number of times, and in any order with those of its kind next
  /// to it: what lies between a block that dominates the loop and the next one.
  bool MayRun;
};

/// One innermost loop of a ListedFunction.
struct LoopBody {
  unsigned Header = 0;          ///< Block index.
  std::vector<unsigned> Blocks; ///< All blocks of the loop, in layout order.
  /// Blocks of the analysed path, in execution order from the header. Blocks
  /// that are not on it are counted by NumOtherBlocks. Where the trips go
  /// different ways, the paths of several trips one after the other, each from
  /// the header.
  std::vector<unsigned> Path;
  /// Blocks that dominate the header, at most MaxBlocksBefore, the nearest, in
  /// execution order, and what may run after each of them before the next. The
  /// first is one that always runs. Empty where control enters the loop
  /// elsewhere than at the header, too.
  std::vector<BlockBefore> Before;
  bool BeforeIsAll = false; ///< The first of Before is the function's entry.
  unsigned NumOtherBlocks = 0;
  /// The path was chosen by block frequency, not by fall-through.
  bool ByFrequency = false;
  /// Between markers: a straight stretch of code that need not be a loop.
  bool Marked = false;
};

/// Finds the natural loops that contain no other loop header. Control enters a
/// multi-block loop's path at the header and goes on by the hottest successor
/// where frequencies are known, else by fall-through where it stays in the
/// loop, until it is back at the header. O(blocks + edges) per nesting level.
std::vector<LoopBody> findInnermostLoops(const ListedFunction &F,
                                         bool UseFrequencies);
/// The same, in steps: \p UseFrequencies is asked once, with the loops that
/// there are, of which only Header and Blocks are known, and may set the
/// frequencies first. Before is found for those that \p NeedsBefore only, which
/// is asked with their Path.
std::vector<LoopBody> findInnermostLoops(
    const ListedFunction &F,
    llvm::function_ref<bool(llvm::ArrayRef<LoopBody>)> UseFrequencies,
    llvm::function_ref<bool(const LoopBody &)> NeedsBefore);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_LISTING_H
