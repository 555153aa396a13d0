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

namespace {
/// An access by what it is counted with.
struct PooledAccess {
  uint32_t Base, Pool;
  uint32_t Access; ///< Into LineAccesses::Accesses.

  bool isWith(const PooledAccess &O) const {
    return Base == O.Base && Pool == O.Pool;
  }
  bool operator<(const PooledAccess &O) const {
    return std::tie(Base, Pool, Access) < std::tie(O.Base, O.Pool, O.Access);
  }
};
} // namespace

/// The binary logarithm of gcd(\p Step, Line).
static unsigned logOfPlaces(unsigned Step) {
  return std::countr_zero(Step | Line);
}

/// Trips in which an access to \p Width bytes crosses that begins at \p Place
/// in the first and moves by \p Step.
static uint64_t crossingTrips(unsigned Place, unsigned Step, unsigned Width) {
  if (Width <= 1)
    return 0;
  // After these the access is where it was in its line.
  const unsigned Period = Line >> logOfPlaces(Step);
  uint64_t Trips = 0;
  for (unsigned Trip = 0; Trip < Period; ++Trip)
    if ((Place + Trip * Step) % Line + Width > Line)
      Trips |= uint64_t(1) << Trip;
  for (unsigned Done = Period; Done < LinePeriod; Done *= 2)
    Trips |= Trips << Done;
  return Trips;
}

/// Places at which one access crosses, of those equal to \p Place modulo
/// 2 ^ \p LogAmong.
static unsigned countCrossings(unsigned Place, unsigned Width,
                               unsigned LogAmong) {
  const unsigned First = Line - Width + 1; // To Line - 1.
  const unsigned Skip = (Place - First) & ((1u << LogAmong) - 1);
  return Skip < Width - 1 ? ((Width - 2 - Skip) >> LogAmong) + 1 : 0;
}

/// Where the base of \p Accesses is best put.
static unsigned findPlace(const LineBase &B, const LineAccesses &L,
                          ArrayRef<PooledAccess> Accesses) {
  const unsigned LogAmong = logOfPlaces(B.Step), Among = 1u << LogAmong;
  const unsigned Known = std::min<unsigned>(B.Modulus, Among);
  unsigned Best = 0, Least = ~0u;
  for (unsigned Place = B.Residue % Known; Place < Among && Least != 0;
       Place += Known) {
    unsigned Count = 0;
    for (const PooledAccess &P : Accesses) {
      const LineAccess &A = L.Accesses[P.Access];
      if (A.Width > 1)
        Count += countCrossings(Place + A.Offset, A.Width, LogAmong);
      if (Count >= Least)
        break;
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
  SmallVector<PooledAccess, 16> Sorted;
  for (auto [I, A] : enumerate(L.Accesses))
    if (L.Bases[A.Base].IsPossible)
      Sorted.push_back({A.Base, A.Pool, uint32_t(I)});
  llvm::sort(Sorted);
  for (ArrayRef<PooledAccess> Rest = Sorted; !Rest.empty();) {
    ArrayRef<PooledAccess> Together = Rest.take_while(
        [&](const PooledAccess &P) { return P.isWith(Rest.front()); });
    Rest = Rest.drop_front(Together.size());
    const LineBase &B = L.Bases[Together.front().Base];
    const unsigned Place = findPlace(B, L, Together);
    for (const PooledAccess &P : Together) {
      const LineAccess &A = L.Accesses[P.Access];
      Out[P.Access] = crossingTrips(Place + A.Offset, B.Step, A.Width);
    }
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
