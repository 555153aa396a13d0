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
#include "llvm/ADT/STLExtras.h"
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

//===----------------------------------------------------------------------===//
// What readers deliver
//===----------------------------------------------------------------------===//

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

/// Finds loops and regions in the code that was read.
static void findLoops(Input &In) {
  for (const ListedFunction &F : In.code().Functions) {
    In.Loops.push_back(findInnermostLoops(F, /*UseFrequencies=*/false));
    In.NumEntries.push_back(countEntries(F));
  }
  if (!In.file().Markers.empty())
    In.Regions = findMarkedRegions(In.file(), In.Loops, In.FileName);
}

/// Lines of the loops and regions only: whole programs may have millions.
static void fillSourceLines(Input &In) {
  auto Fill = [&](const ListedFunction &F, const LoopBody &L) {
    for (unsigned B : L.Blocks)
      In.Image->fillSourceLines(In.Object, F.Blocks[B].First, F.Blocks[B].End);
  };
  const std::vector<ListedFunction> &Functions = In.code().Functions;
  for (unsigned F = 0; F < Functions.size(); ++F)
    for (const LoopBody &L : In.Loops[F])
      Fill(Functions[F], L);
  for (const MarkedRegion &R : In.Regions)
    for (const LoopBody &L : R.Bodies)
      Fill(Functions[R.FunctionIdx], L);
}

/// Forgets the loops of functions that were not asked for.
static void keepLoops(Input &In, const FunctionFilter &Filter) {
  std::vector<StringRef> Names;
  for (const ListedFunction &F : In.code().Functions)
    Names.push_back(F.Name);
  std::vector<bool> Chosen = Filter.choose(Names);
  for (size_t F = 0; F < Chosen.size(); ++F)
    if (!Chosen[F])
      In.Loops[F].clear();
  erase_if(In.Regions,
           [&](const MarkedRegion &R) { return !Chosen[R.FunctionIdx]; });
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static Expected<std::unique_ptr<MemoryBuffer>> openBuffer(StringRef Path) {
  sys::fs::file_status Status;
  if (Path != "-" && !sys::fs::status(Path, Status) &&
      Status.type() == sys::fs::file_type::directory_file)
    return createStringError("'" + Path + "' is a directory");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + Buffer.getError().message());
  return std::move(*Buffer);
}

static Expected<std::unique_ptr<Input>>
readText(std::shared_ptr<MemoryBuffer> Buffer, const InputOptions &Options) {
  auto In = std::make_unique<Input>();
  In->FileName = Buffer->getBufferIdentifier().str();
  In->Buffer = std::move(Buffer);
  StringRef Code = In->Buffer->getBuffer();
  Expected<Triple> T = textTriple(Code, In->FileName, Options);
  if (!T)
    return T.takeError();
  Expected<std::unique_ptr<TargetContext>> Target =
      TargetContext::create(*T, Options.CPU, Options.Features);
  if (!Target)
    return Target.takeError();
  In->Target = std::move(*Target);
  Expected<CodeFile> File = readAssembly(MemoryBufferRef(Code, In->FileName),
                                         *In->Target, Options.Assembly);
  if (!File)
    return File.takeError();
  In->Text = std::move(*File);
  findLoops(*In);
  if (!Options.Function.empty())
    keepLoops(*In, FunctionFilter(Options.Function));
  return std::move(In);
}

static bool holdsText(const MemoryBuffer &Buffer) {
  return identify_magic(Buffer.getBuffer()) == file_magic::unknown;
}

Error InputFile::openText() {
  Expected<std::unique_ptr<Input>> In = readText(Buffer, Options);
  if (!In)
    return In.takeError();
  Text = std::move(*In);
  TheTriple = Text->Target->triple();
  TheTarget = &Text->Target->target();
  PieceEnds.push_back(1);
  return Error::success();
}

/// Cuts the functions of \p Image into pieces: enough code in each to be worth
/// the work around it, and little enough to hold several in memory.
static std::vector<unsigned> cutPieces(const ObjectImage &Image) {
  constexpr uint64_t PieceSize = 128 << 10;
  std::vector<unsigned> Ends;
  const std::vector<FunctionCode> &All = Image.functions();
  uint64_t Size = 0;
  for (auto [I, F] : enumerate(All)) {
    Size += F.End - F.Begin;
    const bool IsLast = I + 1 == All.size();
    if (!IsLast && (Size < PieceSize || Image.hasMarkers()))
      continue;
    Ends.push_back(I + 1);
    Size = 0;
  }
  return Ends;
}

Error InputFile::openObjectFile() {
  auto Object = openObject(MemoryBufferRef(Buffer->getBuffer(), Name));
  if (!Object)
    return Object.takeError();
  TheTriple = (*Object)->makeTriple();
  Triple Asked(Triple::normalize(Options.Triple));
  if (!Options.Triple.empty() && Asked.getArch() != TheTriple.getArch())
    return createStringError(Name + ": the file is for " +
                             TheTriple.getArchName() + ", not for '" +
                             Options.Triple + "'");
  auto Target = TargetContext::create(TheTriple, Options.CPU, Options.Features);
  if (!Target)
    return createStringError(Name + ": " + toString(Target.takeError()));
  TheTarget = &(*Target)->target();
  Image = std::make_shared<ObjectImage>(std::move(*Object), **Target);
  FunctionFilter Filter(Options.Function);
  const bool HasFilter = !Options.Function.empty();
  if (!HasFilter || !Image->findFunctionsNamed(Filter)) {
    Image->findFunctions(**Target);
    if (Image->functions().empty())
      return createStringError(
          Name + ": no instructions: no section with code that decodes");
    if (HasFilter && !Image->hasMarkers())
      Image->keepFunctions(Filter);
  }
  if (Options.SourceLines)
    Image->loadSourceLines();
  PieceEnds = cutPieces(*Image);
  return Error::success();
}

Expected<std::unique_ptr<InputFile>>
InputFile::open(std::unique_ptr<MemoryBuffer> Buffer,
                const InputOptions &Options) {
  std::unique_ptr<InputFile> File(new InputFile());
  File->Name = Buffer->getBufferIdentifier().str();
  File->Options = Options;
  File->Buffer = std::move(Buffer);
  if (Error E =
          holdsText(*File->Buffer) ? File->openText() : File->openObjectFile())
    return std::move(E);
  return std::move(File);
}

Expected<std::unique_ptr<InputFile>>
InputFile::open(StringRef Path, const InputOptions &Options) {
  auto Buffer = openBuffer(Path);
  if (!Buffer)
    return Buffer.takeError();
  return open(std::move(*Buffer), Options);
}

const CodeFile &InputFile::summary() const {
  return Text ? Text->file() : Image->summary();
}

std::unique_ptr<Input> InputFile::readFunctions(unsigned First,
                                                unsigned End) const {
  auto In = std::make_unique<Input>();
  In->FileName = Name;
  In->IsObject = true;
  In->Buffer = Buffer;
  In->Image = Image;
  // It was made once, so it can be made again.
  In->Target =
      cantFail(TargetContext::create(TheTriple, Options.CPU, Options.Features));
  Image->read(First, End, *In->Target, In->Object);
  findLoops(*In);
  if (Image->hasMarkers() && !Options.Function.empty())
    keepLoops(*In, FunctionFilter(Options.Function));
  fillSourceLines(*In);
  return In;
}

std::shared_ptr<const Input> InputFile::read(unsigned Piece) const {
  if (Text)
    return Text;
  return readFunctions(Piece == 0 ? 0 : PieceEnds[Piece - 1], PieceEnds[Piece]);
}

std::shared_ptr<const Input> InputFile::readFunction(unsigned Id) const {
  if (Text)
    return Text;
  return readFunctions(Id, Id + 1);
}

//===----------------------------------------------------------------------===//
// All of a file at once
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<Input>> readInput(std::unique_ptr<MemoryBuffer> Buffer,
                                           const InputOptions &Options) {
  if (holdsText(*Buffer))
    return readText(std::move(Buffer), Options);
  auto File = InputFile::open(std::move(Buffer), Options);
  if (!File)
    return File.takeError();
  std::unique_ptr<Input> In =
      (*File)->readFunctions(0, (*File)->Image->functions().size());
  return std::move(In);
}

Expected<std::unique_ptr<Input>> readInput(StringRef Path,
                                           const InputOptions &Options) {
  auto Buffer = openBuffer(Path);
  if (!Buffer)
    return Buffer.takeError();
  return readInput(std::move(*Buffer), Options);
}

} // namespace kernelbounds
