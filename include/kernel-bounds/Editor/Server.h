//===- Server.h - The language server ------------------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Speaks the Language Server Protocol 3.17 with an editor: after a file is
/// opened or saved it is compiled and analysed, and its loops get hints, hovers
/// and diagnostics. Nothing is compiled while the user types; until the file is
/// saved, figures move with their lines and are marked as those before the
/// edit.
///
/// LLVM's own transport reads and writes the messages.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_EDITOR_SERVER_H
#define KERNEL_BOUNDS_EDITOR_SERVER_H

#include "kernel-bounds/Editor/AnalysisQueue.h"
#include <cstdio>

namespace kernelbounds {

struct ServerOptions {
  std::string Version; ///< "0.1.0".
  /// Folder of `compile_commands.json`; empty: it is looked for.
  std::string CommandsFolder;
};

/// \p Analyze takes the core that the user set, or "" for none.
using EditorAnalyzer = std::function<llvm::Expected<std::vector<LoopRecord>>(
    llvm::StringRef Object, llvm::ArrayRef<std::string> Cores,
    llvm::StringRef Cpu)>;

/// Serves the editor behind \p In and \p Out until it says that it is done.
/// Fails if the connection ends without that.
llvm::Error runServer(std::FILE *In, llvm::raw_ostream &Out,
                      EditorAnalyzer Analyze, const ServerOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_EDITOR_SERVER_H
