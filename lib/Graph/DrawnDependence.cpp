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
/// meet in 64 iterations is kept: a draw from what is known of the addresses.
/// Of n equally likely places, one of the d iterations before has the same with
/// probability 1 - (1 - 1/n)^d.
///
/// Tested by unittests/Graph/DrawnDependenceTest.cpp,
/// test/Simulation/drawn.s.
//
//===----------------------------------------------------------------------===//

#include "AffineAddress.h"
#include "RandomAddress.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

/// What is farther apart has left the core, or its datum is there.
static constexpr unsigned MaxDistance = 16;
static_assert(MaxDistance <= FirstObservedTrip);

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

std::vector<DrawnDependence>
kernelbounds::drawDependences(KernelAddresses &Addresses,
                              ArrayRef<MemoryDependence> Found) {
  const Kernel &K = Addresses.kernel();
  const std::vector<AffineAddress> &At = Addresses.expected();
  if (!mayDraw(K, At))
    return {};
  const EvaluatedAddresses &E = Addresses.forRuns();
  const std::vector<uint32_t> InstOf = instsOfMems(K);
  auto IsFound = [&](const ObservedKey &Key) {
    return any_of(Found, [&](const MemoryDependence &D) {
      return D.Order == DependenceOrder::RAW &&
             D.Class < DependenceClass::May && D.SourceMem == Key.SourceMem &&
             D.DestMem == Key.DestMem && D.Distance == Key.Distance;
    });
  };
  std::vector<DrawnDependence> Out;
  ObservedRuns Runs; // Longer than those for what always holds.
  for (const auto &[Key, Seen] : observeDependences(
           K, E.Code, E.Before, Addresses.numUnits(), FirstObservedTrip + 64,
           /*NumSeeds=*/1, Runs)) {
    if (Seen.Trips == 0 || Key.Distance > MaxDistance ||
        (At[Key.SourceMem].IsAffine && At[Key.DestMem].IsAffine) ||
        IsFound(Key))
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
  llvm::sort(Out, [](const DrawnDependence &A, const DrawnDependence &B) {
    auto Order = [](const MemoryDependence &D) {
      return std::tuple(D.DestInst, D.SourceInst, D.Distance, D.DestMem,
                        D.SourceMem);
    };
    return Order(A.D) < Order(B.D);
  });
  return Out;
}
