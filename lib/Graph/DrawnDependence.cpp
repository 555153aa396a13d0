//===- DrawnDependence.cpp - Dependences that data decide -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The body runs on random data (RandomAddress.h), and which of its accesses
/// meet in 64 iterations is kept: a draw from what is known of the addresses,
/// of several the one that is most like their mean. Of n equally likely places,
/// one of the d iterations before has the same with probability 1 - (1 -
/// 1/n)^d.
///
/// Tested by unittests/Graph/DrawnDependenceTest.cpp,
/// test/Simulation/drawn.s.
//
//===----------------------------------------------------------------------===//

#include "AffineAddress.h"
#include "RandomAddress.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

/// Iterations that are under way at once at most: no core has as many
/// instructions in it. What is farther apart has left the core, or its datum is
/// there.
static unsigned iterationsUnderWay(const Kernel &K) {
  return std::clamp<size_t>(4096 / K.Insts.size(), 2, 64);
}

/// Instruction of each of Kernel::Mems.
static std::vector<uint32_t> instsOfMems(const Kernel &K) {
  std::vector<uint32_t> Insts(K.Mems.size());
  for (auto [I, Inst] : enumerate(K.Insts))
    for (uint32_t M = Inst.FirstMem; M < Inst.FirstMem + Inst.NumMems; ++M)
      Insts[M] = I;
  return Insts;
}

/// Whether a load and a store are there of which one has an address that does
/// not follow from where the loop began.
static bool mayDraw(const Kernel &K, ArrayRef<AffineAddress> Addresses) {
  bool HasLoad = false, HasStore = false, IsOpen = false;
  for (auto [M, A] : zip_equal(K.Mems, Addresses)) {
    HasLoad |= M.IsLoad;
    HasStore |= M.IsStore;
    IsOpen |= !A.IsAffine && !A.IsUnknown;
  }
  return HasLoad && HasStore && IsOpen;
}

namespace {

/// Runs on random data, and what of them is kept.
class Draws {
public:
  Draws(KernelAddresses &Addresses, ArrayRef<MemoryDependence> Found)
      : Addresses(Addresses), K(Addresses.kernel()), At(Addresses.expected()),
        InstOf(instsOfMems(K)), Found(Found) {}

  std::vector<DrawnDependence> run(unsigned Seed);

private:
  bool isFound(const ObservedKey &Key) const {
    return any_of(Found, [&](const MemoryDependence &D) {
      return D.Order == DependenceOrder::RAW &&
             D.Class < DependenceClass::May && D.SourceMem == Key.SourceMem &&
             D.DestMem == Key.DestMem && D.Distance == Key.Distance;
    });
  }

  KernelAddresses &Addresses;
  const Kernel &K;
  const std::vector<AffineAddress> &At;
  const std::vector<uint32_t> InstOf;
  const ArrayRef<MemoryDependence> Found;
};

} // namespace

std::vector<DrawnDependence> Draws::run(unsigned Seed) {
  const EvaluatedAddresses &E = Addresses.forRuns();
  const unsigned UnderWay = iterationsUnderWay(K);
  std::vector<DrawnDependence> Out;
  for (const auto &[Key, Seen] :
       drawRun(K, E.Code, E.Before, Addresses.numUnits(), UnderWay, Seed)) {
    if (Seen.Trips == 0 || Key.Distance >= UnderWay ||
        (At[Key.SourceMem].IsAffine && At[Key.DestMem].IsAffine) ||
        isFound(Key))
      continue;
    const auto Overlap = static_cast<uint16_t>(Seen.Bytes / Seen.Times);
    const uint16_t Width = std::max<uint16_t>(K.Mems[Key.DestMem].Width, 1);
    Out.push_back({{InstOf[Key.SourceMem],
                    InstOf[Key.DestMem],
                    Key.SourceMem,
                    Key.DestMem,
                    DependenceOrder::RAW,
                    DependenceClass::Drawn,
                    DependenceEvidence::Randomized,
                    Overlap == Width ? Forwarding::Full : Forwarding::Partial,
                    Key.Distance,
                    Overlap,
                    0,
                    ~0u,
                    {}},
                   Seen.Trips});
  }
  return Out;
}

/// How much of a draw meets, where what is near counts more.
static double weightOf(ArrayRef<DrawnDependence> Drawn) {
  double Sum = 0;
  for (const DrawnDependence &D : Drawn)
    Sum += popcount(D.Trips) / (D.D.Distance + 1.0);
  return Sum;
}

std::vector<DrawnDependence>
kernelbounds::drawDependences(KernelAddresses &Addresses,
                              ArrayRef<MemoryDependence> Found,
                              unsigned NumRuns) {
  if (!mayDraw(Addresses.kernel(), Addresses.expected()))
    return {};
  Draws Runs(Addresses, Found);
  std::vector<std::vector<DrawnDependence>> All(NumRuns);
  double Mean = 0;
  for (auto [Seed, Drawn] : enumerate(All)) {
    Drawn = Runs.run(Seed);
    if (All.front().empty()) // As in most loops; others would have few.
      return {};
    Mean += weightOf(Drawn) / NumRuns;
  }
  std::vector<DrawnDependence> &Out = *min_element(
      All, [&](ArrayRef<DrawnDependence> A, ArrayRef<DrawnDependence> B) {
        return std::abs(weightOf(A) - Mean) < std::abs(weightOf(B) - Mean);
      });
  llvm::sort(Out, [](const DrawnDependence &A, const DrawnDependence &B) {
    auto Order = [](const MemoryDependence &D) {
      return std::tuple(D.DestInst, D.SourceInst, D.Distance, D.DestMem,
                        D.SourceMem);
    };
    return Order(A.D) < Order(B.D);
  });
  return std::move(Out);
}
