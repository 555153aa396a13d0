//===- SourceLines.h - Source lines of addresses ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line tables of an object's debug information, and the calls that were
/// inlined at an address. The lines of all addresses come from the tables
/// alone: LLVM's own lookup also walks the tree of functions, which takes
/// longer. It is walked only where someone asks for inlined calls.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_SOURCELINES_H
#define KERNEL_BOUNDS_LIB_FRONTEND_SOURCELINES_H

#include "kernel-bounds/Frontend/CodeFile.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include <map>
#include <optional>
#include <vector>

namespace kernelbounds {

class SourceLines {
public:
  explicit SourceLines(const llvm::object::ObjectFile &Object);

  /// The line and file of \p Address, or nothing if there is no information.
  std::optional<llvm::DILineInfo>
  find(llvm::object::SectionedAddress Address) const;
  /// The calls that were inlined around \p Address, the innermost first. Parses
  /// the functions of its compilation unit: not for several threads at once.
  std::vector<InlinedCall>
  inlinedCalls(llvm::object::SectionedAddress Address) const;

private:
  struct Range { ///< Addresses [Low, High) of one section, in one table.
    uint64_t Section, Low, High;
    const llvm::DWARFDebugLine::LineTable *Table;
    const char *Directory; ///< Of the compilation; may be null.
    llvm::DWARFUnit *Unit;
  };
  const Range *rangeOf(llvm::object::SectionedAddress Address) const;
  const Range *rangeAround(llvm::object::SectionedAddress Address) const;

  struct Function { ///< One range of addresses of a function.
    uint64_t Section, Low, High;
    llvm::DWARFDie Die;
  };
  const std::vector<Function> &functionsOf(llvm::DWARFUnit &Unit) const;

  std::unique_ptr<llvm::DWARFContext> Context;
  std::vector<Range> Ranges; ///< By section and Low.
  /// By section and Low; filled when it is asked for.
  mutable std::map<llvm::DWARFUnit *, std::vector<Function>> Functions;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_SOURCELINES_H
