//===- Input.cpp - Any file of code, ready for analysis -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/Input.h"
#include "AsmText.h"
#include "BitcodeCompiler.h"
#include "JitDumpReader.h"
#include "TargetGuess.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

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
// Bytes
//===----------------------------------------------------------------------===//

/// Assembly is read as a whole. A stream may have no end, whatever it is.
static constexpr uint64_t MaxTextSize = 256 << 20, MaxStreamSize = 1 << 30;

static Error tooLong(StringRef Name, uint64_t Most, StringRef WhatToDo) {
  return createStringError(Name + ": more than " + Twine(Most >> 20) + " MB; " +
                           WhatToDo);
}

static bool holdsText(StringRef Bytes) {
  return identify_magic(Bytes) == file_magic::unknown && !isJitDump(Bytes);
}

/// Reads \p File to its end, which may never come: what is no assembly from its
/// beginning on is refused at once.
static Expected<std::unique_ptr<MemoryBuffer>> readStream(sys::fs::file_t File,
                                                          StringRef Name) {
  constexpr size_t ChunkSize = 1 << 20;
  SmallString<0> Bytes;
  for (bool IsFirst = true;;) {
    const size_t Size = Bytes.size();
    Bytes.resize_for_overwrite(Size + ChunkSize);
    Expected<size_t> Read = sys::fs::readNativeFile(
        File, MutableArrayRef(Bytes.data() + Size, ChunkSize));
    if (!Read)
      return createStringError("cannot read '" + Name +
                               "': " + toString(Read.takeError()));
    Bytes.truncate(Size + *Read);
    if (*Read == 0)
      break;
    // Zeros begin objects of a kind that LLVM knows, too.
    const bool IsText =
        holdsText(Bytes) || StringRef(Bytes).take_front(512).find_first_not_of(
                                '\0') == StringRef::npos;
    if (IsFirst && IsText && Bytes.size() >= ChunkSize / 16) {
      IsFirst = false;
      if (Error E = checkIsAssembly(Bytes, Name))
        return std::move(E);
    }
    const uint64_t Most = IsText ? MaxTextSize : MaxStreamSize;
    if (Bytes.size() > Most)
      return tooLong(Name, Most, "pass the name of a file that has an end");
  }
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), Name, /*RequiresNullTerminator=*/true);
}

static Expected<std::unique_ptr<MemoryBuffer>> openBuffer(StringRef Path) {
  if (Path == "-")
    return readStream(sys::fs::getStdinHandle(), "<stdin>");
  auto Failed = [&](std::error_code EC) {
    return createStringError("cannot read '" + Path + "': " + EC.message());
  };
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return Failed(EC);
  if (Status.type() == sys::fs::file_type::directory_file)
    return createStringError("'" + Path + "' is a directory");
  if (Status.type() != sys::fs::file_type::regular_file) {
    Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
    if (!File)
      return Failed(errorToErrorCode(File.takeError()));
    auto Buffer = readStream(*File, Path);
    sys::fs::closeFile(*File);
    return Buffer;
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Failed(Buffer.getError());
  if (holdsText((*Buffer)->getBuffer()) &&
      (*Buffer)->getBufferSize() > MaxTextSize)
    return tooLong(Path, MaxTextSize,
                   "assemble the file, and pass the object file");
  return std::move(*Buffer);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

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
  if (!Options.Triple.empty()) // Else textTriple() has looked.
    if (Error E = checkIsAssembly(Code, In->FileName))
      return std::move(E);
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
  if (identify_magic(Buffer->getBuffer()) == file_magic::bitcode) {
    auto Compiled = compileBitcode(MemoryBufferRef(Buffer->getBuffer(), Name));
    if (!Compiled)
      return Compiled.takeError();
    Buffer = std::move(*Compiled);
  }
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
    if (Image->functions().empty() && !IsMember)
      return createStringError(Name +
                               ": no instructions: " + Image->whyNoCode());
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
  StringRef Bytes = File->Buffer->getBuffer();
  if (Error E = holdsText(Bytes)   ? File->openText()
                : isJitDump(Bytes) ? File->openJitDump()
                : identify_magic(Bytes) == file_magic::archive
                    ? File->openArchive()
                    : File->openObjectFile())
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
  if (isArchive())
    return MemberSummary;
  return Text ? Text->file() : Image->summary();
}

ArrayRef<FunctionCode> InputFile::functions() const {
  return Image ? ArrayRef(Image->functions()) : ArrayRef<FunctionCode>();
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
  if (isArchive())
    return readMemberPiece(Piece);
  return readFunctions(Piece == 0 ? 0 : PieceEnds[Piece - 1], PieceEnds[Piece]);
}

std::shared_ptr<const Input> InputFile::readFunction(unsigned Id) const {
  if (Text)
    return Text;
  if (isArchive())
    return readMemberFunction(Id);
  return readFunctions(Id, Id + 1);
}

//===----------------------------------------------------------------------===//
// All of a file at once
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<Input>> readInput(std::unique_ptr<MemoryBuffer> Buffer,
                                           const InputOptions &Options) {
  if (holdsText(Buffer->getBuffer()))
    return readText(std::move(Buffer), Options);
  // Its members are several inputs.
  if (identify_magic(Buffer->getBuffer()) == file_magic::archive)
    return openObject(*Buffer).takeError();
  if (isJitDump(Buffer->getBuffer()))
    return createStringError(Buffer->getBufferIdentifier() +
                             ": a jitdump is no object");
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
