//===- CheckSource.cpp - kernel-opt check-source --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles sources as the project does, and holds the comments that say how
/// many cycles a loop may take against the figures.
/// Tested by test/kernel-opt/check-source.test.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LoopPlaces.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "kernel-bounds/Project/Compiler.h"
#include "kernel-bounds/Project/SourceAssertions.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

namespace {

class SourceChecker {
public:
  SourceChecker(const CommandLine &Options, raw_ostream &OS)
      : Options(Options), OS(OS) {}
  Error run();

private:
  Expected<const CompileCommands *> commandsFor(StringRef File);
  Error checkFile(const std::string &File, bool IsNamed);
  Expected<std::map<std::string, std::vector<LoopRecord>>>
  analyze(const CompileCommand &C, ArrayRef<SourceAssertion> Assertions);
  Error checkAll(const std::string &File, ArrayRef<StringRef> Lines,
                 ArrayRef<SourceAssertion> Assertions);

  const CommandLine &Options;
  raw_ostream &OS;
  std::map<std::string, CompileCommands> Commands; ///< By their file.
  unsigned NumChecked = 0, NumFailed = 0;
};

} // namespace

Expected<const CompileCommands *> SourceChecker::commandsFor(StringRef File) {
  SmallString<256> Path(Options.CompileCommands);
  if (Path.empty())
    Path = findCompileCommands(File);
  else
    sys::path::append(Path, "compile_commands.json");
  if (Path.empty())
    return createStringError(
        "there is no compile_commands.json for " + File +
        ": make one, with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear -- "
        "make, or name its folder with --compile-commands=DIR");
  const auto It = Commands.find(std::string(Path));
  if (It != Commands.end())
    return &It->second;
  Expected<CompileCommands> Read = CompileCommands::read(Path);
  if (!Read)
    return Read.takeError();
  return &(Commands[std::string(Path)] = std::move(*Read));
}

/// The loops of a source on each core that an assertion asks for.
Expected<std::map<std::string, std::vector<LoopRecord>>>
SourceChecker::analyze(const CompileCommand &C,
                       ArrayRef<SourceAssertion> Assertions) {
  std::map<std::string, size_t> NumOf; // Loops of all cores before, by core.
  auto OnAll =
      [&](StringRef Object,
          ArrayRef<std::string> Cores) -> Expected<std::vector<LoopRecord>> {
    std::vector<LoopRecord> All;
    for (const SourceAssertion &A : Assertions) {
      if (!NumOf.try_emplace(A.Cpu, All.size()).second)
        continue;
      CommandLine One = Options;
      if (!A.Cpu.empty())
        One.Cpu = A.Cpu;
      auto Loops = recordObject(One, Object, Cores);
      if (!Loops)
        return Loops.takeError();
      std::move(Loops->begin(), Loops->end(), std::back_inserter(All));
    }
    return All;
  };
  auto All = analyzeSource(C, OnAll, [] { return false; });
  if (!All)
    return All.takeError();
  std::map<std::string, std::vector<LoopRecord>> ByCore;
  for (const auto &[Cpu, First] : NumOf) {
    size_t End = (*All)->size();
    for (const auto &[Other, Begin] : NumOf)
      if (Begin > First)
        End = std::min(End, Begin);
    ByCore[Cpu].assign((*All)->begin() + First, (*All)->begin() + End);
  }
  return ByCore;
}

Error SourceChecker::checkAll(const std::string &File,
                              ArrayRef<StringRef> Lines,
                              ArrayRef<SourceAssertion> Assertions) {
  Expected<const CompileCommands *> All = commandsFor(File);
  if (!All)
    return All.takeError();
  const CompileCommand *C = (*All)->find(File);
  if (!C)
    return createStringError("compile_commands.json has no command for " +
                             File + ": name a source that is compiled");
  auto ByCore = analyze(*C, Assertions);
  if (!ByCore)
    return ByCore.takeError();
  for (const SourceAssertion &A : Assertions) {
    const AssertionResult R = checkAssertion(
        A, findSourceLoops((*ByCore)[A.Cpu], realPath(File), Lines));
    ++NumChecked;
    NumFailed += !R.IsMet;
    if (!R.IsMet || !Options.Quiet)
      OS << escapeControls(File) << ':' << A.Line
         << ":1: " << (R.IsMet ? "note: " : "error: ") << "expected " << A.str()
         << "; " << escapeControls(R.Text) << '\n';
  }
  return Error::success();
}

Error SourceChecker::checkFile(const std::string &File, bool IsNamed) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWholeFile(File);
  if (!Buffer)
    return createStringError("cannot read " + File + ": " +
                             toString(Buffer.takeError()));
  const std::vector<StringRef> Lines = linesOf((*Buffer)->getBuffer());
  auto Assertions = parseAssertions(Lines);
  if (!Assertions)
    return createStringError(File + ":" + toString(Assertions.takeError()));
  if (!Assertions->empty())
    return checkAll(File, Lines, *Assertions);
  if (IsNamed && !Options.Quiet)
    errs() << "kernel-opt: note: " << escapeControls(File)
           << ": no comment 'kernel-bounds: …'\n";
  return Error::success();
}

Error SourceChecker::run() {
  std::vector<std::string> Files = Options.Files;
  if (Files.empty()) {
    Expected<const CompileCommands *> All = commandsFor(".");
    if (!All)
      return All.takeError();
    for (const CompileCommand &C : (*All)->all())
      if (!is_contained(Files, C.File))
        Files.push_back(C.File);
  }
  Error Errors = Error::success();
  for (const std::string &File : Files)
    Errors = joinErrors(std::move(Errors),
                        checkFile(File, /*IsNamed=*/!Options.Files.empty()));
  if (!Options.Quiet)
    OS << counted(NumChecked, "assertion") << ": " << NumChecked - NumFailed
       << " met, " << NumFailed << " not met\n";
  if (NumFailed != 0)
    Errors = joinErrors(std::move(Errors),
                        createStringError(counted(NumFailed, "assertion") +
                                          " of " + std::to_string(NumChecked) +
                                          (NumFailed == 1 ? " is" : " are") +
                                          " not met"));
  return Errors;
}

Error kernelbounds::runCheckSource(ArrayRef<const char *> Args) {
  static constexpr ReportInfo Formats[] = {
      {"text", "A line for each assertion", nullptr}};
  Expected<CommandLine> Options =
      parseCommandLine(Args, Formats, /*NeedsFiles=*/false);
  if (!Options)
    return Options.takeError();
  if (Options->What != Action::Analyze)
    return runAnalyze(Args);
  if (Options->Cpus.size() > 1)
    return make_error<UsageError>(
        "check-source takes one core; an assertion may name another");
  if (Error E = checkOutput(Options->Output, Options->inputs()))
    return E;
  Error Result = Error::success();
  Error Written = withOutput(Options->Output, [&](raw_ostream &OS) -> Error {
    Result = joinErrors(std::move(Result), SourceChecker(*Options, OS).run());
    return Error::success();
  });
  return joinErrors(std::move(Written), std::move(Result));
}
