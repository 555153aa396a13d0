//===- KernelSource.cpp - The kernels to be measured ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/KernelSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace kernelbounds;
using namespace llvm;

static std::vector<std::string> splitList(StringRef Text, char Separator) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, Separator, -1, /*KeepEmpty=*/false);
  std::vector<std::string> Out;
  for (StringRef P : Parts)
    if (!P.trim().empty())
      Out.push_back(P.trim().str());
  return Out;
}

static Expected<std::unique_ptr<MemoryBuffer>> readFile(const Twine &File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError("cannot read " + File + ": " +
                             Buffer.getError().message());
  return std::move(*Buffer);
}

Expected<KernelSource> kernelbounds::readKernelSource(StringRef File,
                                                      StringRef Header) {
  auto Buffer = readFile(File);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Text = (*Buffer)->getBuffer();
  KernelSource K;
  K.File = File.str();
  K.Hash = utohexstr(xxh3_64bits((Header + StringRef("\0", 1) + Text).str()),
                     true, 16);
  struct Field {
    StringLiteral Key;
    StringRef Value;
    bool Required;
  } Fields[] = {{"kernel", "", true},
                {"tags", "", true},
                {"about", "", true},
                {"flags", "", false}};
  unsigned Number = 0;
  for (StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Tail] = Rest.split('\n');
    Rest = Tail;
    ++Number;
    if (!Line.consume_front("//"))
      break; // Only the first lines.
    auto [Key, Value] = Line.split(':');
    for (Field &F : Fields) {
      if (Key.trim() != F.Key)
        continue;
      if (!F.Value.empty())
        return createStringError(File + ":" + Twine(Number) + ": '// " + F.Key +
                                 ":' is there twice");
      F.Value = Value.trim();
    }
  }
  for (const Field &F : Fields)
    if (F.Required && F.Value.empty())
      return createStringError(File + ":1: expected a line '// " + F.Key +
                               ": ...' among the first comments");
  K.Name = Fields[0].Value.str();
  K.Tags = splitList(Fields[1].Value, ',');
  K.About = Fields[2].Value.str();
  K.Flags = splitList(Fields[3].Value, ' ');
  return K;
}

Expected<std::vector<KernelSource>>
kernelbounds::findKernelSources(StringRef Directory) {
  auto Header = readFile(Directory + "/kernel.h");
  if (!Header)
    return Header.takeError();
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator I(Directory, EC), End;
       I != End && !EC; I.increment(EC))
    if (is_contained({".c", ".cpp"}, sys::path::extension(I->path())))
      Files.push_back(I->path());
  if (EC)
    return createStringError("cannot read " + Directory + ": " + EC.message());
  std::vector<KernelSource> All;
  for (const std::string &File : Files) {
    auto K = readKernelSource(File, (*Header)->getBuffer());
    if (!K)
      return K.takeError();
    All.push_back(std::move(*K));
  }
  if (All.empty())
    return createStringError(Directory + ": no kernel (*.c, *.cpp) in it");
  llvm::sort(All, [](const KernelSource &A, const KernelSource &B) {
    return A.Name < B.Name;
  });
  for (size_t I = 1; I < All.size(); ++I)
    if (All[I].Name == All[I - 1].Name)
      return createStringError(All[I].File + ": kernel '" + All[I].Name +
                               "' is also in " + All[I - 1].File);
  return All;
}
