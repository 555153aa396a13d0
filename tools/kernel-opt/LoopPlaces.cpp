//===- LoopPlaces.cpp - Where a loop of an input stands -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/inlined.test and text.s.
//
//===----------------------------------------------------------------------===//

#include "LoopPlaces.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/Record.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

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
    return {oneLine(L.Text), L.Address, ""};
  std::string Text;
  raw_string_ostream OS(Text);
  // x86 branches count from the end of the instruction.
  Printer.printInst(&L.Inst, In.Target->printAddress(L), "",
                    In.Target->subtarget(), OS);
  return {oneLine(Text), L.Address, ""};
}

/// The calls that were inlined where a loop begins and where it is closed.
struct InlinedCalls {
  std::vector<InlinedCall> AtStart, AtLatch;
};

/// Where the loop begins, in the assembly and in the source.
static InlinedCalls fillPlace(const Input &In, const Candidate &C,
                              LoopPlace &Place) {
  const Listing &Code = In.code();
  const ListedInst *First = nullptr, *Last = nullptr; // With a source line.
  for (unsigned B : C.Body->Path) {
    const ListedBlock &Block = C.Function->Blocks[B];
    for (unsigned I = Block.First; I < Block.End; ++I) {
      const ListedInst &L = Code.Insts[I];
      if (Place.AsmLine == 0)
        Place.AsmLine = L.AsmLine;
      if (L.SourceLine == 0)
        continue;
      if (!First)
        First = &L;
      Last = &L;
      if (L.SourceFile == First->SourceFile &&
          (Place.LeastLine == 0 || L.SourceLine < Place.LeastLine))
        Place.LeastLine = L.SourceLine;
    }
  }
  if (!First)
    return {};
  Place.SourceLine = First->SourceLine;
  Place.SourceFile = Code.SourceFiles[First->SourceFile];
  Place.LatchLine = Last->SourceLine;
  Place.LatchFile = Code.SourceFiles[Last->SourceFile];
  if (!In.Image)
    return {};
  auto CallsAround = [&](const ListedInst *L) {
    return In.Image->inlinedCalls(In.Object, L - Code.Insts.data());
  };
  return {CallsAround(First), CallsAround(Last)};
}

/// The compiler names a loop by the line of its head. That is as a rule where
/// it is closed, and else the first line of it.
static std::string vectorizerSays(const VectorizerRecord &Record,
                                  const ListedFunction &F,
                                  const LoopPlace &Place) {
  std::string Text = Record.of(F.Name, Place.LatchFile, Place.LatchLine);
  return Text.empty() ? Record.of(F.Name, Place.SourceFile, Place.LeastLine)
                      : Text;
}

void kernelbounds::withPlace(const CommandLine &Options, const Input &In,
                             const Candidate &C, const LoopResult &R,
                             function_ref<void(const LoopPlace &)> Use,
                             SourceTexts *Sources) {
  std::unique_ptr<MCInstPrinter> Printer; // Made when a report shows text.
  auto Text = [&](uint32_t I) {
    if (!Printer) {
      Printer = In.Target->createInstPrinter(In.file().SyntaxVariant);
      Printer->setPrintBranchImmAsAddress(true);
    }
    const ListedInst &L = In.code().Insts[R.Body->Insts[I].Listed];
    InstText T = textOf(In, L, *Printer);
    T.SourceFile = In.code().SourceFiles[L.SourceFile];
    return T;
  };
  LoopPlace Place;
  Place.File = In.FileName;
  Place.Region = C.Region;
  Place.Share = C.Share;
  Place.NumUnread = In.numUnread(*C.Function, *C.Body);
  Place.NumOtherEntries = In.numOtherEntries(*C.Function, *C.Body);
  Place.SourceIterations = Options.IterationsPerTrip;
  Place.IsDefaultCpu = Options.Cpu.empty() && Options.ModelFile.empty();
  Place.Text = Text;
  auto Source = [&](StringRef File, unsigned Line) {
    return Sources->line(File, Line);
  };
  if (Sources)
    Place.Source = Source;
  const InlinedCalls Inlined = fillPlace(In, C, Place);
  Place.Inlined = Inlined.AtStart;
  Place.LatchInlined = Inlined.AtLatch;
  if (Options.Vectorizer)
    Place.Vectorizer = vectorizerSays(*Options.Vectorizer, *C.Function, Place);
  Use(Place);
}

Expected<std::unique_ptr<InputFile>>
kernelbounds::openInput(const CommandLine &Options, StringRef File) {
  InputOptions O;
  O.Triple = Options.Triple;
  O.Function = Options.Function;
  O.Assembly.Syntax = Options.Syntax;
  return InputFile::open(File, O);
}

Expected<std::vector<std::string>>
kernelbounds::filesBelow(StringRef Folder, ArrayRef<StringRef> Endings) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(Folder, EC), End;
       It != End && !EC; It.increment(EC)) {
    if (!is_contained(Endings, sys::path::extension(It->path())))
      continue;
    StringRef Path = It->path();
    Path.consume_front(Folder);
    Files.push_back(Path.ltrim("/").str());
  }
  if (EC)
    return createStringError("cannot read the folder '" + Folder +
                             "': " + EC.message());
  llvm::sort(Files);
  return Files;
}

Error kernelbounds::recordLoops(const CommandLine &Options,
                                std::vector<LoopRecord> &Out) {
  const StringRef Name = Options.Files.front();
  Expected<std::unique_ptr<InputFile>> File = openInput(Options, Name);
  if (!File)
    return File.takeError();
  if (!Options.Quiet)
    for (const InputDiagnostic &D : (*File)->summary().Diagnostics)
      errs() << escapeControls(D.File +
                               (D.Line ? ":" + std::to_string(D.Line) : "") +
                               ": warning: " + D.Message)
             << '\n';
  Expected<LoopCounts> Counts = LoopRun(Options).run(
      **File, [&](const Input &In, const Candidate &C, const LoopResult &R) {
        withPlace(Options, In, C, R, [&](const LoopPlace &Place) {
          Out.push_back(recordLoop(R, Place));
        });
        return true;
      });
  return Counts ? Error::success() : Counts.takeError();
}

/// The first of \p Cores that LLVM has a name for; empty if there is none.
static std::string chooseCore(ArrayRef<std::string> Cores, const Triple &TT) {
  const auto It = find_if(Cores, [&](const std::string &Name) {
    return Name == "native" || TargetContext::isKnownCPU(TT, Name);
  });
  return It == Cores.end() ? "" : *It;
}

Expected<std::string> kernelbounds::coreOf(const CommandLine &Options,
                                           StringRef Object,
                                           ArrayRef<std::string> Cores) {
  Expected<std::unique_ptr<InputFile>> In = openInput(Options, Object);
  if (!In)
    return In.takeError();
  return chooseCore(Cores, (*In)->triple());
}

Expected<std::vector<LoopRecord>>
kernelbounds::recordObject(const CommandLine &Options, StringRef Object,
                           ArrayRef<std::string> Cores) {
  CommandLine One = Options;
  One.Files = {Object.str()};
  One.All = true;
  One.Quiet = true;
  if (One.Cpu.empty() && One.ModelFile.empty()) {
    Expected<std::string> Core = coreOf(One, Object, Cores);
    if (!Core)
      return Core.takeError();
    One.Cpu = *Core;
  }
  std::vector<LoopRecord> Loops;
  if (Error E = recordLoops(One, Loops))
    return std::move(E);
  return Loops;
}
