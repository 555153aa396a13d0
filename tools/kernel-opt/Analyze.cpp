//===- Analyze.cpp - kernel-opt analyze -----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads each input, picks its loops, analyses one after the other, and hands
/// them to the report. An input that fails does not keep the others from being
/// reported.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LoopPlaces.h"
#include "Pager.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A report on one file that chooses its loops ends with the one that reaches
/// this size, in bytes.
constexpr uint64_t EnoughBytes = 32 << 20;

/// Analyses the inputs of one command line.
class Analyzer {
public:
  /// Writes to \p Out, which writes to \p OS.
  Analyzer(const CommandLine &Options, raw_ostream &OS, Report &Out)
      : Options(Options), OS(OS), Loops(Options), Out(Out),
        Sources(Options.SourceFolder) {}

  /// Fails if no input could be reported at all. What went wrong with some of
  /// several is kept in takeErrors().
  Error run();
  Error takeErrors() { return std::move(Errors); }

private:
  Error analyzeFile(StringRef File, FileSummary &Summary);
  void addLoop(const Input &In, const Candidate &C, const LoopResult &R);
  void addWarnings(const CodeFile &File, FileSummary &Summary);
  void warnOfCompat(const PortModel &M);
  void noteNothingFound(StringRef File, bool HasLoops);
  void noteOmitted(const FileSummary &Summary);
  void noteNoSource();

  const CommandLine &Options;
  raw_ostream &OS;
  LoopRun Loops;
  Report &Out;
  SourceTexts Sources;
  Error Errors = Error::success();
  bool HasWarnedOfCompat = false;
  unsigned NumOfObjects = 0; ///< Loops of objects.
  bool HasSource = false;    ///< One of them has a line of the source.
};

} // namespace

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

void Analyzer::addLoop(const Input &In, const Candidate &C,
                       const LoopResult &R) {
  warnOfCompat(R.Bounds.model());
  withPlace(
      Options, In, C, R,
      [&](const LoopPlace &Place) {
        Out.addLoop(R, Place);
        NumOfObjects += In.IsObject;
        HasSource |= Place.SourceLine != 0;
      },
      &Sources);
  if (R.Bounds.NumMayLeftOut != 0 && !Options.Quiet)
    errs() << "kernel-opt: note: " << escapeControls(In.FileName) << ": "
           << R.Bounds.NumMayLeftOut
           << " more pairs of accesses that may overlap are left out; --all "
              "lists them\n";
}

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

void Analyzer::addWarnings(const CodeFile &File, FileSummary &Summary) {
  for (const InputDiagnostic &D : File.Diagnostics) {
    std::string Where = D.File;
    if (D.Line)
      Where += ":" + std::to_string(D.Line);
    if (D.Column)
      Where += ":" + std::to_string(D.Column);
    Summary.Warnings.push_back(Where + ": " + D.Message);
    if (!Options.Quiet)
      errs() << escapeControls(Where + ": warning: " + D.Message) << '\n';
  }
  if (File.NumSuppressed == 0)
    return;
  std::string More = Summary.File + ": " + std::to_string(File.NumSuppressed) +
                     " more statements were not understood";
  Summary.Warnings.push_back(More);
  if (!Options.Quiet)
    errs() << "kernel-opt: warning: " << escapeControls(More) << '\n';
}

/// Without constants of the other tool, its figures cannot be had.
void Analyzer::warnOfCompat(const PortModel &M) {
  if (!Options.Analysis.CompatOsaca2019 || M.compat() || HasWarnedOfCompat ||
      Options.Quiet)
    return;
  HasWarnedOfCompat = true;
  errs() << "kernel-opt: warning: the model of '" << M.cpu()
         << "' has no values for --compat=osaca2019; its own values are used\n";
}

void Analyzer::noteNothingFound(StringRef File, bool HasLoops) {
  if (!Options.Quiet)
    errs() << "kernel-opt: note: " << escapeControls(File)
           << (HasLoops || Options.picksLoops()
                   ? ": no loop matches --function, --line or --loop"
                   : ": no innermost loops")
           << '\n';
}

/// Of loops that the report leaves out, the user hears beside it, too.
void Analyzer::noteOmitted(const FileSummary &Summary) {
  if (!Options.Quiet && Summary.NumOmitted != 0)
    errs() << "kernel-opt: note: " << escapeControls(Summary.File) << ": "
           << omittedText(Summary) << '\n';
}

/// Once, however many files there are.
void Analyzer::noteNoSource() {
  if (!Options.Quiet && NumOfObjects != 0 && !HasSource)
    errs() << "kernel-opt: note: " << NoSourceAdvice << '\n';
}

Error Analyzer::analyzeFile(StringRef File, FileSummary &Summary) {
  Expected<std::unique_ptr<InputFile>> In = openInput(Options, File);
  if (!In)
    return In.takeError();
  Summary.Triple = (*In)->triple().str();
  // What one piece says of itself is more than what is known of the file.
  if ((*In)->numPieces() == 1 && !(*In)->isArchive())
    addWarnings((*In)->read(0)->file(), Summary);
  else
    addWarnings((*In)->summary(), Summary);
  const uint64_t Begin = OS.tell();
  Expected<LoopCounts> Counts = Loops.run(
      **In, [&](const Input &Piece, const Candidate &C, const LoopResult &R) {
        addLoop(Piece, C, R);
        return OS.tell() - Begin < EnoughBytes;
      });
  if (!Counts)
    return Counts.takeError();
  Summary.NumLoops = Counts->NumReported;
  Summary.NumOmitted = Counts->NumPicked - Counts->NumReported;
  if (Summary.NumLoops == 0)
    noteNothingFound((*In)->name(), Counts->NumFound != 0);
  noteOmitted(Summary);
  return Error::success();
}

Error Analyzer::run() {
  unsigned NumRead = 0, NumLoops = 0;
  for (const std::string &File : Options.Files) {
    FileSummary Summary;
    Summary.File = File == "-" ? "<stdin>" : File;
    if (Error E = analyzeFile(File, Summary)) {
      Summary.Error = toString(std::move(E));
      Errors = joinErrors(std::move(Errors), createStringError(Summary.Error));
    } else {
      ++NumRead;
    }
    NumLoops += Summary.NumLoops;
    Out.addFile(Summary);
  }
  noteNoSource();
  if (NumRead == 0)
    return takeErrors();
  if (NumLoops == 0 && Options.picksLoops()) {
    const std::string Why = FunctionFilter(Options.Function).expressionError();
    return createStringError("no loop matches --function, --line or --loop" +
                             (Why.empty()
                                  ? ""
                                  : "; '" + Options.Function +
                                        "' is no regular expression: " + Why));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

std::string kernelbounds::versionString() {
  return "kernel-opt " KERNEL_BOUNDS_VERSION;
}

void kernelbounds::setColors(raw_ostream &OS, ColorMode Mode) {
  bool Wanted = Mode == ColorMode::Always;
  if (Mode == ColorMode::Auto) {
    std::optional<std::string> NoColor = sys::Process::GetEnv("NO_COLOR");
    Wanted = OS.has_colors() && (!NoColor || NoColor->empty());
  }
  OS.enable_colors(Wanted);
}

/// The rows of a table as help text.
template <typename Row>
static std::string listRows(StringRef Title, ArrayRef<Row> Rows) {
  std::string Text = Title.str() + ":\n";
  for (const Row &R : Rows)
    Text += "  " + R.Name.str() + std::string(14 - R.Name.size(), ' ') +
            R.Help.str() + "\n";
  return Text + "\n";
}

static std::string tablesHelp() {
  return listRows("SUBCOMMANDS", allCommands()) +
         listRows("FORMATS", allReports()) +
         "EXIT CODE: 0 done, 1 bad input or slower than --fail-above allows, "
         "2 bad usage;\nof check-source 1 if an assertion is not met; of build "
         "and run that of the build\nand the program\n";
}

void kernelbounds::writeHelp(raw_ostream &OS) { printHelp(OS, tablesHelp()); }

/// Each core after the other, in one report. What went wrong with some of the
/// inputs is added to \p InputErrors.
static Error analyzeOnAll(const CommandLine &Options, raw_ostream &OS,
                          Error &InputErrors) {
  const bool IsTable = Options.Cpus.size() > 1 && Options.Format->ForCores;
  const ReportOptions ForReport = {
      Options.Verbose, Options.Quiet, versionString(),
      Options.All ? ~0u : Options.Top, Options.Sort != SortKey::Default};
  std::unique_ptr<Report> Out =
      (IsTable ? Options.Format->ForCores : Options.Format->Create)(OS,
                                                                    ForReport);
  Out->begin();
  Error Fatal = Error::success();
  for (size_t I = 0; I < std::max<size_t>(1, Options.Cpus.size()); ++I) {
    CommandLine ForCore = Options;
    if (!Options.Cpus.empty())
      ForCore.Cpu = Options.Cpus[I];
    // The table chooses from the loops on all cores.
    ForCore.All |= IsTable;
    // What is said of the inputs is said once.
    ForCore.Quiet |= I != 0;
    Analyzer A(ForCore, OS, *Out);
    Fatal = joinErrors(std::move(Fatal), A.run());
    Error OfCore = A.takeErrors();
    if (I == 0)
      InputErrors = joinErrors(std::move(InputErrors), std::move(OfCore));
    else
      consumeError(std::move(OfCore));
    if (Fatal)
      break;
  }
  Out->end();
  return Fatal;
}

Error kernelbounds::reportInputs(const CommandLine &Options, raw_ostream &OS) {
  Error InputErrors = Error::success(), Fatal = Error::success();
  Fatal = analyzeOnAll(Options, OS, InputErrors);
  consumeError(std::move(Fatal));
  consumeError(std::move(InputErrors));
  return Error::success();
}

/// Reads what the user has besides of the program: a run, and what the compiler
/// said.
static Error readBeside(CommandLine &Options) {
  if (!Options.OptRecords.empty()) {
    auto Record = std::make_shared<VectorizerRecord>();
    for (const std::string &File : Options.OptRecords)
      if (Error E = Record->read(File))
        return E;
    Options.Vectorizer = std::move(Record);
  }
  if (Options.Profile.empty())
    return Error::success();
  Expected<RunShares> Run = RunShares::read(Options.Profile);
  if (!Run)
    return Run.takeError();
  Options.Run = std::make_shared<const RunShares>(std::move(*Run));
  // A profile alone orders loops by it.
  if (Options.Sort == SortKey::Default)
    Options.Sort = SortKey::Cost;
  return Error::success();
}

static Error runWith(ArrayRef<const char *> Args,
                     ArrayRef<ReportInfo> Formats) {
  Expected<CommandLine> Options = parseCommandLine(Args, Formats);
  if (!Options)
    return Options.takeError();
  if (Error E = checkOutput(Options->Output, Options->inputs()))
    return E;
  if (Options->FailAbove)
    return make_error<UsageError>("'--fail-above' is an option of diff");
  if (Error E = readBeside(*Options))
    return E;
  if (Options->Cpus.size() > 1 && !Options->Format->TakesCores)
    return make_error<UsageError>("this report takes one core, not the list '" +
                                  llvm::join(Options->Cpus, ",") + "'");
  Error InputErrors = Error::success();
  Error OutputError =
      withOutput(Options->Output, [&](raw_ostream &OS) -> Error {
        switch (Options->What) {
        case Action::Help:
          writeHelp(OS);
          return Error::success();
        case Action::Version:
          OS << versionString() << " (LLVM " << LLVM_VERSION_STRING << ")\n";
          return Error::success();
        case Action::ListCpus:
          return runListCpus(*Options, OS);
        case Action::Analyze:
          break;
        }
        setColors(OS, Options->Color);
        std::optional<Pager> Paged;
        if (Options->Output == "-" && Options->Format == Formats.begin())
          Paged.emplace();
        return analyzeOnAll(*Options, OS, InputErrors);
      });
  return joinErrors(std::move(OutputError), std::move(InputErrors));
}

Error kernelbounds::runAnalyze(ArrayRef<const char *> Args) {
  return runWith(Args, allReports());
}

Error kernelbounds::runDeps(ArrayRef<const char *> Args) {
  return runWith(Args, allDependenceReports());
}

Error kernelbounds::runModel(ArrayRef<const char *> Args) {
  StringRef What = Args.empty() ? "" : Args.front();
  if (What == "check") {
    Expected<CommandLine> Options =
        parseCommandLine(Args.drop_front(), allValueReports());
    if (!Options)
      return Options.takeError();
    return Options->What == Action::Analyze &&
                   any_of(Options->Files, isModelFile)
               ? checkModelFiles(*Options)
               : runWith(Args.drop_front(), allValueReports());
  }
  if (What == "diff")
    return diffModels(Args.drop_front());
  if (What == "install")
    return installModel(Args.drop_front());
  // Help is given for every subcommand.
  if (What == "--help" || What == "-h")
    return runWith(Args, allValueReports());
  return make_error<UsageError>(
      "unknown 'model' command '" + What +
      "'; known are 'kernel-opt model check [options] FILE...', 'kernel-opt "
      "model diff A B' and 'kernel-opt model install FILE'");
}
