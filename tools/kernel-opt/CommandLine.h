//===- CommandLine.h - What the user asked for ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line as typed values. Names become values here; what follows
/// compares no strings.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMMANDLINE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMMANDLINE_H

#include "OptionTable.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Compare/VectorizerRecord.h"
#include "kernel-bounds/Frontend/AssemblyReader.h"
#include "kernel-bounds/Report/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

enum class ColorMode : uint8_t { Auto, Always, Never };

/// The values of --color.
llvm::ArrayRef<std::pair<llvm::StringRef, ColorMode>> colorModes();

/// By what the loops of a file are ordered.
enum class SortKey : uint8_t {
  Default, ///< As the file has them, or by cycles if some are left out.
  File,
  Cycles,   ///< Of an iteration by the bounds, the most first.
  Gain,     ///< Cycles that the change that helps most saves, the most first.
  Function, ///< By demangled name, then as the file has them.
  Cost      ///< Part of the time of the run of --profile, the most first.
};

/// What to do instead of analysing.
enum class Action : uint8_t { Analyze, Help, Version, ListCpus };

struct CommandLine {
  Action What = Action::Analyze;
  std::vector<std::string> Files; ///< "-" is standard input.

  std::string Cpu; ///< Empty: the default of the target.
  /// All of a list of cores, of which Cpu is the first; empty if it is none.
  std::vector<std::string> Cpus;
  std::string ModelFile; ///< Empty: none.
  std::string Triple;    ///< Empty: of the input.
  AnalysisOptions Analysis;
  bool BoundsOnly = false, Simulate = false, Timeline = false;
  std::optional<SpeedFactor> Sensitivity; ///< None: not asked for.

  AsmSyntax Syntax = AsmSyntax::Guess;
  std::string Function, Loop; ///< Empty: all.
  unsigned Line = 0;          ///< 0: all.
  bool IgnoreMarkers = false;
  unsigned IterationsPerTrip = 0; ///< 0: not given.

  const ReportInfo *Format = nullptr;
  bool All = false; ///< Report all loops, however many.
  SortKey Sort = SortKey::Default;
  unsigned Top = 0;  ///< Report at most so many of a file; 0: as the format.
  unsigned Jobs = 1; ///< Threads.
  /// Of diff: tenths of a percent by which no loop may be slower.
  std::optional<int64_t> FailAbove;
  std::string Profile;                 ///< The report of a run; or empty.
  std::vector<std::string> OptRecords; ///< Of clang's optimizations.
  /// What they say, once they are read.
  std::shared_ptr<const VectorizerRecord> Vectorizer;
  /// What Profile says, once it is read.
  std::shared_ptr<const RunShares> Run;
  std::string SourceFolder;    ///< Relative names of sources count from there.
  std::string CompileCommands; ///< Folder of the file; empty: near sources.
  std::string Output = "-";
  ColorMode Color = ColorMode::Auto;
  bool Verbose = false, Quiet = false;

  /// All files that are read, the model file included.
  std::vector<std::string> inputs() const {
    std::vector<std::string> All = Files;
    if (!ModelFile.empty())
      All.push_back(ModelFile);
    if (!Profile.empty())
      All.push_back(Profile);
    All.insert(All.end(), OptRecords.begin(), OptRecords.end());
    return All;
  }
  /// Whether loops are picked by function, line or label.
  bool picksLoops() const {
    return !Function.empty() || !Loop.empty() || Line != 0;
  }
};

/// Parses the arguments after the subcommand, whose reports are \p Formats.
/// Fails with UsageError, also where \p NeedsFiles and none is named.
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> Args,
                                             llvm::ArrayRef<ReportInfo> Formats,
                                             bool NeedsFiles = true);

/// One line: how the tool is called.
llvm::StringRef usageLine();
/// The options with their help. \p Tables follows them.
void printHelp(llvm::raw_ostream &OS, llvm::StringRef Tables);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_COMMANDLINE_H
