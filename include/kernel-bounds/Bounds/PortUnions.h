//===- PortUnions.h - Port bounds with some ports faster --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The port bound once more, with the capacity of some ports changed.
///
/// Example: three additions on p0 p1 take 3/2; with p0 twice as fast the two
/// count as three ports, 3/3 = 1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_PORTUNIONS_H
#define KERNEL_BOUNDS_BOUNDS_PORTUNIONS_H

#include "kernel-bounds/Bounds/PortBound.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace kernelbounds {

class PortUnions {
public:
  /// \p LineGroups: see Analysis, those of 64 trips. Refers to both; the unions
  /// are made when the first bound is asked for.
  explicit PortUnions(llvm::ArrayRef<UopGroup> Groups,
                      llvm::ArrayRef<UopGroup> LineGroups = {})
      : Groups(Groups), LineGroups(LineGroups) {}
  /// With each port of \p Faster doing \p Num micro-ops in \p Den cycles; by
  /// the sets of ports in \p Among.
  PortBound bound(PortSet Faster, unsigned Num, unsigned Den,
                  PortSet Among = PortSet(~uint64_t(0))) const;

private:
  /// A union of port sets and the cycles confined to it.
  struct Union {
    PortSet Ports;
    int64_t Cycles;
    unsigned Trips; ///< In which that is so.
  };
  void add(llvm::ArrayRef<UopGroup> Groups, unsigned Trips) const;
  llvm::ArrayRef<UopGroup> Groups, LineGroups;
  mutable bool IsMade = false;
  mutable std::vector<Union> Unions;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_PORTUNIONS_H
