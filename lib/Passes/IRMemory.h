//===- IRMemory.h - The pointers behind machine accesses --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What scalar evolution and alias analysis know of the accesses of a machine
/// loop. Memory operands of machine instructions point to the IR that
/// instruction selection consumed; it is still there, and is not changed.
///
/// Example: `double *q = p + n` with a constant n is one pointer in IR, in the
/// assembly two registers: {p,+,8} and {p + 8n,+,8} have a constant distance.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_IRMEMORY_H
#define KERNEL_BOUNDS_LIB_PASSES_IRMEMORY_H

#include "kernel-bounds/Graph/KnownMemory.h"
#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class Function;
class MachineFunction;
class MachineInstr;
class MachineLoop;
class MachineMemOperand;
class Module;
class Value;
} // namespace llvm

namespace kernelbounds {

/// Whether a module tells types of accesses apart, which the user may have
/// turned off. Looked up when first asked.
class TypeRules {
public:
  bool areUsedBy(const llvm::Module &M);

private:
  std::optional<bool> Known;
};

/// IR analyses of one function, made when first needed. Must not outlive it.
class IRAnalyses {
public:
  /// \p Rules are those of the module.
  IRAnalyses(llvm::MachineFunction &MF, TypeRules &Rules);
  ~IRAnalyses();
  IRAnalyses(const IRAnalyses &) = delete;
  IRAnalyses &operator=(const IRAnalyses &) = delete;

  struct Results;
  Results &get();
  /// The object that all of \p Operands point into, or null. Remembers what
  /// pointers lead to: the loops of a function share many.
  const llvm::Value *
  commonObject(llvm::ArrayRef<const llvm::MachineMemOperand *> Operands);
  llvm::MachineFunction &MF;
  TypeRules &Rules;

private:
  std::unique_ptr<Results> Made;
  /// The one object behind a pointer that is no address computation; null if
  /// there are several.
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> ObjectOf;
};

/// The accesses of one machine loop.
class IRMemory final : public KnownMemory {
public:
  /// \p Source has the instruction of each of the kernel's; \p Loop may be
  /// null. All must outlive this.
  IRMemory(IRAnalyses &Analyses, const llvm::MachineLoop *Loop, const Kernel &K,
           llvm::ArrayRef<const llvm::MachineInstr *> Source);
  ~IRMemory() override;

  std::vector<KnownAddress> addresses(const llvm::BitVector &Wanted,
                                      OpenQuestion IsOpen) override;
  bool neverMeet(uint32_t Store, uint32_t Load, uint32_t Distance) override;
  bool isSpill(uint32_t Mem) override;
  bool mayCallWrite(uint32_t Inst, uint32_t Mem) override;

  /// Why nothing separates two accesses.
  enum class Open : uint8_t {
    Pointers, ///< Different pointers may point into the same object.
    Index,    ///< One object; loaded or computed indices decide.
    Distance, ///< One object; a distance that is known only at run time.
    Unseen    ///< The compiler kept no pointer for an access.
  };
  /// \pre neverMeet() was called.
  Open whyOpen(uint32_t Store, uint32_t Load);

  /// Types of accesses were used to tell them apart, where they could be.
  bool usesTypeRules() const;

private:
  class State;
  State &state();
  const llvm::MachineInstr &sourceOf(uint32_t Mem) const;

  IRAnalyses &Analyses;
  const llvm::MachineLoop *Loop;
  const Kernel &K;
  llvm::ArrayRef<const llvm::MachineInstr *> Source;
  std::unique_ptr<State> S; ///< Made when first asked.
};

/// Memory operands behind access \p M of instruction \p MI: those that load or
/// those that store, as \p M does.
llvm::SmallVector<const llvm::MachineMemOperand *, 2>
memoryOperands(const llvm::MachineInstr &MI, const MemRef &M);

/// Whether access \p M of \p MI saves or restores a register for which there
/// was no room.
bool isSpill(const llvm::MachineInstr &MI, const MemRef &M);

/// Whether call \p Call may write what access \p M of \p MI reads: false for
/// spills, for what no call is given, and for callees that write nothing.
bool mayCallWrite(const llvm::MachineInstr &Call, const llvm::MachineInstr &MI,
                  const MemRef &M);

/// The one object into which access \p M of \p MI points, as IR has it: an
/// argument, a global, a local array, a loaded pointer. Null if there is none.
const llvm::Value *accessedObject(const llvm::MachineInstr &MI,
                                  const MemRef &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_IRMEMORY_H
