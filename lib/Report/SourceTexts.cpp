//===- SourceTexts.cpp - Lines of source files ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/html.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/SourceTexts.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

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
  if (IsNew) {
    SmallString<256> Path(File);
    if (!Folder.empty())
      sys::path::make_absolute(Folder, Path);
    It->second = readLines(Path);
  }
  return Line == 0 || Line > It->second.size() ? "" : It->second[Line - 1];
}
