//===- KernelCode.cpp - The code of a measured object ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/KernelCode.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <unordered_map>

using namespace kernelbounds;
using namespace llvm;

std::string kernelbounds::formatBlockCounts(ArrayRef<BlockCount> Counts) {
  std::string Text;
  for (const BlockCount &B : Counts)
    Text += (Text.empty() ? "" : " ") + utohexstr(B.Address, true) + ":" +
            std::to_string(B.Count);
  return Text;
}

Expected<std::vector<BlockCount>>
kernelbounds::parseBlockCounts(StringRef Text) {
  std::vector<BlockCount> Counts;
  SmallVector<StringRef, 16> Parts;
  Text.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    BlockCount B;
    auto [Address, Count] = Part.split(':');
    if (Address.getAsInteger(16, B.Address) || Count.getAsInteger(10, B.Count))
      return createStringError("expected ADDRESS:COUNT, not '" + Part + "'");
    Counts.push_back(B);
  }
  return Counts;
}

Expected<std::unique_ptr<KernelCode>> KernelCode::read(StringRef Object) {
  InputOptions Reading;
  Reading.SourceLines = false;
  auto In = readInput(Object, Reading);
  if (!In)
    return In.takeError();
  std::unique_ptr<KernelCode> K(new KernelCode);
  K->In = std::move(*In);
  TargetContext &Target = *K->In->Target;
  K->Semantics = createTargetSemantics(
      Target.triple(),
      {&Target.target(), &Target.instrInfo(), &Target.registerInfo()});
  if (!K->Semantics)
    return createStringError(Object + ": unsupported target");
  for (const ListedInst &I : K->listing().Insts)
    K->Semantics->append(I, K->Insts);
  return K;
}

std::vector<BlockCount>
KernelCode::blockCounts(ArrayRef<uint64_t> Executions) const {
  std::vector<BlockCount> Counts;
  for (const ListedFunction &F : listing().Functions)
    for (const ListedBlock &B : F.Blocks)
      if (B.First != B.End && Executions[B.First] != 0)
        Counts.push_back(
            {listing().Insts[B.First].Address, Executions[B.First]});
  return Counts;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// Instructions that a stretch of trips may have: long beside what a reorder
/// buffer holds, short enough to be analysed in some milliseconds.
constexpr uint64_t MaxStretch = 1024;

static uint64_t numInstructions(const ListedFunction &F,
                                ArrayRef<unsigned> Path) {
  uint64_t Sum = 0;
  for (unsigned B : Path)
    Sum += F.Blocks[B].End - F.Blocks[B].First;
  return Sum;
}

/// The loop \p Whole as stretches of \p Trips; \p Paths are those of \p Trips
/// by block.
static void addStretches(const CodePiece &Whole, const TripLog &Trips,
                         ArrayRef<std::vector<unsigned>> Paths,
                         std::vector<CodePiece> &Out) {
  std::vector<uint64_t> Lengths;
  for (const std::vector<unsigned> &Path : Paths)
    Lengths.push_back(numInstructions(*Whole.Function, Path));
  for (const TripStretch &S :
       cutIntoStretches(Trips.Trips, Lengths, MaxStretch)) {
    CodePiece P = Whole;
    P.Executions = S.Repeats;
    P.NumTrips = S.NumTrips;
    // What stands before the loop says nothing of its middle.
    P.Body.Before.clear();
    P.Body.Path.clear();
    P.Body.NumOtherBlocks = 0;
    for (uint32_t T : ArrayRef(Trips.Trips).slice(S.First, S.NumTrips))
      append_range(P.Body.Path, Paths[T]);
    P.NumInstructions =
        S.Repeats * numInstructions(*Whole.Function, P.Body.Path);
    Out.push_back(std::move(P));
  }
}

/// The paths of \p Trips as blocks of \p L; empty if they are not all there.
static std::vector<std::vector<unsigned>> findPaths(const Listing &Code,
                                                    const ListedFunction &F,
                                                    const LoopBody &L,
                                                    const TripLog &Trips) {
  std::unordered_map<uint64_t, unsigned> BlockAt;
  for (unsigned B : L.Blocks)
    if (F.Blocks[B].First != F.Blocks[B].End)
      BlockAt[Code.Insts[F.Blocks[B].First].Address] = B;
  std::vector<std::vector<unsigned>> Paths;
  for (const std::vector<uint64_t> &Path : Trips.Paths) {
    Paths.emplace_back();
    for (uint64_t Address : Path) {
      auto It = BlockAt.find(Address);
      if (It == BlockAt.end())
        return {};
      Paths.back().push_back(It->second);
    }
    if (Paths.back().empty() || Paths.back().front() != L.Header)
      return {};
  }
  return Paths;
}

/// The pieces of one function whose block frequencies are set.
static void addPieces(const Listing &Code, const ListedFunction &F,
                      const TripLog &Trips, std::vector<CodePiece> &Out) {
  auto CountOf = [&](unsigned B) { return F.Blocks[B].Frequency.value_or(0); };
  std::vector<LoopBody> Loops = findInnermostLoops(F, /*UseFrequencies=*/true);
  llvm::sort(Loops, [&](const LoopBody &A, const LoopBody &B) {
    return F.Blocks[A.Header].First < F.Blocks[B.Header].First;
  });
  std::vector<bool> Covered(F.Blocks.size());
  for (auto [I, L] : llvm::enumerate(Loops)) {
    CodePiece P{&F,
                L,
                true,
                CountOf(L.Header),
                0,
                static_cast<unsigned>(I),
                static_cast<unsigned>(Loops.size())};
    if (auto Paths = findPaths(Code, F, L, Trips); !Paths.empty()) {
      for (unsigned B : L.Blocks)
        Covered[B] = true;
      addStretches(P, Trips, Paths, Out);
      continue;
    }
    for (unsigned B : L.Path) {
      Covered[B] = true;
      P.NumInstructions += CountOf(B) * (F.Blocks[B].End - F.Blocks[B].First);
    }
    if (P.Executions != 0)
      Out.push_back(std::move(P));
  }
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    if (Covered[B] || CountOf(B) == 0)
      continue;
    CodePiece P{&F, {}, false, CountOf(B), 0, 0, 0};
    P.Body.Header = B;
    P.Body.Blocks = P.Body.Path = {B};
    P.Body.Marked = true;
    P.NumInstructions = CountOf(B) * (F.Blocks[B].End - F.Blocks[B].First);
    Out.push_back(std::move(P));
  }
}

std::vector<CodePiece> KernelCode::pieces(ArrayRef<BlockCount> Counts,
                                          const TripLog &Trips) {
  std::unordered_map<uint64_t, uint64_t> CountAt;
  for (const BlockCount &B : Counts)
    CountAt[B.Address] = B.Count;
  std::vector<CodePiece> Pieces;
  for (ListedFunction &F : In->file().Code.Functions) {
    for (ListedBlock &B : F.Blocks)
      B.Frequency =
          B.First == B.End ? 0 : CountAt[listing().Insts[B.First].Address];
    addPieces(listing(), F, Trips, Pieces);
  }
  auto Start = [](const CodePiece &P) {
    return P.Function->Blocks[P.Body.Header].First;
  };
  llvm::sort(Pieces, [&](const CodePiece &A, const CodePiece &B) {
    return A.NumInstructions != B.NumInstructions
               ? A.NumInstructions > B.NumInstructions
               : Start(A) < Start(B);
  });
  return Pieces;
}

TripLog KernelCode::findTrips(const CodePiece &P, ArrayRef<uint32_t> Blocks,
                              uint64_t NumTrips) const {
  const ListedFunction &F = *P.Function;
  auto AddressOf = [&](unsigned B) {
    return listing().Insts[F.Blocks[B].First].Address;
  };
  DenseMap<uint32_t, unsigned> InLoop; // Blocks, by first instruction.
  for (unsigned B : P.Body.Blocks)
    InLoop[F.Blocks[B].First] = B;
  std::vector<std::vector<uint64_t>> Trips;
  bool IsInside = false;
  for (uint32_t First : Blocks) {
    auto It = InLoop.find(First);
    if (It != InLoop.end() && It->second == P.Body.Header)
      Trips.emplace_back();
    IsInside = It != InLoop.end() && (It->second == P.Body.Header || IsInside);
    if (IsInside)
      Trips.back().push_back(AddressOf(It->second));
  }
  TripLog Log;
  for (const std::vector<uint64_t> &Path :
       ArrayRef(Trips).take_back(std::min<size_t>(NumTrips, Trips.size())))
    Log.add(Path);
  std::vector<uint64_t> Usual;
  Usual.reserve(P.Body.Path.size());
  for (unsigned B : P.Body.Path)
    Usual.push_back(AddressOf(B));
  auto IsOther = [&](uint32_t T) { return Log.Paths[T] != Usual; };
  return count_if(Log.Trips, IsOther) > 1 ? std::move(Log) : TripLog();
}

std::vector<unsigned> KernelCode::instructionsOf(const CodePiece &P) const {
  std::vector<unsigned> All;
  for (unsigned B : P.Body.Path)
    for (unsigned I = P.Function->Blocks[B].First;
         I < P.Function->Blocks[B].End; ++I)
      All.push_back(I);
  return All;
}

std::string KernelCode::assembly(const CodePiece &P) const {
  auto Printer = In->Target->createInstPrinter();
  Printer->setPrintBranchImmAsAddress(true);
  std::string Text;
  for (unsigned I : instructionsOf(P)) {
    std::string Line = In->Target->textOf(listing().Insts[I], *Printer);
    std::replace(Line.begin(), Line.end(), '\t', ' ');
    Text += "\t" + StringRef(Line).trim().str() + "\n";
  }
  return Text;
}

uint64_t KernelCode::hash(const CodePiece &P) const {
  const MCRegisterInfo &MRI = In->Target->registerInfo();
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  for (unsigned Idx : instructionsOf(P)) {
    const KernelInst &K = Insts.Insts[Idx];
    const MCInst &I = listing().Insts[Idx].Inst;
    OS << I.getOpcode() << '\n';
    auto IsPlace = [&](int64_t Imm) {
      return K.is(IF_Branch) || any_of(Insts.mems(K), [&](const MemRef &M) {
               return M.Base && StringRef(MRI.getName(M.Base)) == "RIP" &&
                      M.Displacement == Imm;
             });
    };
    for (const MCOperand &Op : I) {
      if (Op.isReg())
        OS << 'r' << Op.getReg().id() << ' ';
      else if (Op.isImm() && !IsPlace(Op.getImm()))
        OS << Op.getImm() << ' ';
    }
  }
  return xxh3_64bits(Bytes);
}
