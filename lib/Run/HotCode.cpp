//===- HotCode.cpp - Loops by the time that a run spent in them -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Offsets in a file become addresses by its program headers. The function of
/// an address is found by bisection; only functions with samples are read.
///
/// Tested by unittests/Run/HotCodeTest.cpp and test/Run/rank.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/HotCode.h"
#include "ModuleSegments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <map>
#include <optional>

using namespace kernelbounds;
using namespace llvm;

std::pair<StringRef, unsigned> kernelbounds::firstSourceLine(const HotSpot &S) {
  const Listing &Code = S.In->code();
  for (unsigned B : S.Loop->Path)
    for (unsigned I = S.Listed->Blocks[B].First; I < S.Listed->Blocks[B].End;
         ++I)
      if (const ListedInst &L = Code.Insts[I]; L.SourceLine != 0)
        return {Code.SourceFiles[L.SourceFile], L.SourceLine};
  return {"", 0};
}

namespace {

using Samples = ArrayRef<PlaceSamples>;

/// The samples of one module, sorted into its code.
class ModuleSorter {
public:
  ModuleSorter(StringRef Name, HotCode &Out) : Name(Name), Out(Out) {}
  void sort(Samples All);

private:
  Error open();
  void sortFunction(unsigned Id, ArrayRef<std::pair<uint64_t, size_t>> Of,
                    Samples All);
  HotSpot spot(StringRef Function, uint64_t Address) const {
    HotSpot S;
    S.Module = Name.str();
    S.Function = Function.str();
    S.Address = Address;
    return S;
  }
  static void add(const PlaceSamples &P, HotSpot &To) {
    To.NumSamples += P.NumSamples;
    To.Nanoseconds += P.Nanoseconds;
  }

  StringRef Name;
  HotCode &Out;
  std::unique_ptr<InputFile> File;
  ModuleSegments Segments;
};

} // namespace

Error ModuleSorter::open() {
  if (Name.ends_with(ReplacedSuffix) && !sys::fs::exists(Name))
    return createStringError("it was removed or replaced while it ran");
  auto Read = ModuleSegments::read(Name);
  if (!Read)
    return Read.takeError();
  Segments = std::move(*Read);
  auto In = InputFile::open(Name, InputOptions());
  if (!In)
    return In.takeError();
  File = std::move(*In);
  return Error::success();
}

/// A function of a listing, and one of its loops.
using LoopId = std::pair<unsigned, unsigned>;

/// The address of each instruction in a loop, ascending; if several loops have
/// it, the first of them stands first.
static std::vector<std::pair<uint64_t, LoopId>> placesInLoops(const Input &In) {
  std::vector<std::pair<uint64_t, LoopId>> Places;
  for (auto [Number, F] : enumerate(In.code().Functions))
    for (auto [L, Body] : enumerate(In.Loops[Number]))
      for (unsigned B : Body.Blocks)
        for (unsigned I = F.Blocks[B].First; I != F.Blocks[B].End; ++I)
          Places.push_back({In.code().Insts[I].Address, {Number, L}});
  llvm::sort(Places);
  return Places;
}

/// \p Of: addresses, and samples by their number in \p All.
void ModuleSorter::sortFunction(unsigned Id,
                                ArrayRef<std::pair<uint64_t, size_t>> Of,
                                Samples All) {
  std::shared_ptr<const Input> In = File->readFunction(Id);
  const FunctionCode &Code = File->functions()[Id];
  HotSpot Rest = spot(Code.Name, Code.Begin);
  const auto Places = placesInLoops(*In);
  std::map<LoopId, HotSpot> Loops;
  for (auto [Address, Number] : Of) {
    const auto It = partition_point(
        Places, [&, A = Address](const auto &P) { return P.first < A; });
    if (It == Places.end() || It->first != Address) {
      add(All[Number], Rest);
      continue;
    }
    const auto [F, L] = It->second;
    HotSpot &S = Loops[It->second];
    if (!S.Loop) {
      const ListedFunction &Listed = In->code().Functions[F];
      const LoopBody &Body = In->Loops[F][L];
      const unsigned First = Listed.Blocks[Body.Header].First;
      S = spot(Code.Name, In->code().Insts[First].Address);
      S.In = In;
      S.Listed = &Listed;
      S.Loop = &Body;
    }
    add(All[Number], S);
  }
  for (auto &[Where, S] : Loops)
    Out.Spots.push_back(std::move(S));
  if (Rest.NumSamples != 0)
    Out.Spots.push_back(std::move(Rest));
}

void ModuleSorter::sort(Samples All) {
  HotSpot Rest = spot("", 0);
  if (Error E = Name.starts_with("/") ? open() : Error::success())
    Out.Unread.push_back(Name.str() + ": " + toString(std::move(E)));
  std::map<unsigned, std::vector<std::pair<uint64_t, size_t>>> ByFunction;
  ArrayRef<FunctionCode> Functions;
  std::vector<unsigned> Order; // By address.
  if (File) {
    Functions = File->functions();
    for (unsigned I = 0; I < Functions.size(); ++I)
      Order.push_back(I);
    llvm::sort(Order, [&](unsigned A, unsigned B) {
      return Functions[A].Begin < Functions[B].Begin;
    });
  }
  for (auto [Number, P] : enumerate(All)) {
    const std::optional<uint64_t> Address = Segments.addressOf(P.Offset);
    auto It = llvm::upper_bound(
        Order, Address.value_or(0),
        [&](uint64_t A, unsigned F) { return A < Functions[F].Begin; });
    if (Address && It != Order.begin() && *Address < Functions[*--It].End)
      ByFunction[*It].push_back({*Address, Number});
    else
      add(P, Rest);
  }
  for (const auto &[Id, Of] : ByFunction)
    sortFunction(Id, Of, All);
  if (Rest.NumSamples != 0)
    Out.Spots.push_back(std::move(Rest));
}

uint64_t ProgramRun::numSamples() const {
  uint64_t Sum = SystemSamples;
  for (const PlaceSamples &P : Places)
    Sum += P.NumSamples;
  return Sum;
}

uint64_t ProgramRun::nanoseconds() const {
  uint64_t Sum = SystemNanoseconds;
  for (const PlaceSamples &P : Places)
    Sum += P.Nanoseconds;
  return Sum;
}

HotCode kernelbounds::findHotCode(const ProgramRun &Run) {
  HotCode Out;
  Out.NumSamples = Run.numSamples();
  Out.Nanoseconds = Run.nanoseconds();
  Samples Left = Run.Places;
  while (!Left.empty()) {
    const uint32_t Module = Left.front().Module;
    Samples Own = Left.take_while(
        [&](const PlaceSamples &P) { return P.Module == Module; });
    ModuleSorter(Run.Modules[Module], Out).sort(Own);
    Left = Left.drop_front(Own.size());
  }
  if (Run.SystemSamples != 0) {
    HotSpot System;
    System.Module = "[system]";
    System.NumSamples = Run.SystemSamples;
    System.Nanoseconds = Run.SystemNanoseconds;
    Out.Spots.push_back(std::move(System));
  }
  llvm::sort(Out.Spots, [](const HotSpot &A, const HotSpot &B) {
    if (A.Nanoseconds != B.Nanoseconds)
      return A.Nanoseconds > B.Nanoseconds;
    return std::make_tuple(B.NumSamples, A.Module, A.Address, !A.Loop) <
           std::make_tuple(A.NumSamples, B.Module, B.Address, !B.Loop);
  });
  return Out;
}
