//===- Commands.h - What kernel-opt can do ----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The subcommands. To add one: its file, its CMake line, a row of the table
/// in main.cpp, its test in test/kernel-opt.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMMANDS_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMMANDS_H

#include "CommandLine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace kernelbounds {

/// Nothing went wrong here: the program that was run ended with this code, and
/// so does the tool.
class ProgramExit : public llvm::ErrorInfo<ProgramExit> {
public:
  static char ID;
  explicit ProgramExit(int Code) : Code(Code) {}
  int code() const { return Code; }
  void log(llvm::raw_ostream &OS) const override {
    OS << "the program ended with exit code " << Code;
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  int Code;
};

/// A row of the table of subcommands.
struct Command {
  llvm::StringLiteral Name;
  llvm::StringLiteral Help;
  /// \p Args are those after the name. An UsageError becomes exit code 2, any
  /// other exit code 1; several may be joined.
  llvm::Error (*Run)(llvm::ArrayRef<const char *> Args);
};
llvm::ArrayRef<Command> allCommands();

/// `kernel-opt [analyze]`, with --help, --version and --list-cpus.
llvm::Error runAnalyze(llvm::ArrayRef<const char *> Args);
/// Reports on the files of \p Options, with nothing around it that the user
/// would see. A file that cannot be read is part of the report.
llvm::Error reportInputs(const CommandLine &Options, llvm::raw_ostream &OS);
/// `kernel-opt build -- COMMAND`: a build with a report on all of its objects.
/// Fails with ProgramExit if the build did not end with 0.
llvm::Error runBuild(llvm::ArrayRef<const char *> Args);
/// `kernel-opt cc COMPILER ARGS...`: one compiler of such a build.
llvm::Error runCompilerWrapper(llvm::ArrayRef<const char *> Args);
/// `kernel-opt merge`: a report on records.
llvm::Error runMerge(llvm::ArrayRef<const char *> Args);
/// `kernel-opt diff OLD NEW`: the loops of two versions, matched.
llvm::Error runDiff(llvm::ArrayRef<const char *> Args);
/// `kernel-opt deps`: the dependences through memory of every loop.
llvm::Error runDeps(llvm::ArrayRef<const char *> Args);
/// `kernel-opt lsp`: serves an editor until it is done.
llvm::Error runLsp(llvm::ArrayRef<const char *> Args);
/// `kernel-opt check-source`: assertions in comments of the source.
llvm::Error runCheckSource(llvm::ArrayRef<const char *> Args);
/// `kernel-opt evaluate`: predictions held against measurements.
llvm::Error runModel(llvm::ArrayRef<const char *> Args);
/// Whether the name is that of a model file, by its ending.
bool isModelFile(llvm::StringRef File);
/// Validates the model files of the command line, which must name no others.
llvm::Error checkModelFiles(const CommandLine &Options);
/// `kernel-opt model diff A B`, and `kernel-opt model install FILE`.
llvm::Error diffModels(llvm::ArrayRef<const char *> Args);
llvm::Error installModel(llvm::ArrayRef<const char *> Args);
/// Where the model of the host is that the user installed; the file need not be
/// there. Empty: there is no place for it.
std::string hostModelFile();
llvm::Error runEvaluate(llvm::ArrayRef<const char *> Args);
/// `kernel-opt measure`: instruction forms on this machine.
llvm::Error runMeasure(llvm::ArrayRef<const char *> Args);
/// `kernel-opt run`: where the time of a program goes. Fails with ProgramExit
/// if the program did not end with 0.
llvm::Error runRun(llvm::ArrayRef<const char *> Args);
/// `kernel-opt tune`: which pragmas make the loops of a source faster.
llvm::Error runTune(llvm::ArrayRef<const char *> Args);
/// Every core and what serves it.
llvm::Error runListCpus(const CommandLine &Options, llvm::raw_ostream &OS);

/// Writes the help of every subcommand.
void writeHelp(llvm::raw_ostream &OS);

/// Fails if \p Output names, by whatever path, a file that is one of \p Inputs.
llvm::Error checkOutput(llvm::StringRef Output,
                        llvm::ArrayRef<std::string> Inputs);

/// Calls \p Write with a stream for \p File ("-" is standard output). A regular
/// file appears only if \p Write succeeds.
llvm::Error
withOutput(llvm::StringRef File,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Write);

/// Turns the colours of \p OS on or off.
void setColors(llvm::raw_ostream &OS, ColorMode Mode);
/// "kernel-opt 0.1.0".
std::string versionString();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMMANDS_H
