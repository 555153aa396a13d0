//===- DecoderSwitch.h - From the micro-op cache to decoders ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops that begin with code which the cache of micro-ops holds, and end with
/// code which it does not, as a window has too many micro-ops. They show what
/// the front end takes to go from the one to the other.
///
/// Example: on Skylake, 64 NOPs of a byte are decoded in 16 cycles, and 8 of 8
/// bytes come from the cache in 2. A trip of both takes 20: one is for the end
/// of the loop, and one is the switch.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_DECODERSWITCH_H
#define KERNEL_BOUNDS_LIB_MEASURE_DECODERSWITCH_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

class ExperimentList;

/// Adds "switch.*", for x86.
void addDecoderSwitches(ExperimentList &L);

/// `decoder_switch`, in cycles. nullopt: not measured, nothing shows that such
/// code is decoded, or the trips do not lie on lines.
std::optional<unsigned> findDecoderSwitch(const CoreFigures &F);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_DECODERSWITCH_H
