//===- ProcessMaps.h - Which file an address belongs to ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The executable mappings of a process, as Linux lists them in
/// /proc/PID/maps. Private to lib/Run.
///
/// Example: the line
/// `5581c000-5581d000 r-xp 00001000 08:01 42   /usr/bin/true`
/// makes address 0x5581c123 the offset 0x1123 of /usr/bin/true.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_PROCESSMAPS_H
#define KERNEL_BOUNDS_LIB_RUN_PROCESSMAPS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// Names of files as small numbers, in the order of their first use.
class ModuleNames {
public:
  uint32_t id(llvm::StringRef Name);
  const std::vector<std::string> &names() const { return Names; }

private:
  llvm::StringMap<uint32_t> Ids;
  std::vector<std::string> Names;
};

class ProcessMaps {
public:
  struct Place {
    uint32_t Module;
    uint64_t Offset; ///< In the file; the address itself where there is none.
  };

  /// Forgets what it knew, and reads \p Text, of the form of /proc/PID/maps.
  /// Lines that are not understood are passed over.
  void parse(llvm::StringRef Text, ModuleNames &Modules);
  /// Adds one of \p Offset in the file \p Name; it takes the place of what was
  /// mapped there. O(log of the mappings), and those that it replaces.
  void add(uint64_t Begin, uint64_t End, uint64_t Offset, llvm::StringRef Name,
           ModuleNames &Modules);
  /// O(log of the mappings). Nothing if no executable mapping has \p Address.
  std::optional<Place> find(uint64_t Address) const;
  void clear() { Mappings.clear(); }

private:
  struct Mapping {
    uint64_t End, Offset;
    uint32_t Module;
    bool IsFile;
  };
  std::map<uint64_t, Mapping> Mappings; ///< By where they begin; apart.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_PROCESSMAPS_H
