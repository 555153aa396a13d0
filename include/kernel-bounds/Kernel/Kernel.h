//===- Kernel.h - The body of one loop, target-neutral ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a loop body reads, writes and touches in memory, with registers as
/// small unit ids and opcodes as LLVM opcode numbers.
///
/// Example: `vaddsd 8(%rax,%rcx,8), %xmm1, %xmm2` reads the units of xmm1 as
/// data and those of rax and rcx as address, writes the unit of xmm2, and has
/// one MemRef {Base rax, Index rcx, Scale 8, Displacement 8, Width 8, load}.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_KERNEL_H
#define KERNEL_BOUNDS_KERNEL_KERNEL_H

#include "kernel-bounds/Kernel/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MCInst;
class MCSymbol;
} // namespace llvm

namespace kernelbounds {

class TargetSemantics;

/// A piece of architectural state that is renamed as a whole: a register with
/// all its views, named by its lowest LLVM register unit, or a group of flags
/// (see TargetSemantics::numUnits()). Only register tuples have several.
using RegUnit = uint16_t;
constexpr RegUnit NoRegUnit = 0xffff;

/// What an operand that is read serves for.
enum class ReadRole : uint8_t {
  Data,        ///< An ordinary input of the computation.
  Accumulator, ///< The addend of a multiply-accumulate.
  Merge,       ///< The old destination, kept in part.
  Flags,       ///< Condition flags.
  Mask,        ///< What selects or counts: a mask register, the mask of a
               ///< blend, the count of a vector shift.
  High,        ///< The upper half of a dividend.
  Index,       ///< The index of an address that is only computed (x86: LEA).
  Address,     ///< Base or index of a memory operand.
  StoreData    ///< Goes to memory unchanged.
};

/// One register (or flags group) that an instruction reads.
struct RegRead {
  uint16_t Reg; ///< LLVM physical register; 0 for a flags group.
  ReadRole Role;
  int8_t Operand;     ///< Index of the MCInst operand; -1 = implicit.
  uint32_t FirstUnit; ///< Into Kernel::UnitPool.
  uint8_t NumUnits;
};

/// One register (or flags group) that an instruction writes.
struct RegWrite {
  static constexpr uint8_t NoDef = 255;

  uint16_t Reg;
  bool IsWriteBack; ///< The updated base of a pre- or post-indexed access.
  bool IsFlags;
  int8_t Operand;
  uint32_t FirstUnit;
  uint8_t NumUnits;
  /// Position among the defs of the MCInstrDesc, explicit ones first, as LLVM's
  /// latency tables count; NoDef = not among them. Flags groups share one.
  uint8_t DefIdx = NoDef;
  /// The second of two results: high half of a product, remainder.
  bool IsHigh = false;
};

enum class WriteBackKind : uint8_t { None, PreIndex, PostIndex };

/// One memory access. The address is
/// Base + Index * Scale + Displacement + Symbol; for PostIndex index and
/// displacement are added only to the written-back base.
struct MemRef {
  /// LLVM register; 0 = none. RIP has no unit: with a Symbol it adds nothing,
  /// else the Displacement counts from address 0 where the code has addresses.
  uint16_t Base = 0;
  uint16_t Index = 0; ///< LLVM register; 0 = none. May be a vector (gather).
  uint8_t Scale = 1;
  bool IsLoad = false, IsStore = false;
  bool IsVector = false; ///< The datum is in a vector or FP register.
  bool IsGather = false; ///< One access per element of Index (or of Base).
  bool IsBroadcast = false;
  /// Extension of a 32-bit index: 0 = none (64-bit), 's' or 'u'.
  char IndexExtend = 0;
  WriteBackKind WriteBack = WriteBackKind::None;
  uint16_t Segment = 0; ///< x86 fs/gs; 0 = none.
  /// Bytes of one access; 0 = not known. With IsScalable, that of 128-bit SVE
  /// vectors: width and displacement both grow with the vector length.
  uint16_t Width = 0;
  /// The address is a multiple of this, a power of two up to 128.
  uint8_t Align = 1;
  /// Equal pieces of Width that are registers of their own (LDP, STP).
  uint8_t NumParts = 1;
  bool IsScalable = false;
  int64_t Displacement = 0; ///< Bytes.
  const llvm::MCSymbol *Symbol = nullptr;
  /// The code has a displacement though it is 0, as x86 bases on rbp and r13
  /// need one.
  bool HasZeroDisplacement = false;
};

/// Properties that follow from the instruction alone.
enum InstFlag : uint16_t {
  IF_Branch = 1 << 0,
  IF_CondBranch = 1 << 1,
  IF_Call = 1 << 2,
  IF_MayLoad = 1 << 3,
  IF_MayStore = 1 << 4,
  /// The result does not depend on the operands (xor r,r); whether that cuts
  /// the dependency is the port model's to say.
  IF_ZeroIdiom = 1 << 5,
  IF_OnesIdiom = 1 << 6,
  /// Copies a whole register: a candidate for move elimination.
  IF_RegMove = 1 << 7,
  IF_Nop = 1 << 8,
  /// Touches memory or state in a way the Kernel does not describe.
  IF_Opaque = 1 << 9,
  IF_Locked = 1 << 10, ///< An atomic update of memory.
  IF_Prefetch = 1 << 11,
  IF_Taken = 1 << 12, ///< A branch that the path follows.
  /// Of Kernel::Before: runs any number of times, in any order with those next
  /// to it that may run.
  IF_MayRun = 1 << 13,
  /// The compiler says that an access is volatile or atomic.
  IF_Observed = 1 << 14,
  /// A store that goes around the caches.
  IF_NonTemporal = 1 << 15,
};

/// One instruction of a loop body. Lists are ranges of the kernel's pools.
struct KernelInst {
  unsigned Opcode = 0;
  /// For the port model. Owner: the kernel, once it is built.
  const llvm::MCInst *Inst = nullptr;
  uint16_t Flags = 0; ///< Of InstFlag.
  uint32_t FirstRead = 0, FirstWrite = 0, FirstMem = 0;
  uint8_t NumReads = 0, NumWrites = 0, NumMems = 0;
  unsigned Size = 0; ///< Bytes; 0 = not known.
  /// x86: the byte of the instruction in which its opcode stands, behind
  /// prefixes and escapes.
  uint8_t OpcodeOffset = UnknownOpcode;
  uint64_t Address = 0; ///< Modulo Kernel::CodeAlign; all of it if linked.
  unsigned AsmLine = 0, SourceLine = 0;
  uint32_t Listed = 0; ///< Index in Listing::Insts.
  /// In what state of the core it runs that no operand says (a vector length,
  /// an element width), in the target's own encoding; 0: none, or not known.
  uint16_t Mode = 0;

  bool is(InstFlag F) const { return Flags & F; }
  /// Others see its accesses: no change may leave one out.
  bool isObserved() const { return Flags & (IF_Locked | IF_Observed); }
};

/// A loop body along one path, or along those of several trips in a row.
///
/// Invariant: ranges of every KernelInst lie inside the pools. Position in
/// Insts is program order along the path; control returns from the last
/// instruction to the first.
struct Kernel {
  std::vector<KernelInst> Insts;
  std::vector<RegRead> Reads;
  std::vector<RegWrite> Writes;
  std::vector<MemRef> Mems;
  std::vector<RegUnit> UnitPool;
  /// Where the body is several trips one after the other: the instructions with
  /// which the second and later ones begin. Ascending.
  std::vector<uint32_t> LaterTrips;
  /// Stack and frame pointer of the target; NoRegUnit = not known.
  RegUnit StackPointer = NoRegUnit, FramePointer = NoRegUnit;
  /// What its instructions mean; null where nobody knows (see targetOf()).
  const TargetSemantics *Target = nullptr;

  std::string Function; ///< Symbol of the enclosing function; may be empty.
  std::string Label;    ///< Of the loop header; may be empty.
  /// Bytes modulo which the addresses of the code are known, 1 if only those
  /// relative to each other are; 0: sizes or distances are not known.
  unsigned CodeAlign = 0;
  unsigned NumOtherBlocks = 0; ///< Blocks of the loop off the analysed path.
  bool PathByFrequency = false;
  bool Marked = false;
  /// What ran were copies of the body, one behind the other, and no loop: the
  /// code of one copy does not start where that of the last one did.
  bool IsUnrolled = false;
  /// Of the code that runs before the loop, as far as it is known, what the
  /// addresses need; null if there is none or the loop stores nothing. Not part
  /// of the body: only the relations that it sets between registers count. Its
  /// instructions are the reader's.
  std::shared_ptr<const Kernel> Before;
  bool StartsFunction = false; ///< Of a Before: all from the function's start.
  /// Keeps alive what the instructions point to.
  std::shared_ptr<const void> Owned;
  /// Callees, in order; "" for an indirect call. Calls are not modelled.
  std::vector<std::string> Calls;

  /// Makes room for \p NumInsts instructions, as a rule.
  void reserve(size_t NumInsts) {
    Insts.reserve(NumInsts);
    Reads.reserve(NumInsts * 3);
    Writes.reserve(NumInsts * 3);
    Mems.reserve(NumInsts);
    UnitPool.reserve(NumInsts * 6);
  }
  llvm::ArrayRef<RegRead> reads(const KernelInst &I) const {
    return llvm::ArrayRef(Reads).slice(I.FirstRead, I.NumReads);
  }
  llvm::ArrayRef<RegWrite> writes(const KernelInst &I) const {
    return llvm::ArrayRef(Writes).slice(I.FirstWrite, I.NumWrites);
  }
  llvm::ArrayRef<MemRef> mems(const KernelInst &I) const {
    return llvm::ArrayRef(Mems).slice(I.FirstMem, I.NumMems);
  }
  llvm::ArrayRef<RegUnit> units(const RegRead &R) const {
    return llvm::ArrayRef(UnitPool).slice(R.FirstUnit, R.NumUnits);
  }
  llvm::ArrayRef<RegUnit> units(const RegWrite &W) const {
    return llvm::ArrayRef(UnitPool).slice(W.FirstUnit, W.NumUnits);
  }
};

/// Calls \p F with the first and the end of the instructions of each trip.
template <typename Function> void forEachTrip(const Kernel &K, Function F) {
  uint32_t First = 0;
  for (uint32_t Later : K.LaterTrips) {
    F(First, Later);
    First = Later;
  }
  F(First, static_cast<uint32_t>(K.Insts.size()));
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_KERNEL_H
