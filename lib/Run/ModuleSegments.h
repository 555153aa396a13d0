//===- ModuleSegments.h - From offsets in a file to addresses - -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The executable segments of an ELF file. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_MODULESEGMENTS_H
#define KERNEL_BOUNDS_LIB_RUN_MODULESEGMENTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace kernelbounds {

class ModuleSegments {
public:
  static llvm::Expected<ModuleSegments> read(llvm::StringRef File);

  /// The address that the file gives to what stands at \p Offset.
  std::optional<uint64_t> addressOf(uint64_t Offset) const {
    for (const Segment &S : Segments)
      if (Offset >= S.Offset && Offset - S.Offset < S.Size)
        return Offset - S.Offset + S.Address;
    return std::nullopt;
  }

private:
  struct Segment {
    uint64_t Offset, Size, Address;
  };
  std::vector<Segment> Segments;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_MODULESEGMENTS_H
