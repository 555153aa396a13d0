//===- Input.cpp - Any file of code, ready for analysis -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/Input.h"
#include "AsmText.h"
#include "TargetGuess.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace kernelbounds {

static Expected<Triple> textTriple(StringRef Text, StringRef Name,
                                   const InputOptions &Options) {
  if (!Options.Triple.empty())
    return Triple(Triple::normalize(Options.Triple));
  if (Error E = checkIsAssembly(Text, Name)) // Before any guess at it.
    return std::move(E);
  if (std::optional<Triple> Guess = guessTriple(Text, Options.CPU))
    return *Guess;
  return createStringError(Name + ": no instructions of " +
                           shownTargets(" or ") +
                           " are recognized; if it is such code, name the "
                           "target (--target)");
}

static Error readTextInto(Input &In, const InputOptions &Options) {
  StringRef Text = In.Buffer->getBuffer();
  Expected<Triple> T = textTriple(Text, In.FileName, Options);
  if (!T)
    return T.takeError();
  Expected<std::unique_ptr<TargetContext>> Target =
      TargetContext::create(*T, Options.CPU, Options.Features);
  if (!Target)
    return Target.takeError();
  In.Target = std::move(*Target);
  Expected<CodeFile> File = readAssembly(MemoryBufferRef(Text, In.FileName),
                                         *In.Target, Options.Assembly);
  if (!File)
    return File.takeError();
  In.Text = std::move(*File);
  return Error::success();
}

static Error readObjectInto(Input &In, const InputOptions &Options) {
  auto Object =
      openObject(MemoryBufferRef(In.Buffer->getBuffer(), In.FileName));
  if (!Object)
    return Object.takeError();
  Triple T = (*Object)->makeTriple();
  Triple Asked(Triple::normalize(Options.Triple));
  if (!Options.Triple.empty() && Asked.getArch() != T.getArch())
    return createStringError(In.FileName + ": the file is for " +
                             T.getArchName() + ", not for '" + Options.Triple +
                             "'");
  auto Target = TargetContext::create(T, Options.CPU, Options.Features);
  if (!Target)
    return createStringError(In.FileName + ": " + toString(Target.takeError()));
  In.Target = std::move(*Target);
  auto Code = readObject(std::move(*Object), *In.Target);
  if (!Code)
    return Code.takeError();
  In.Object = std::move(*Code);
  In.IsObject = true;
  return Error::success();
}

/// Lines of the loops and regions only: whole programs may have millions.
static void fillSourceLines(Input &In) {
  auto Fill = [&](const ListedFunction &F, const LoopBody &L) {
    for (unsigned B : L.Blocks)
      In.Object->fillSourceLines(F.Blocks[B].First, F.Blocks[B].End);
  };
  const std::vector<ListedFunction> &Functions = In.code().Functions;
  for (unsigned F = 0; F < Functions.size(); ++F)
    for (const LoopBody &L : In.Loops[F])
      Fill(Functions[F], L);
  for (const MarkedRegion &R : In.Regions)
    for (const LoopBody &L : R.Bodies)
      Fill(Functions[R.FunctionIdx], L);
}

unsigned Input::numUnread(const ListedFunction &F, const LoopBody &L) const {
  unsigned Sum = 0;
  for (unsigned B : L.Blocks)
    Sum += F.Blocks[B].NumUnread;
  return Sum;
}

static std::vector<unsigned> countEntries(const ListedFunction &F) {
  std::vector<unsigned> Num(F.Blocks.size());
  for (const ListedBlock &B : F.Blocks)
    for (unsigned S : B.Succs)
      ++Num[S];
  return Num;
}

unsigned Input::numOtherEntries(const ListedFunction &F,
                                const LoopBody &L) const {
  if (L.Marked)
    return 0;
  auto IsInside = [&](unsigned B) {
    return std::binary_search(L.Blocks.begin(), L.Blocks.end(), B);
  };
  const std::vector<unsigned> &All = NumEntries[&F - code().Functions.data()];
  unsigned Sum = 0;
  for (unsigned B : L.Blocks) {
    if (B != L.Header)
      Sum += All[B];
    // What comes from inside does not count.
    Sum -= llvm::count_if(F.Blocks[B].Succs, [&](unsigned S) {
      return S != L.Header && IsInside(S);
    });
  }
  return Sum;
}

Expected<std::unique_ptr<Input>> readInput(std::unique_ptr<MemoryBuffer> Buffer,
                                           const InputOptions &Options) {
  auto In = std::make_unique<Input>();
  In->FileName = Buffer->getBufferIdentifier().str();
  In->Buffer = std::move(Buffer);
  bool IsText = identify_magic(In->Buffer->getBuffer()) == file_magic::unknown;
  if (Error E =
          IsText ? readTextInto(*In, Options) : readObjectInto(*In, Options))
    return std::move(E);
  for (const ListedFunction &F : In->code().Functions) {
    In->Loops.push_back(findInnermostLoops(F, /*UseFrequencies=*/false));
    In->NumEntries.push_back(countEntries(F));
  }
  if (!In->file().Markers.empty())
    In->Regions = findMarkedRegions(In->file(), In->Loops, In->FileName);
  if (In->IsObject && Options.SourceLines)
    fillSourceLines(*In);
  return std::move(In);
}

Expected<std::unique_ptr<Input>> readInput(StringRef Path,
                                           const InputOptions &Options) {
  sys::fs::file_status Status;
  if (Path != "-" && !sys::fs::status(Path, Status) &&
      Status.type() == sys::fs::file_type::directory_file)
    return createStringError("'" + Path + "' is a directory");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + Buffer.getError().message());
  return readInput(std::move(*Buffer), Options);
}

} // namespace kernelbounds
