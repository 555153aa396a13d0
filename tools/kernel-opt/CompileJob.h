//===- CompileJob.h - What a build compiled ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The folder of records of a build. Each object that the build compiles has
/// two files there: a job, which says how the object was made, and the record
/// of its loops, which the plugin or the tool writes. An object that is not
/// compiled again keeps both.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMPILEJOB_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMPILEJOB_H

#include "kernel-bounds/Project/CompileCommands.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct CompileJob {
  CompileCommand Command;
  std::string Object; ///< Absolute.
  std::string Stamp;  ///< Of the object when it had been compiled.
};

/// What tells two states of a file apart; empty if there is none.
std::string stampOf(llvm::StringRef File);

/// The path of a file in the folder \p Records: \p Name, with what tells it
/// from others that are of another \p Identity.
std::string namedFile(llvm::StringRef Records, llvm::StringRef Name,
                      llvm::StringRef Identity, llvm::StringRef Ending);
/// Its record.
std::string recordFile(llvm::StringRef Records, llvm::StringRef Object);

llvm::Error writeJob(llvm::StringRef Records, const CompileJob &Job);

/// All jobs in \p Records, by their objects. Those whose object is no more are
/// removed, with their records.
llvm::Expected<std::vector<CompileJob>> readJobs(llvm::StringRef Records);

/// Names by which `kernel-opt build` tells its `kernel-opt cc` processes what
/// to do, in the environment.
namespace buildvariable {
constexpr llvm::StringLiteral Records = "KERNEL_BOUNDS_RECORDS"; ///< Folder.
constexpr llvm::StringLiteral Cpu = "KERNEL_BOUNDS_RECORDS_CPU";
constexpr llvm::StringLiteral NoPlugin = "KERNEL_BOUNDS_RECORDS_NO_PLUGIN";
constexpr llvm::StringLiteral Tool = "KERNEL_BOUNDS_TOOL"; ///< This program.
/// A compiler runs below this process: those that it starts are part of it.
constexpr llvm::StringLiteral Inside = "KERNEL_BOUNDS_INSIDE";
} // namespace buildvariable

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMPILEJOB_H
