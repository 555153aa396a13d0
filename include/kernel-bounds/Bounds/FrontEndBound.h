//===- FrontEndBound.h - How fast code becomes micro-ops --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the micro-op cache and the decoders allow, by the addresses of the
/// instructions.
///
/// Example (Skylake, windows of 32 bytes): 100 instructions of 10 bytes stand
/// in 32 windows of 3 or 4 micro-ops. The cache delivers one window per cycle:
/// 32 cycles, where rename alone would allow 25.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_FRONTENDBOUND_H
#define KERNEL_BOUNDS_BOUNDS_FRONTENDBOUND_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelbounds {

/// What a front end can do. 0 = the core has no such limit, or it is not known.
struct FrontEndParams {
  unsigned Window = 0; ///< Bytes; a power of two. 0: there is no bound.
  unsigned Line = 0;   ///< Micro-ops.
  unsigned Ways = 0;   ///< Lines that one window may take.
  unsigned Lines = 0;  ///< Of the whole cache.
  unsigned Fetch = 0;  ///< Bytes; a power of two.
  unsigned Merge = 0;  ///< Micro-ops.
  /// Micro-ops per cycle, for a loop in one window; a trip begins a new one.
  unsigned Width = 0;
  /// Instructions a line, a fused pair being one; instead of Line. Such a cache
  /// puts an instruction into the window of its last byte, or, if there is a
  /// Lookup or no Rate, of its first.
  unsigned LineInsts = 0;
  /// Constants that a line of LineInsts instructions has room for. There is
  /// room for two more with each instruction less, up to twice as many.
  unsigned LineConstants = 0;
  /// Lines per cycle. 0: a window per cycle. Lines of at most Merge micro-ops
  /// need none, if lines count micro-ops.
  unsigned Rate = 0;
  /// Cycles from a lookup of a window, which gives Rate lines, to the next one
  /// of the same window; 0: lines do not go on over the ends of windows.
  unsigned Lookup = 0;
  unsigned IssueWidth = 0; ///< Fused micro-ops renamed per cycle.
  /// Windows that the micro-ops renamed in a cycle may be of. Width then is for
  /// every loop.
  unsigned IssueWindows = 0;
  /// Each window that an instruction touches takes a cycle, also where only the
  /// last one of a run ends in it.
  bool readsAllWindows() const {
    return LineInsts != 0 && Rate == 0 && Lookup == 0;
  }
  unsigned DecodeBlock = 0;    ///< Bytes; a power of two.
  unsigned PredecodeWidth = 0; ///< Instructions of a block, per cycle.
  unsigned LengthStall = 0;    ///< Cycles of a length-changing prefix.
  unsigned Decoders = 0;       ///< Instructions per cycle.
  /// Micro-ops that decoders but for the first can make; 0: as many as that.
  unsigned SimpleDecoder = 0;
  unsigned Switch = 0;          ///< Cycles from the cache to the decoders.
  unsigned JumpBoundary = 0;    ///< Bytes; a power of two.
  unsigned LoopBuffer = 0;      ///< Micro-ops of a loop that needs no cache.
  unsigned LoopBufferWidth = 0; ///< Micro-ops of such a loop per cycle.
  /// Such a loop of at most this many micro-ops takes two cycles if the jump
  /// back, or what is fused to it, lies across a boundary of 64 bytes.
  unsigned LoopBufferCrossing = 0;
};

/// One instruction as the front end sees it.
struct CodeInst {
  uint64_t Address;
  unsigned Size;  ///< Bytes; > 0.
  unsigned Uops;  ///< Fused micro-ops that it adds to its window.
  bool JoinsNext; ///< Macro-fused: the next instruction is part of it.
  bool IsBranch;
  bool IsLengthChanging = false; ///< Has a prefix that changes its length.
  /// Uops may be too many: no reason to ask for the first decoder.
  bool IsUopsUncertain = false;
  uint8_t OpcodeOffset = UnknownOpcode; ///< See KernelInst.
  uint8_t NumConstants = 0; ///< See TargetSemantics::numConstants().
};

struct FrontEndBound {
  CyclesPerIter Value; ///< 0: nothing is known.
  /// What is expected, at least Value: with the lines of few micro-ops that are
  /// not delivered together with others.
  CyclesPerIter Expected;
  /// Address of the first instruction modulo 64 for which Value holds; where
  /// the alignment is not known, the best that there is.
  unsigned Offset = 0;
  bool IsAlignmentKnown = false;
  unsigned NumWindows = 0;       ///< Windows that the copies touch.
  unsigned NumLegacyWindows = 0; ///< Those of them that are decoded anew.
  unsigned NumBlocks = 0;        ///< Blocks decoded for them.
  unsigned PredecodeCycles = 0;  ///< For these blocks, prefixes included.
  CyclesPerIter DecoderCycles;   ///< For what stands in them; 0: not known.
  unsigned NumLines = 0;         ///< Lines of the others, where these count.
  unsigned NumFetches = 0;       ///< Groups of Fetch bytes.
  unsigned NumUops = 0; ///< Where Width counts and they are more than that.
  /// Places of lines that stay empty since the constants there take the room;
  /// where NumUops counts, they are delivered like micro-ops.
  unsigned NumEmpty = 0;
  unsigned NumBufferUops = 0; ///< That come from the loop buffer.
  unsigned LookupCycles = 0;  ///< For the windows; 0 without Lookup.
  CyclesPerIter RenameCycles; ///< By IssueWindows; 0 without them.
  /// Where the model knows of switches to the decoders (FrontEndParams::Switch)
  /// and there are any: cycles of the cache besides, and of the switches.
  unsigned DeliveryCycles = 0, SwitchCycles = 0;
  unsigned NumCopies = 1; ///< Of the code, as Kernel::IsUnrolled has it.
  /// Indices of jumps that cross or end on a JumpBoundary, ascending.
  std::vector<uint32_t> Jumps;
  /// Indices of decoded instructions with a length-changing prefix, and of
  /// those that need the first decoder; ascending.
  std::vector<uint32_t> LengthChanging, Complex;
};

/// Of Limit::FrontEnd.
struct FrontEndWitness : Witness, FrontEndBound {};
inline const FrontEndWitness &frontEndWitness(const Analysis &A) {
  return A.bound(Limit::FrontEnd).witness<FrontEndWitness>();
}

/// The bound of \p Code, in program order, whose addresses hold modulo
/// \p Align. Where that is less than 64, the best placement counts, or the
/// first of at most \p Enough: for callers to whom less makes no difference.
/// O(instructions) for each of the at most 64 placements.
FrontEndBound computeFrontEndBound(llvm::ArrayRef<CodeInst> Code,
                                   unsigned Align, const FrontEndParams &P,
                                   const CyclesPerIter &Enough = {});

/// The same, cycles for each copy, of \p Code that stands in memory over and
/// over, without a jump back: as many copies as bring the same alignment again.
/// That the whole fits the micro-op cache is taken for granted.
FrontEndBound computeUnrolledFrontEndBound(llvm::ArrayRef<CodeInst> Code,
                                           unsigned Align, FrontEndParams P);

/// The front end of \p Model.
FrontEndParams frontEndParams(const PortModel &Model);
/// Whether \p Model says anything for which sizes of instructions are needed.
bool usesCodeLayout(const PortModel &Model);

/// The code of \p M; empty where not all sizes are known.
llvm::SmallVector<CodeInst, 0> codeOf(const MappedKernel &M);

/// The bound of a mapped kernel, as above; Value 0 where its layout is not
/// known, or the code does not jump back.
FrontEndBound computeFrontEndBound(const MappedKernel &M,
                                   const CyclesPerIter &Enough = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_FRONTENDBOUND_H
