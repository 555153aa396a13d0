//===- CompileCommands.cpp - How a project is compiled --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Project/CompileCommandsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/CompileCommands.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::string kernelbounds::realPath(StringRef File) {
  SmallString<256> Real;
  if (!sys::fs::real_path(File, Real))
    return std::string(Real);
  Real = File;
  if (sys::fs::make_absolute(Real))
    return File.str();
  sys::path::remove_dots(Real, /*remove_dot_dot=*/true);
  return std::string(Real);
}

/// The words of a "command", as a shell would take them apart.
static std::vector<std::string> splitCommand(StringRef Text) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

/// One entry. \p Folder is that of the file.
static Expected<CompileCommand> readEntry(const json::Value &V,
                                          StringRef Folder) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return createStringError("is no object");
  const auto Directory = O->getString("directory"), File = O->getString("file");
  if (!Directory || !File)
    return createStringError("has no \"directory\" or no \"file\"");
  CompileCommand C;
  SmallString<256> Path(*Directory);
  sys::path::make_absolute(Folder, Path);
  C.Directory = std::string(Path);
  Path = *File;
  sys::path::make_absolute(C.Directory, Path);
  C.File = realPath(Path);
  if (const json::Array *Args = O->getArray("arguments")) {
    for (const json::Value &A : *Args)
      if (auto Text = A.getAsString())
        C.Args.push_back(Text->str());
  } else if (auto Command = O->getString("command")) {
    C.Args = splitCommand(*Command);
  }
  C.Output = O->getString("output").value_or("").str();
  if (C.Args.empty())
    return createStringError("has no \"command\" and no \"arguments\"");
  return C;
}

Expected<CompileCommands> CompileCommands::read(StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWholeFile(File);
  if (!Buffer)
    return createStringError("cannot read " + File + ": " +
                             toString(Buffer.takeError()));
  Expected<json::Value> Doc = parseJson((*Buffer)->getBuffer());
  if (!Doc)
    return createStringError(File + ": " + toString(Doc.takeError()));
  const json::Array *Entries = Doc->getAsArray();
  if (!Entries)
    return createStringError(File + ": expected a list of compile commands");
  const std::string Folder = sys::path::parent_path(realPath(File)).str();
  CompileCommands All;
  for (const auto &[I, V] : enumerate(*Entries)) {
    Expected<CompileCommand> C = readEntry(V, Folder);
    if (!C)
      return createStringError(File + ": entry " + Twine(I + 1) + " " +
                               toString(C.takeError()));
    All.ByFile.try_emplace(C->File, All.Commands.size());
    All.Commands.push_back(std::move(*C));
  }
  return All;
}

const CompileCommand *CompileCommands::find(StringRef Source) const {
  const auto It = ByFile.find(realPath(Source));
  return It == ByFile.end() ? nullptr : &Commands[It->second];
}

std::string kernelbounds::objectOf(const CompileCommand &C) {
  SmallString<256> Path(C.Output);
  for (size_t I = 1; Path.empty() && I < C.Args.size(); ++I) {
    const StringRef A = C.Args[I];
    if (A == "--")
      break;
    if (A == "-o" && I + 1 < C.Args.size())
      Path = C.Args[I + 1];
    else if (A.starts_with("-o") && sys::path::extension(A) == ".o")
      Path = A.drop_front(2);
  }
  if (Path.empty()) {
    Path = sys::path::filename(C.File);
    sys::path::replace_extension(Path, "o");
  }
  sys::path::make_absolute(C.Directory, Path);
  return std::string(Path);
}

std::string kernelbounds::findCompileCommands(StringRef Source) {
  const std::string Real = realPath(Source);
  for (StringRef Folder = sys::path::parent_path(Real); !Folder.empty();
       Folder = sys::path::parent_path(Folder))
    for (StringRef Below : {"", "build"}) {
      SmallString<256> Path(Folder);
      if (!Below.empty())
        sys::path::append(Path, Below);
      sys::path::append(Path, "compile_commands.json");
      if (sys::fs::exists(Path))
        return std::string(Path);
    }
  return "";
}

//===----------------------------------------------------------------------===//
// Changing
//===----------------------------------------------------------------------===//

/// Options that say what is written and where, with a value that follows.
static constexpr StringLiteral DroppedPairs[] = {
    "-o",  "-MF",       "-MT",      "-MQ",
    "-MJ", "-aux-info", "-dumpdir", "--serialize-diagnostics"};
/// The same without a value.
static constexpr StringLiteral DroppedFlags[] = {"-c",
                                                 "-S",
                                                 "-E",
                                                 "-M",
                                                 "-MM",
                                                 "-MD",
                                                 "-MMD",
                                                 "-MP",
                                                 "-MG",
                                                 "-flto",
                                                 "-fsyntax-only",
                                                 "-save-temps",
                                                 "-g0",
                                                 "-ggdb0",
                                                 "-gsplit-dwarf",
                                                 "-emit-llvm"};
/// The same by how they begin.
static constexpr StringLiteral DroppedPrefixes[] = {
    "-flto=",
    "-save-temps=",
    "-Werror",
    "-gsplit-dwarf=",
    "-fsave-optimization-record",
    "-foptimization-record",
    "-fopt-info",
    "-time",
    "-Wp,-MD,",
    "-Wp,-MMD,",
    "-Wa,-a"};

std::vector<std::string> kernelbounds::objectArgs(const CompileCommand &C,
                                                  StringRef Object,
                                                  bool WithDebugInfo) {
  std::vector<std::string> Kept = {C.Args.front()};
  size_t I = 1;
  for (; I < C.Args.size() && C.Args[I] != "--"; ++I) {
    const StringRef A = C.Args[I];
    if (is_contained(DroppedPairs, A))
      ++I;
    else if (!is_contained(DroppedFlags, A) &&
             none_of(DroppedPrefixes,
                     [&](StringRef P) { return A.starts_with(P); }) &&
             !(A.starts_with("-o") && sys::path::extension(A) == ".o"))
      Kept.push_back(A.str());
  }
  for (StringRef Own : {"-c", WithDebugInfo ? "-g" : "-g0", "-fno-lto", "-w",
                        "-fdiagnostics-color=never", "-o"})
    Kept.push_back(Own.str());
  Kept.push_back(Object.str());
  Kept.insert(Kept.end(), C.Args.begin() + std::min(I, C.Args.size()),
              C.Args.end()); // After "--" stand files only.
  return Kept;
}

std::vector<std::string> kernelbounds::namedCores(const CompileCommand &C) {
  std::vector<std::string> Cores;
  for (StringRef Option : {"-mcpu=", "-mtune=", "-march="}) {
    StringRef Last;
    for (StringRef A : C.Args)
      if (A.consume_front(Option))
        Last = A.split('+').first;
    if (!Last.empty())
      Cores.push_back(Last.str());
  }
  return Cores;
}

bool kernelbounds::isClang(const CompileCommand &C) {
  // A launcher stands before the compiler, and options stand behind it.
  for (StringRef A : C.Args) {
    if (A.starts_with("-"))
      return false;
    if (sys::path::filename(A).contains("clang"))
      return true;
  }
  return false;
}
