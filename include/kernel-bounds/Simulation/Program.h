//===- Program.h - A loop body, ready to simulate ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A mapped kernel and its dependency graph, flattened for the simulator: for
/// every instruction its micro-ops in four groups, what each group waits for,
/// and the values that it makes. Edges and latencies are those of the graph of
/// which the LCD is a cycle, so that both agree.
///
/// Example: `vaddsd (%rax), %xmm1, %xmm1` has a Load group that waits for rax
/// and a Compute group that waits for the loaded value and for xmm1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_PROGRAM_H
#define KERNEL_BOUNDS_SIMULATION_PROGRAM_H

#include "kernel-bounds/Graph/MemoryDependence.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include <vector>

namespace kernelbounds {

/// Micro-ops of an instruction that wait for the same inputs, in the order in
/// which they are renamed.
enum class UopGroupKind : uint8_t { Load, Compute, StoreAddress, StoreData };
constexpr unsigned NumUopGroups = 4;

/// One micro-op. Holds a port for Hold cycles and, if it has units, one of them
/// for UnitHold cycles from the same cycle on. If it has a pipe, it also holds
/// that of its port, of which micro-ops without one have no need: as long, and
/// in iterations k modulo 64 of which bit k of LongIterations is set, for
/// LongerBy cycles more. If IsUnitLonger, it is the unit that is held so much
/// longer or, for one cycle that becomes two, two units, in the same cycle
/// unless CoreSizes::CrossingsAreApart: what is free of them before waits with
/// it. If CrossesPage, all units are held.
struct SimUop {
  PortSet Ports; ///< Not empty.
  PortSet Units; ///< Not pipelined; may be empty.
  uint16_t Hold = 1, UnitHold = 0;
  uint8_t Slot = 0;      ///< Of the instruction's issue slots.
  uint8_t NumInSlot = 0; ///< Of the first in its slot: micro-ops there.
  bool HasPipe = false;
  bool IsOfUnits = false; ///< Ports are units: it goes to the first free.
  bool IsUnitLonger = false, CrossesPage = false;
  uint8_t LongerBy = 0;
  /// Registers of vectors, and data loaded into such, that it reads.
  uint8_t NumOperands = 0;
  /// See MappedUop.
  uint8_t PlaceInLine = 0, PlaceStep = 0, BytesRead = 0;
  uint32_t MappedUop = 0; ///< Into MappedKernel::Uops.
  uint64_t LongIterations = 0;
};

/// A value, or a micro-op, waits for the value of node From.
struct SimInput {
  uint32_t From, To; ///< Nodes.
  uint32_t Distance; ///< Iterations back.
  int32_t Latency;   ///< Cycles from value to value.
  bool IsMemory;     ///< From a store to a load.
  /// Bit k: waits in iterations k modulo 64.
  uint64_t Trips = ~uint64_t(0);
  /// Of memory: the load waits until the datum is in the cache.
  bool IsBlocked = false;
  bool IsOperand = false; ///< One of SimUop::NumOperands.
};

/// A value of the graph: ready Start cycles after the first micro-op of its
/// group started, and not before its inputs allow it.
struct SimNode {
  uint32_t FirstInput, NumInputs; ///< Into SimProgram::Inputs.
  int32_t Start;                  ///< Cycles.
  unsigned Opcode;
  NodePart Part;
  /// Not bound to the micro-ops of its group: an updated base beside results.
  bool IsFree;
  /// The last of the inputs, which count in some iterations only.
  uint32_t NumDrawn = 0;
};

/// One instruction. X[g], X[g + 1] is the range of group g.
struct SimInst {
  uint32_t Uops[NumUopGroups + 1];
  uint32_t Gates[NumUopGroups + 1]; ///< Into SimProgram::Inputs.
  uint32_t Nodes[NumUopGroups + 1];
  uint16_t Slots = 0; ///< Fused micro-ops.
  uint16_t NumLoads = 0, NumStores = 0;
  /// General registers, and those of vectors and floating point, that it
  /// writes.
  uint16_t NumIntegers = 0, NumVectors = 0;
  /// It writes a general register, or what is fused to it does.
  bool MakesInteger = false;
  /// The stored value is computed by the Compute group.
  bool StoreComputes = false;
  /// It has the cycles in which it is renamed for itself.
  bool IsMicrocoded = false;
  bool IsBranch = false;     ///< Alone, or with what is fused to it.
  bool IsEliminated = false; ///< A move that is done at rename.
  uint32_t Code = 0; ///< The same for copies of an instruction of the code.
};

/// What is simulated, in cycles. Immutable once made.
struct SimProgram {
  std::vector<SimInst> Insts;
  std::vector<SimUop> Uops;
  std::vector<SimInput> Inputs;
  std::vector<SimNode> Nodes; ///< Parallel to the nodes of the graph.
  unsigned NumPorts = 0;      ///< Units included.
  uint64_t NumSlots = 0;      ///< Of one iteration, at least 1.
  uint32_t MaxDistance = 0;   ///< Of the inputs, in iterations.
  /// Iterations after which all LongIterations and places in lines repeat: a
  /// power of two to 64.
  unsigned NumPhases = 1;
  bool HasPipes = false; ///< Some micro-op has one.
  /// It is no loop but what a run executed, with the dependences through memory
  /// that it had.
  bool RunsOnce = false;
};

/// The instruction of each node.
std::vector<uint32_t> instsOfNodes(const SimProgram &P);

/// The least power of two after which the bits of \p Iterations repeat.
unsigned numPhases(uint64_t Iterations);
/// Trips after which what moves by \p Step bytes a trip is at the same place of
/// a line of the cache.
unsigned tripsOfPlace(unsigned Step);

/// Flattens \p M and its graph \p G. Dependences that only may be are left out,
/// and so are drawn ones, unless they are given. O(instructions + edges).
SimProgram makeSimProgram(const MappedKernel &M, const DependencyGraph &G,
                          llvm::ArrayRef<DrawnDependence> Drawn = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_PROGRAM_H
