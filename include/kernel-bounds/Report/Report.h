//===- Report.h - One output format -----------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of every report, and the table of all of them. A report reads
/// an Analysis and computes nothing.
///
/// To add one: its file in lib/Report, a line in CMakeLists.txt, a create
/// function, a row of AllReports in Report.cpp, a test in test/kernel-opt.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_REPORT_H
#define KERNEL_BOUNDS_REPORT_REPORT_H

#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Compare/RunShares.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelbounds {

/// How an instruction reads, and where it stands in an object.
struct InstText {
  std::string Text;     ///< One line, without comments.
  uint64_t Address = 0; ///< In its section; 0 where lines are known.
  /// Of its source line, by debug information; may be empty.
  llvm::StringRef SourceFile;
  std::string Where = {}; ///< "a.c:12", where there is no line and no address.
};

/// What reports say of a loop that its analysis does not know.
struct LoopPlace {
  llvm::StringRef File;       ///< The input as the user named it.
  llvm::StringRef SourceFile; ///< By debug information; may be empty.
  unsigned SourceLine = 0;    ///< Of the loop's start; 0 = not known.
  unsigned LeastLine = 0;     ///< The first of SourceFile in the loop; or 0.
  unsigned AsmLine = 0;       ///< Of the loop's first instruction; 0 = none.
  /// Of the instruction that closes the loop: as a rule the line of the source
  /// in which the loop's head stands. 0 = not known.
  unsigned LatchLine = 0;
  llvm::StringRef LatchFile;
  /// Calls that were inlined around that instruction, the innermost first.
  llvm::ArrayRef<InlinedCall> LatchInlined;
  llvm::StringRef Region; ///< Name of a marked region; may be empty.
  /// Statements or runs of bytes in the loop that were not understood.
  unsigned NumUnread = 0;
  /// Calls that were inlined around the loop's start, the innermost first; the
  /// last of them stands in the loop's function.
  llvm::ArrayRef<InlinedCall> Inlined;
  /// Ways into the loop elsewhere than at its header.
  unsigned NumOtherEntries = 0;
  /// Source iterations in one trip, as the user says; 0 = not known.
  unsigned SourceIterations = 0;
  bool IsDefaultCpu = false; ///< The user named neither CPU nor model.
  TimeShare Share = 0;       ///< Of the time of a run; 0 = not known.
  /// What the compiler said of vectorizing the loop; may be empty.
  std::string Vectorizer = {};
  /// Text of an instruction of the kernel; asked for only where it is shown.
  llvm::function_ref<InstText(uint32_t Inst)> Text;
  /// A line of a source file, or "" if the file cannot be had; may be null.
  llvm::function_ref<std::string(llvm::StringRef File, unsigned Line)> Source;

  /// The source line where it is known, else that of the assembly; or 0.
  unsigned line() const { return SourceLine ? SourceLine : AsmLine; }
};

/// One input file, after its loops.
struct FileSummary {
  std::string File;
  std::string Triple;                ///< Empty if it could not be read.
  unsigned NumLoops = 0;             ///< Reported.
  unsigned NumOmitted = 0;           ///< With fewer cycles; by --top.
  std::vector<std::string> Warnings; ///< Without the severity.
  std::string Error;                 ///< Empty if all went well.
};

/// What to do where no loop has a line of the source.
constexpr llvm::StringLiteral NoSourceAdvice =
    "no debug information: loops are named by function and address; compile "
    "with -g or -g1 to see lines of the source";

/// "120 loops with fewer cycles per iteration are left out; --all reports them,
/// too": where not all loops of \p File are reported. Empty if all are.
std::string omittedText(const FileSummary &File);

struct ReportOptions {
  bool Verbose = false;
  bool Quiet = false;
  std::string Generator; ///< "kernel-opt 0.1.0".
  unsigned Top = 0;      ///< Loops of a table; 0: as the format.
  bool IsSorted = false; ///< The user chose the order of the loops.
  bool IsMerged = false; ///< All loops come by addStored().
};

struct StoredLoop;

/// Writes loop after loop to a stream. Calls come in the order begin(), then
/// addLoop() and, after the loops of each file, addFile(), then end(). Reports
/// of allMergedReports() take addStored() as well.
class Report {
public:
  Report(llvm::raw_ostream &OS, const ReportOptions &Options)
      : OS(OS), Options(Options) {}
  virtual ~Report();

  virtual void begin() {}
  virtual void addLoop(const LoopResult &L, const LoopPlace &Place) = 0;
  /// Adds a loop that was analysed elsewhere.
  virtual void addStored(const StoredLoop &L);
  virtual void addFile(const FileSummary &) {}
  virtual void end() {}

protected:
  llvm::raw_ostream &OS;
  ReportOptions Options;
};

/// A row of the table of reports.
struct ReportInfo {
  llvm::StringLiteral Name; ///< As `--format` takes it.
  llvm::StringLiteral Help;
  std::unique_ptr<Report> (*Create)(llvm::raw_ostream &OS,
                                    const ReportOptions &Options);
  /// Shows what each instruction waited for, and what would help.
  bool WantsReasons = true;
  /// Of use only with a timeline and sensitivity: asks for both.
  bool WantsSimulation = false;
  /// Loops of a file that are reported unless the user wants more or fewer;
  /// 0: all.
  unsigned DefaultTop = 0;
  /// Lists pairs of memory accesses: those left out are counted, and with --all
  /// there are none.
  bool ListsMemory = false;
  /// Takes the loops of several cores, those of one after those of the other.
  bool TakesCores = false;
  /// What is made instead of Create where there are several cores; may be null.
  std::unique_ptr<Report> (*ForCores)(llvm::raw_ostream &OS,
                                      const ReportOptions &Options) = nullptr;
};
/// All reports; the first is the default.
llvm::ArrayRef<ReportInfo> allReports();
/// Those of `kernel-opt merge`: of loops that were analysed elsewhere.
llvm::ArrayRef<ReportInfo> allMergedReports();
/// Those of `kernel-opt deps`: dependences through memory.
llvm::ArrayRef<ReportInfo> allDependenceReports();
/// Those of `kernel-opt model check`.
llvm::ArrayRef<ReportInfo> allValueReports();
/// \returns null if there is none of that name.
const ReportInfo *findReport(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_REPORT_H
