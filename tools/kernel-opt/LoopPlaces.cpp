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
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

/// Where the loop begins, in the assembly and in the source. \returns the calls
/// that were inlined there.
static std::vector<InlinedCall> fillPlace(const Input &In, const Candidate &C,
                                          LoopPlace &Place) {
  const Listing &Code = In.code();
  const ListedInst *First = nullptr; // That has a source line.
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
      if (L.SourceFile == First->SourceFile &&
          (Place.LeastLine == 0 || L.SourceLine < Place.LeastLine))
        Place.LeastLine = L.SourceLine;
    }
  }
  if (!First)
    return {};
  Place.SourceLine = First->SourceLine;
  Place.SourceFile = Code.SourceFiles[First->SourceFile];
  return In.Image ? In.Image->inlinedCalls(In.Object, First - Code.Insts.data())
                  : std::vector<InlinedCall>();
}

static bool isNamedLikeSource(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File).lower())
      .Cases({".c", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp"}, true)
      .Cases({".hxx", ".inc", ".def", ".f", ".for", ".f90", ".f95", ".f03"},
             true)
      .Cases({".f08", ".rs", ".d", ".go", ".zig", ".swift", ".jl", ".m"}, true)
      .Default(false);
}

/// Lines of a file, cut where they are longer than a page is wide.
static std::vector<std::string> readLines(StringRef File) {
  constexpr uint64_t MostBytes = 16 << 20;
  constexpr size_t MostCharacters = 160;
  std::vector<std::string> Lines;
  sys::fs::file_status Status;
  if (!isNamedLikeSource(File) || sys::fs::status(File, Status) ||
      !sys::fs::is_regular_file(Status) || Status.getSize() > MostBytes)
    return Lines;
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Lines;
  SmallVector<StringRef> Rows;
  (*Buffer)->getBuffer().split(Rows, '\n');
  for (StringRef Row : Rows)
    Lines.push_back(escapeControls(Row.rtrim().take_front(MostCharacters)));
  return Lines;
}

std::string SourceTexts::line(StringRef File, unsigned Line) {
  const auto [It, IsNew] = Files.try_emplace(File);
  if (IsNew)
    It->second = readLines(File);
  return Line == 0 || Line > It->second.size() ? "" : It->second[Line - 1];
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
  std::vector<InlinedCall> Inlined = fillPlace(In, C, Place);
  Place.Inlined = Inlined;
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
