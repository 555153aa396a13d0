//===- Unlamination.h - Un-laminated micro-ops at rename --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many cycles the renamer takes for a loop on cores that un-laminate only
/// the first few micro-ops of a cycle (PipelineParam::UnlaminatedEntries).
///
/// Each cycle, the renamer takes fused micro-ops in order, up to its width in
/// slots. One that is un-laminated takes two slots of the same cycle, and has
/// to be among the first few of the cycle; else the cycle ends before it.
///
/// Example: with a width of 5 and three such micro-ops, a trip of an
/// un-laminated one, five others and the jump, of 8 slots, takes 2 cycles: in
/// the cycle that ends with the jump, the next un-laminated one would be the
/// fourth. With three others, of 6 slots, three trips take 4 cycles.
///
/// Measured on Ice Lake and Golden Cove: docs/evidence/model-values.md.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_UNLAMINATION_H
#define KERNEL_BOUNDS_SIMULATION_UNLAMINATION_H

#include "kernel-bounds/Model/Cycles.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelbounds {

/// Cycles of rename for each trip that has micro-ops of these slots, in order,
/// repeated without end, \p Width slots a cycle, where those of several slots
/// have to be among the first \p Entries of a cycle.
/// O(micro-ops x \p Width x \p Entries).
/// \pre \p Width and \p Entries are not 0.
CyclesPerIter unlaminatedCycles(llvm::ArrayRef<uint8_t> Slots, unsigned Width,
                                unsigned Entries);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_UNLAMINATION_H
