//===- SourceLines.h - Source lines of addresses ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line tables of an object's debug information. Only these are parsed:
/// LLVM's own lookup also walks the tree of functions, which takes longer and
/// does not survive corrupt files.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_SOURCELINES_H
#define KERNEL_BOUNDS_LIB_FRONTEND_SOURCELINES_H

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include <optional>
#include <vector>

namespace kernelbounds {

class SourceLines {
public:
  explicit SourceLines(const llvm::object::ObjectFile &Object);

  /// The line and file of \p Address, or nothing if there is no information.
  std::optional<llvm::DILineInfo>
  find(llvm::object::SectionedAddress Address) const;

private:
  struct Range { ///< Addresses [Low, High) of one section, in one table.
    uint64_t Section, Low, High;
    const llvm::DWARFDebugLine::LineTable *Table;
    const char *Directory; ///< Of the compilation; may be null.
  };
  const Range *rangeOf(llvm::object::SectionedAddress Address) const;

  std::unique_ptr<llvm::DWARFContext> Context;
  std::vector<Range> Ranges; ///< By section and Low.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_SOURCELINES_H
