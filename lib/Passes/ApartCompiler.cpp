//===- ApartCompiler.cpp - Candidates without their function --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning/regions.c.
//
//===----------------------------------------------------------------------===//

#include "ApartCompiler.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/xxhash.h"
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

/// Whether the compiler made loops of the same kind of a loop in its function
/// and apart, which take about as long. Registers may be fewer in the function.
static bool isAlike(const TrialLoop &Whole, const TrialLoop &Apart) {
  constexpr int64_t MostDifferencePercent = 50;
  if (!Apart.Problem.empty() ||
      Whole.Shape.Parts.size() != Apart.Shape.Parts.size())
    return false;
  auto IsNear = [](const CyclesPerIter &A, const CyclesPerIter &B) {
    return A * 100 <= B * (100 + MostDifferencePercent);
  };
  return all_of(
      zip_equal(Whole.Shape.Parts, Apart.Shape.Parts), [&](const auto &Both) {
        const auto &[A, B] = Both;
        return A.SourceIterations == B.SourceIterations && A.Piece == B.Piece &&
               IsNear(A.Cycles, B.Cycles) && IsNear(B.Cycles, A.Cycles);
      });
}

/// Whether nothing that is known of \p A and \p B beside their code makes a
/// difference to what they take.
static bool isKnownAlike(const MetadataLoop &A, const MetadataLoop &B) {
  auto WaitsIn = [](const MetadataLoop &L) {
    return !L.Around ? -1 : int(L.Around->VisitsWait);
  };
  auto VisitsOf = [](const MetadataLoop &L) {
    return L.Around ? L.Around->TripCount : std::nullopt;
  };
  return A.Steps.Constant == B.Steps.Constant &&
         A.Steps.Symbolic == B.Steps.Symbolic && A.HasResult == B.HasResult &&
         WaitsIn(A) == WaitsIn(B) && VisitsOf(A) == VisitsOf(B);
}

RegionPool::Region &RegionPool::get(const Compilation &How, LoopRegion From,
                                    std::vector<MetadataLoop> Source) {
  const uint64_t Hash =
      xxh3_64bits(StringRef(From.Bitcode.data(), From.Bitcode.size()));
  const auto [First, Last] = Regions.equal_range(Hash);
  for (auto At = First; At != Last; ++At) {
    Region &R = At->second;
    if (R.Compiler.bitcode() == ArrayRef(From.Bitcode) &&
        R.Source.size() == Source.size() &&
        all_of(zip_equal(R.Source, Source), [](const auto &Both) {
          return isKnownAlike(std::get<0>(Both), std::get<1>(Both));
        }))
      return R;
  }
  return Regions
      .emplace(std::piecewise_construct, std::forward_as_tuple(Hash),
               std::forward_as_tuple(How, std::move(From), std::move(Source)))
      ->second;
}

const std::vector<TrialLoop> *
RegionPool::Region::compile(const std::vector<LoopHints> &Hints,
                            const std::vector<bool> &Mattered) {
  const auto [At, IsNew] = Known.try_emplace({Hints, Mattered});
  if (IsNew) {
    auto Matters = [&](unsigned I) { return bool(Mattered[I]); };
    Trial T(Source, Matters);
    if (Compiler.compile(Hints, T) && T.Problem.empty())
      At->second = std::move(T.Loops);
  }
  return At->second ? &*At->second : nullptr;
}

ApartCompiler::ApartCompiler(const Compilation &How,
                             const CandidateCompiler &Whole,
                             ArrayRef<MetadataLoop> Source,
                             ArrayRef<TrialLoop> AsCompiled, RegionPool &Pool)
    : Loops(Source.size()) {
  auto Wants = [&](unsigned I) {
    return Source[I].UserHint.empty() && AsCompiled[I].Problem.empty();
  };
  for (LoopRegion &From :
       takeOutLoops(How, Whole.bitcode(), Whole.name(), Wants)) {
    Place At = {nullptr, std::move(From.Loops)};
    std::vector<MetadataLoop> Own;
    for (const unsigned Loop : At.Loops)
      Own.push_back(Source[Loop]);
    At.Region = &Pool.get(How, std::move(From), std::move(Own));
    std::vector<bool> Mattered;
    for (const unsigned Loop : At.Loops)
      Mattered.push_back(Wants(Loop));
    const std::vector<TrialLoop> *Default =
        At.Region->compile(std::vector<LoopHints>(At.Loops.size()), Mattered);
    if (!Default)
      continue;
    for (auto [Loop, L] : zip_equal(At.Loops, *Default))
      if (Wants(Loop) && isAlike(AsCompiled[Loop], L))
        Loops[Loop] = L;
    Places.push_back(std::move(At));
  }
}

size_t ApartCompiler::size() const {
  SmallPtrSet<const RegionPool::Region *, 8> Seen;
  size_t Sum = 0;
  for (const Place &At : Places)
    if (Seen.insert(At.Region).second)
      Sum += At.Region->Compiler.size();
  return Sum;
}

std::optional<std::vector<TrialLoop>>
ApartCompiler::compile(ArrayRef<LoopHints> Hints, Trial::Question Matters,
                       JointSearch::Compiler Whole) {
  std::vector<TrialLoop> Out(Hints.size());
  auto IsIn = [&](unsigned Loop) { return Matters(Loop) && !find(Loop); };
  for (const Place &At : Places) {
    std::vector<LoopHints> Own;
    std::vector<bool> Mattered;
    for (const unsigned Loop : At.Loops) {
      Own.push_back(Hints[Loop]);
      Mattered.push_back(find(Loop) && Matters(Loop));
    }
    if (none_of(Mattered, [](bool Does) { return Does; }))
      continue;
    const std::vector<TrialLoop> *Found = At.Region->compile(Own, Mattered);
    for (auto [I, Loop] : enumerate(At.Loops))
      if (Found)
        Out[Loop] = (*Found)[I];
      else
        Out[Loop].Problem = "it cannot be compiled";
  }
  bool Rest = false;
  for (unsigned I = 0; I < Out.size(); ++I)
    Rest |= IsIn(I);
  if (!Rest)
    return Out;
  auto Code = Whole(Hints, IsIn);
  if (!Code)
    return std::nullopt;
  for (unsigned I = 0; I < Out.size(); ++I)
    if (IsIn(I))
      Out[I] = std::move((*Code)[I]);
  return Out;
}
