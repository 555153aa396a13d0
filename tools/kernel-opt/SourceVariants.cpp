//===- SourceVariants.cpp - A source compiled with other pragmas ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning/gcc.test and test/Tuning/measure.test.
//
//===----------------------------------------------------------------------===//

#include "SourceVariants.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

constexpr StringLiteral ByteOrderMark = "\xef\xbb\xbf";

Expected<SourceVariants> SourceVariants::create(const TuneCommandLine &Options,
                                                StringRef Compiler) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWholeFile(Options.File);
  if (!Buffer)
    return createStringError("cannot read '" + Options.File +
                             "': " + toString(Buffer.takeError()));
  Expected<TemporaryFolder> Folder = TemporaryFolder::create();
  if (!Folder)
    return Folder.takeError();
  SourceVariants Out(std::move(*Folder));
  Out.Source = (*Buffer)->getBuffer().str();
  Out.Copy = Out.Folder.file(sys::path::filename(Options.File));
  SmallString<256> Here;
  if (std::error_code EC = sys::fs::current_path(Here))
    return createStringError("no current folder: " + EC.message());
  const StringRef Beside = sys::path::parent_path(Options.File);
  // Headers that the file names in quotes are looked for where it stands.
  Out.Command = {
      std::string(Here),
      Options.File,
      {Compiler.str(), "-iquote", Beside.empty() ? "." : Beside.str()}};
  append_range(Out.Command.Args, Options.Flags);
  return Out;
}

Error SourceVariants::writeCopy(ArrayRef<PragmaAt> Pragmas) const {
  std::error_code EC;
  raw_fd_ostream OS(Copy, EC);
  if (!EC) {
    // A byte order mark stands at the begin of a file, and nowhere else.
    size_t Done =
        StringRef(Source).starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
    OS << StringRef(Source).take_front(Done) << "#line 1 \"";
    for (char C : Command.File)
      OS << (C == '"' || C == '\\' ? "\\" : "") << C;
    OS << "\"\n";
    for (const PragmaAt &P : Pragmas) {
      OS << StringRef(Source).slice(Done, P.Offset) << "_Pragma(\"" << P.Text
         << "\") ";
      Done = P.Offset;
    }
    OS << StringRef(Source).substr(Done);
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    return createStringError("cannot write '" + Copy + "': " + EC.message());
  return Error::success();
}

Error SourceVariants::compile(ArrayRef<PragmaAt> Pragmas,
                              ArrayRef<StringRef> Flags, StringRef Object,
                              bool WithDebugInfo) const {
  if (Error E = writeCopy(Pragmas))
    return E;
  CompileCommand C = Command;
  for (StringRef F : Flags)
    C.Args.push_back(F.str());
  C.Args.push_back(Copy);
  return compileObject(
             C, Object, [] { return false; }, WithDebugInfo)
      .takeError();
}
