//===- CompileCommands.h - How a project is compiled ---------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads `compile_commands.json`, and makes of the command of a source file one
/// that writes an object with debug information and nothing else.
///
/// Example: `clang -O2 -MD -MF a.d -o a.o -c a.c` becomes `clang -O2 a.c -c -g
/// … -o OBJECT`.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_PROJECT_COMPILECOMMANDS_H
#define KERNEL_BOUNDS_PROJECT_COMPILECOMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct CompileCommand {
  std::string Directory;         ///< Absolute; the compiler runs there.
  std::string File;              ///< Absolute, links resolved.
  std::vector<std::string> Args; ///< The compiler, or a launcher, first.
  std::string Output = {};       ///< As "output" has it; may be empty.
};

/// The commands of one `compile_commands.json`, in its order.
class CompileCommands {
public:
  /// Fails if the file cannot be read, or an entry is faulty; the message names
  /// the file and the entry.
  static llvm::Expected<CompileCommands> read(llvm::StringRef File);

  /// The first command of \p Source; null if there is none.
  const CompileCommand *find(llvm::StringRef Source) const;
  llvm::ArrayRef<CompileCommand> all() const { return Commands; }

private:
  std::vector<CompileCommand> Commands;
  llvm::StringMap<size_t> ByFile;
};

/// \p File with the links of its folders resolved; as it is, made absolute, if
/// it does not exist.
std::string realPath(llvm::StringRef File);

/// The `compile_commands.json` that is nearest to \p Source: in its folder or
/// one above, or in a folder `build` there. Empty if there is none.
std::string findCompileCommands(llvm::StringRef Source);

/// The object that \p C writes, absolute: its "output", or what follows -o, or
/// what a compiler makes of the name of the source.
std::string objectOf(const CompileCommand &C);

/// The arguments of \p C changed so that they write \p Object, with debug
/// information unless that is not wanted, for this target alone: no dependency
/// files, no link-time optimization, no warnings.
std::vector<std::string> objectArgs(const CompileCommand &C,
                                    llvm::StringRef Object,
                                    bool WithDebugInfo = true);

/// The cores that \p C compiles for, the most telling option first: `-mcpu`,
/// `-mtune`, `-march`. They may be no cores, but architectures.
std::vector<std::string> namedCores(const CompileCommand &C);

/// Whether \p C runs clang or a compiler made of it, by its name.
bool isClang(const CompileCommand &C);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_PROJECT_COMPILECOMMANDS_H
