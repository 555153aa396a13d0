//===- LineCrossings.cpp - Accesses that cross a cache line ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A base that moves by S bytes takes, modulo a line, all places that are equal
/// modulo G = gcd(S, 64), equally often. So the mean number of crossings
/// depends on the base modulo G only, and G places are tried. An access of W
/// bytes crosses at the W - 1 places that end a line.
///
/// Of an address only what matters modulo a line counts: terms that are
/// multiples of 64 fall away, so that rows of a matrix may share a base. What
/// aligned accesses and constant addresses say of the base is kept.
///
/// Tested by unittests/Graph/LineCrossingsTest.cpp and test/Bounds/lines*.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/LineCrossings.h"
#include "AffineAddress.h"
#include "llvm/ADT/STLExtras.h"
#include <bit>
#include <map>
#include <numeric>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

static constexpr unsigned Line = CacheLineBytes;

void LineBase::align(uint64_t Offset, unsigned Align) {
  Align = std::min(Align, Line);
  if (Step % Align != 0) { // In the next trip it would not be.
    IsPossible = false;
    return;
  }
  const unsigned New = -Offset % Align,
                 Common = std::min<unsigned>(Align, Modulus);
  if (New % Common != Residue % Common)
    IsPossible = false;
  if (Align <= Modulus)
    return;
  Modulus = Align;
  Residue = New;
}

//===----------------------------------------------------------------------===//
// The best place
//===----------------------------------------------------------------------===//

/// Trips in which an access to \p Width bytes crosses that begins at \p Place
/// in the first and moves by \p Step.
static uint64_t crossingTrips(unsigned Place, unsigned Step, unsigned Width) {
  uint64_t Trips = 0;
  for (unsigned Trip = 0; Trip < LinePeriod; ++Trip)
    if ((Place + Trip * Step) % Line + Width > Line)
      Trips |= uint64_t(1) << Trip;
  return Trips;
}

/// Places at which one access crosses, of those equal to \p Place modulo
/// \p Among, a power of two.
static unsigned countCrossings(unsigned Place, unsigned Width, unsigned Among) {
  const unsigned First = Line - Width + 1; // To Line - 1.
  const unsigned Skip = (Place - First) % Among;
  return Skip < Width - 1 ? (Width - 2 - Skip) / Among + 1 : 0;
}

/// Where the base of \p Accesses is best put.
static unsigned findPlace(const LineBase &B, const LineAccesses &L,
                          ArrayRef<uint32_t> Accesses) {
  const unsigned Among = std::gcd<unsigned, unsigned>(B.Step, Line);
  const unsigned Known = std::min<unsigned>(B.Modulus, Among);
  unsigned Best = 0, Least = ~0u;
  for (unsigned Place = B.Residue % Known; Place < Among; Place += Known) {
    unsigned Count = 0;
    for (uint32_t I : Accesses) {
      const LineAccess &A = L.Accesses[I];
      Count +=
          A.Width > 1 ? countCrossings(Place + A.Offset, A.Width, Among) : 0;
    }
    if (Count < Least) {
      Best = Place;
      Least = Count;
    }
  }
  return B.Modulus > Among ? B.Residue : Best;
}

std::vector<uint64_t> kernelbounds::findLeastCrossings(const LineAccesses &L) {
  std::vector<uint64_t> Out(L.Accesses.size(), 0);
  std::map<std::pair<uint32_t, uint32_t>, SmallVector<uint32_t, 8>> Together;
  for (auto [I, A] : enumerate(L.Accesses))
    if (L.Bases[A.Base].IsPossible)
      Together[{A.Base, A.Pool}].push_back(I);
  for (const auto &[Key, Accesses] : Together) {
    const LineBase &B = L.Bases[Key.first];
    const unsigned Place = findPlace(B, L, Accesses);
    for (uint32_t I : Accesses)
      Out[I] = crossingTrips(Place + L.Accesses[I].Offset, B.Step,
                             L.Accesses[I].Width);
  }
  return Out;
}

std::vector<uint64_t>
kernelbounds::findExpectedCrossings(const LineAccesses &L) {
  std::vector<uint64_t> Out(L.Accesses.size(), 0);
  for (auto [Trips, A] : zip_equal(Out, L.Accesses)) {
    const LineBase &B = L.Bases[A.Base];
    if (B.IsPossible)
      Trips = crossingTrips(B.Residue + A.Offset, B.Step, A.Width);
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// Accesses of a kernel
//===----------------------------------------------------------------------===//

/// \p F without its constant and what is a multiple of a line.
static decltype(AffineForm::Terms) termsInLine(const AffineForm &F) {
  decltype(AffineForm::Terms) Out;
  for (auto [S, C] : F.Terms)
    if (C % Line != 0)
      Out.push_back({S, C % Line});
  return Out;
}

static bool isPlain(const KernelInst &I, const MemRef &M,
                    const AffineAddress &A) {
  return I.NumMems == 1 && !I.is(IF_Prefetch) && !I.is(IF_Locked) &&
         !I.is(IF_Opaque) && !M.IsGather && !M.IsScalable && M.NumParts == 1 &&
         M.Segment == 0 && M.Width != 0 && M.Width <= Line && A.IsAffine &&
         !A.IsUnknown;
}

LineAccesses kernelbounds::findLineAccesses(KernelAddresses &Evaluated) {
  const Kernel &K = Evaluated.kernel();
  ArrayRef<AffineAddress> Addresses = Evaluated.get().Addresses;
  LineAccesses Out;
  std::map<std::pair<decltype(AffineForm::Terms), uint8_t>, uint32_t> BaseIds;
  // Addresses that code counts from itself are known as its own are.
  const unsigned Known = std::clamp(K.CodeAlign, 1u, Line);
  for (auto [I, Inst] : enumerate(K.Insts)) {
    if (Inst.NumMems != 1)
      continue;
    const MemRef &M = K.Mems[Inst.FirstMem];
    const AffineAddress &A = Addresses[Inst.FirstMem];
    if (!isPlain(Inst, M, A) || !termsInLine(A.Step).empty())
      continue;
    auto Terms = termsInLine(A.Base);
    const uint8_t Step = A.Step.Constant % Line;
    auto [It, IsNew] =
        BaseIds.try_emplace(std::pair(Terms, Step), Out.Bases.size());
    if (IsNew) {
      uint64_t Bits = Known;
      for (auto [S, C] : Terms)
        Bits |= C;
      const unsigned Modulus = 1u << std::countr_zero(Bits);
      Out.Bases.push_back({Step, static_cast<uint8_t>(Modulus), 0, true});
    }
    const uint8_t Offset = A.Base.Constant % Line;
    if (M.Align > 1)
      Out.Bases[It->second].align(Offset, M.Align);
    LineAccess Access{It->second, 0,
                      Offset,     static_cast<uint8_t>(M.Width),
                      false,      static_cast<uint32_t>(I)};
    if (M.IsLoad)
      Out.Accesses.push_back(Access);
    Access.IsStore = true;
    if (M.IsStore)
      Out.Accesses.push_back(Access);
  }
  return Out;
}
