//===- YamlReader.h - Typed access to YAML nodes ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads scalars, lists and maps of a yaml-cpp document, with errors that name
/// file, line and column. Private to lib/Model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MODEL_YAMLREADER_H
#define KERNEL_BOUNDS_LIB_MODEL_YAMLREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <yaml-cpp/yaml.h>

namespace kernelbounds {

/// The document of one file. Nodes know their mark (0-based line and column).
class YamlReader {
public:
  explicit YamlReader(llvm::StringRef File) : File(File) {}

  /// "FILE:LINE:COLUMN: message" with 1-based numbers.
  llvm::Error error(const YAML::Mark &Mark, const llvm::Twine &Message) const;
  llvm::Error error(const YAML::Node &N, const llvm::Twine &Message) const {
    return error(N.Mark(), Message);
  }

  /// Calls \p Field for each (key, value) of map \p N; what is wrong with a key
  /// that is not one of \p Keys is said with the list of those.
  llvm::Error forEachKey(
      const YAML::Node &N, llvm::StringRef What,
      llvm::ArrayRef<llvm::StringRef> Keys,
      llvm::function_ref<llvm::Error(llvm::StringRef, const YAML::Node &)>
          Field) const;
  /// Calls \p Item for each element of list \p N.
  llvm::Error
  forEachItem(const YAML::Node &N, llvm::StringRef What,
              llvm::function_ref<llvm::Error(const YAML::Node &)> Item) const;

  llvm::Expected<std::string> string(const YAML::Node &N,
                                     llvm::StringRef What) const;
  /// A scalar or a list of scalars.
  llvm::Expected<llvm::SmallVector<std::string, 2>>
  stringOrList(const YAML::Node &N, llvm::StringRef What) const;
  llvm::Expected<int64_t> integer(const YAML::Node &N, llvm::StringRef What,
                                  int64_t Min, int64_t Max) const;
  /// A number with at most two decimals, in hundredths: 450 for 4.5.
  llvm::Expected<int64_t> hundredths(const YAML::Node &N, llvm::StringRef What,
                                     int64_t Min, int64_t Max) const;
  llvm::Expected<bool> boolean(const YAML::Node &N, llvm::StringRef What) const;

private:
  llvm::StringRef File;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MODEL_YAMLREADER_H
