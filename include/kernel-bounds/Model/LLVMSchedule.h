//===- LLVMSchedule.h - LLVM's scheduling model as a base -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Micro-ops, ports and latencies of any opcode from LLVM's tables.
///
/// LLVM lists for each scheduling class the resource units it holds, and every
/// group that contains them as well. A micro-op on one unit is thus found by
/// going from small groups to large ones and taking off the cycles that the
/// units and groups inside already explain.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_LLVMSCHEDULE_H
#define KERNEL_BOUNDS_MODEL_LLVMSCHEDULE_H

#include "kernel-bounds/Model/ModelTables.h"
#include "kernel-bounds/Model/PortSet.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCSchedule.h"
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MCInst;
class MCInstrInfo;
class MCSubtargetInfo;
} // namespace llvm

namespace kernelbounds {

/// Cycles that one port of a set is held.
struct BaseUop {
  PortSet Ports;
  uint16_t Cycles;
};

/// What LLVM says of one scheduling class.
struct BaseSchedule {
  bool Valid = false; ///< False: LLVM has no data for the opcode.
  llvm::SmallVector<BaseUop, 4> Uops;
  unsigned NumMicroOps = 0;
  const llvm::MCSchedClassDesc *Class = nullptr;
};

/// One resource unit of LLVM's model that is no group of others.
struct BaseUnit {
  std::string Name;     ///< "SKXPort0"; "V2UnitB.1" for one of several.
  std::string Resource; ///< "V2UnitB".
  PortKind Kind;
};

/// LLVM's scheduling model of one CPU. Caches per scheduling class.
class LLVMSchedule {
public:
  /// \p SM is the scheduling model of the CPU; \p STI, of any CPU of the
  /// target, has the tables of all. Both outlive this.
  LLVMSchedule(const llvm::MCSubtargetInfo &STI, const llvm::MCSchedModel &SM,
               const llvm::MCInstrInfo &MII);

  llvm::ArrayRef<BaseUnit> units() const { return Units; }
  /// Gives each unit its bit in the port sets of schedules.
  /// \pre One port below PortSet::MaxPorts for each of units().
  void numberPorts(llvm::ArrayRef<unsigned> PortOfUnit);

  const BaseSchedule &schedule(const llvm::MCInst &Inst);
  /// Whether LLVM's definition of \p Opcode puts it among the system and
  /// microcoded instructions: it has side effects that LLVM does not describe,
  /// and the target's plain model (TargetRecord::PlainCpu) gives its class no
  /// unit, or a placeholder for a latency. What models of other cores say of
  /// such an opcode is no more than that it can be decoded: LLVM's table of
  /// Skylake lets `syscall` take one cycle.
  bool isSystem(unsigned Opcode) const;
  /// Whether LLVM's tables describe what \p Opcode does. They do not where that
  /// is a side effect of which LLVM's definition says nothing, and nothing
  /// else: no result, no branch, no plain load or store. Barriers, waits, traps
  /// and instructions about caches are of that kind. They do not describe
  /// system instructions, either, even if a model file counts their issue
  /// slots.
  bool isDescribed(unsigned Opcode) const;

  /// Latency in cycles of the result of number \p Def.
  unsigned defLatency(const BaseSchedule &S, unsigned Def) const;
  unsigned maxLatency(const BaseSchedule &S) const;
  unsigned minLatency(const BaseSchedule &S) const;
  unsigned writeResource(const BaseSchedule &S, unsigned Def) const;
  /// Cycles by which operand \p Use may arrive late when \p WriteResource made
  /// it. ~0u: only what holds for every producer.
  int readAdvance(const BaseSchedule &S, unsigned Use,
                  unsigned WriteResource) const;
  /// Whether any entry depends on the producer.
  bool hasReadAdvances(const BaseSchedule &S) const {
    return S.Class && S.Class->NumReadAdvanceEntries != 0;
  }
  unsigned issueWidth() const;
  unsigned reorderBuffer() const;

private:
  bool isPlaceholder(const llvm::MCSchedClassDesc &Class) const;
  void fill(BaseSchedule &S, const llvm::MCSchedClassDesc &Class) const;
  /// Ports of resource \p Idx, for a group those of its parts.
  PortSet portsOf(unsigned Idx) const;

  const llvm::MCSubtargetInfo &STI;
  const llvm::MCInstrInfo &MII;
  const llvm::MCSchedModel &SM;
  const llvm::MCSchedModel *Plain = nullptr; ///< Of TargetRecord::PlainCpu.
  int Placeholder = 0; ///< TargetRecord::PlaceholderLatency.
  std::vector<BaseUnit> Units;
  std::vector<unsigned> FirstUnit; ///< By resource; units are adjacent.
  std::vector<PortSet> Ports;      ///< By resource.
  llvm::DenseMap<unsigned, std::unique_ptr<BaseSchedule>> ByClass;
};

/// For which core LLVM's scheduling model of \p Cpu was written, by the names
/// of its resources: "alderlake" for "gracemont". Empty if not known.
llvm::StringRef modelWrittenFor(const llvm::MCSchedModel &SM);
/// Whether the model was written for \p Cpu itself.
bool isModelNative(const llvm::MCSchedModel &SM, llvm::StringRef Cpu);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_LLVMSCHEDULE_H
