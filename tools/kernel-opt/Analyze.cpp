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
#include "LoopRun.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Kernel/TripStep.h"
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
  Analyzer(const CommandLine &Options, raw_ostream &OS)
      : Options(Options), OS(OS), Loops(Options),
        Out(Options.Format->Create(
            OS, {Options.Verbose, Options.Quiet, versionString()})) {}

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

  const CommandLine &Options;
  raw_ostream &OS;
  LoopRun Loops;
  std::unique_ptr<Report> Out;
  Error Errors = Error::success();
  bool HasWarnedOfCompat = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

/// Runs of blanks become one.
static std::string oneLine(StringRef Text) {
  std::string Out;
  for (char C : Text.trim())
    if (!isSpace(C))
      Out += C;
    else if (Out.back() != ' ')
      Out += ' ';
  return Out;
}

static InstText textOf(const Input &In, const ListedInst &L,
                       MCInstPrinter &Printer) {
  if (!L.Text.empty())
    return {oneLine(L.Text), L.Address};
  std::string Text;
  raw_string_ostream OS(Text);
  // x86 branches count from the end of the instruction.
  Printer.printInst(&L.Inst, In.Target->printAddress(L), "",
                    In.Target->subtarget(), OS);
  return {oneLine(Text), L.Address};
}

/// Where the loop begins, in the assembly and in the source. \returns the calls
/// that were inlined there.
static std::vector<InlinedCall> fillPlace(const Input &In, const Candidate &C,
                                          LoopPlace &Place) {
  const Listing &Code = In.code();
  for (unsigned B : C.Body->Path) {
    const ListedBlock &Block = C.Function->Blocks[B];
    for (unsigned I = Block.First; I < Block.End; ++I) {
      const ListedInst &L = Code.Insts[I];
      if (Place.AsmLine == 0)
        Place.AsmLine = L.AsmLine;
      if (L.SourceLine == 0)
        continue;
      Place.SourceLine = L.SourceLine;
      Place.SourceFile = Code.SourceFiles[L.SourceFile];
      return In.Image ? In.Image->inlinedCalls(In.Object, I)
                      : std::vector<InlinedCall>();
    }
  }
  return {};
}

void Analyzer::addLoop(const Input &In, const Candidate &C,
                       const LoopResult &R) {
  warnOfCompat(R.Bounds.model());
  std::unique_ptr<MCInstPrinter> Printer; // Made when a report shows text.
  auto Text = [&](uint32_t I) {
    if (!Printer) {
      Printer = In.Target->createInstPrinter(In.file().SyntaxVariant);
      Printer->setPrintBranchImmAsAddress(true);
    }
    return textOf(In, In.code().Insts[R.Body->Insts[I].Listed], *Printer);
  };
  LoopPlace Place;
  Place.File = In.FileName;
  Place.Region = C.Region;
  Place.NumUnread = In.numUnread(*C.Function, *C.Body);
  Place.NumOtherEntries = In.numOtherEntries(*C.Function, *C.Body);
  Place.SourceIterations = Options.IterationsPerTrip;
  Place.IsDefaultCpu = Options.Cpu.empty() && Options.ModelFile.empty();
  Place.Text = Text;
  std::vector<InlinedCall> Inlined = fillPlace(In, C, Place);
  Place.Inlined = Inlined;
  Out->addLoop(R, Place);
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

Error Analyzer::analyzeFile(StringRef File, FileSummary &Summary) {
  InputOptions InOptions;
  InOptions.Triple = Options.Triple;
  InOptions.Function = Options.Function;
  InOptions.Assembly.Syntax = Options.Syntax;
  Expected<std::unique_ptr<InputFile>> In = InputFile::open(File, InOptions);
  if (!In)
    return In.takeError();
  Summary.Triple = (*In)->triple().str();
  // What one piece says of itself is more than what is known of the file.
  if ((*In)->numPieces() == 1)
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
  Out->begin();
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
    Out->addFile(Summary);
  }
  Out->end();
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

static void setColors(raw_ostream &OS, ColorMode Mode) {
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
    Text += "  " + R.Name.str() + std::string(10 - R.Name.size(), ' ') +
            R.Help.str() + "\n";
  return Text + "\n";
}

static std::string tablesHelp() {
  return listRows("SUBCOMMANDS", allCommands()) +
         listRows("FORMATS", allReports()) +
         "EXIT CODE: 0 done, 1 bad input, 2 bad usage\n";
}

static Error runWith(ArrayRef<const char *> Args,
                     ArrayRef<ReportInfo> Formats) {
  Expected<CommandLine> Options = parseCommandLine(Args, Formats);
  if (!Options)
    return Options.takeError();
  if (Error E = checkOutput(Options->Output, Options->inputs()))
    return E;
  Error InputErrors = Error::success();
  Error OutputError =
      withOutput(Options->Output, [&](raw_ostream &OS) -> Error {
        switch (Options->What) {
        case Action::Help:
          printHelp(OS, tablesHelp());
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
        Analyzer A(*Options, OS);
        Error Fatal = A.run();
        InputErrors = joinErrors(std::move(InputErrors), A.takeErrors());
        return Fatal;
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
