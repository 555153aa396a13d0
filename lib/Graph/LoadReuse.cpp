//===- LoadReuse.cpp - Loads of bytes that were loaded before -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses are Base + k * Step. A load at Base has the bytes that one at
/// Base + D * Step has read D iterations before. Loads of the same symbols,
/// step and width stand in one list by their constant part; the candidates of a
/// load are looked up there, the nearest first.
///
/// That nothing writes the bytes in between follows from the dependences: a
/// store that does would be one of those that the load depends on, or may.
///
/// Tested by unittests/Graph/LoadReuseTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/LoadReuse.h"
#include "AffineAddress.h"
#include "kernel-bounds/Graph/KnownMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Symbols, step, width and kind of register: with the constant, what is equal
/// if two loads read the same.
using StreamKey = std::tuple<decltype(AffineForm::Terms), uint64_t, uint16_t,
                             bool, bool, uint16_t>;

struct Load {
  uint32_t Inst, Mem;
  const StreamKey *Stream;
  uint64_t Constant, Step;
};

} // namespace

/// Whether instructions touch memory in ways that no dependence shows.
static bool hasUnseenAccess(const Kernel &K) {
  return any_of(K.Insts, [&](const KernelInst &I) {
    return I.is(IF_Call) || I.is(IF_Opaque) || I.is(IF_Locked) ||
           (I.is(IF_MayStore) &&
            none_of(K.mems(I), [](const MemRef &M) { return M.IsStore; }));
  });
}

static bool isPlain(const MemRef &M, const AffineAddress &A) {
  return M.IsLoad && !M.IsStore && !M.IsGather && !M.IsScalable &&
         M.NumParts == 1 && M.Width != 0 && A.IsAffine && !A.IsUnknown &&
         A.Step.isConstant() && A.Region != MemoryRegion::StackSlot &&
         M.Segment == 0;
}

/// Whether a store may write what the load of \p Mem reads after the load of
/// \p From, \p Distance iterations before, has read it.
static bool isWritten(ArrayRef<MemoryDependence> Memory, uint32_t Mem,
                      uint32_t From, uint32_t Distance) {
  return any_of(Memory, [&](const MemoryDependence &D) {
    if (D.Order != DependenceOrder::RAW || D.DestMem != Mem)
      return false;
    return D.Class == DependenceClass::May || D.Distance < Distance ||
           (D.Distance == Distance && D.SourceInst >= From);
  });
}

/// Whether a store of which no dependence is listed, since it goes at another
/// pace, may write what \p Load reads.
static bool mayMeetNowAndThen(const AffineAddress &Store,
                              const AffineAddress &Load) {
  auto IsOnStack = [](const AffineAddress &A) {
    return A.Region == MemoryRegion::Stack ||
           A.Region == MemoryRegion::StackSlot;
  };
  auto IsGlobal = [](const AffineAddress &A) {
    return A.Region == MemoryRegion::Global;
  };
  if ((IsOnStack(Store) && IsGlobal(Load)) ||
      (IsOnStack(Load) && IsGlobal(Store)) ||
      Store.Region == MemoryRegion::StackSlot)
    return false;
  if (IsGlobal(Store) && IsGlobal(Load) && Store.Global != Load.Global &&
      Store.Global != ~0u && Load.Global != ~0u)
    return false;
  if ((Store.IsOwnFrame && Load.IsFromCaller) ||
      (Load.IsOwnFrame && Store.IsFromCaller))
    return false;
  return !Store.IsAffine || Store.IsUnknown || !(Store.Step == Load.Step);
}

static bool isIfApart(KernelAddresses &Evaluated, uint32_t Load,
                      const LoadReuseOptions &O) {
  ArrayRef<AffineAddress> Addresses = Evaluated.get().Addresses;
  for (auto [Mem, Ref] : enumerate(Evaluated.kernel().Mems))
    if (Ref.IsStore && mayMeetNowAndThen(Addresses[Mem], Addresses[Load]) &&
        !(O.Known && O.Known->neverMeet(Mem, Load, 1)))
      return true;
  return false;
}

std::vector<LoadReuse>
kernelbounds::findLoadReuse(KernelAddresses &Evaluated,
                            ArrayRef<MemoryDependence> Memory,
                            const LoadReuseOptions &O) {
  const Kernel &K = Evaluated.kernel();
  std::vector<LoadReuse> Out;
  if (hasUnseenAccess(K))
    return Out;
  ArrayRef<AffineAddress> Addresses = Evaluated.get().Addresses;
  // Loads of each stream by the constant part of their address.
  std::map<StreamKey, std::map<uint64_t, SmallVector<uint32_t, 2>>> Streams;
  std::vector<Load> Loads;
  for (auto [I, Inst] : enumerate(K.Insts)) {
    if (Inst.NumMems != 1 || Inst.is(IF_Prefetch) || Inst.is(IF_Observed))
      continue;
    const MemRef &M = K.Mems[Inst.FirstMem];
    const AffineAddress &A = Addresses[Inst.FirstMem];
    if (!isPlain(M, A))
      continue;
    auto [It, IsNew] = Streams.try_emplace(StreamKey(
        A.Base.Terms, A.Step.Constant, M.Width, M.IsVector, M.IsBroadcast, 0));
    It->second[A.Base.Constant].push_back(I);
    Loads.push_back({static_cast<uint32_t>(I), Inst.FirstMem, &It->first,
                     A.Base.Constant, A.Step.Constant});
  }
  // Farther apart than this, dependences are not listed.
  const uint64_t Reach =
      O.ReorderBuffer == 0 ? ~0u : O.ReorderBuffer / K.Insts.size();
  auto Find = [&](const Load &L) -> std::optional<LoadReuse> {
    if (L.Step == 0) {
      if (isWritten(Memory, L.Mem, L.Inst, 1) || Reach < 2)
        return std::nullopt;
      return LoadReuse{L.Inst, L.Inst, 0, true};
    }
    const auto &Stream = Streams.find(*L.Stream)->second;
    for (uint32_t D = 0; D <= O.MaxDistance && D + 1 < Reach; ++D) {
      auto Same = Stream.find(L.Constant + D * L.Step);
      if (Same == Stream.end())
        continue;
      for (uint32_t From : Same->second)
        if ((D != 0 || From < L.Inst) && !isWritten(Memory, L.Mem, From, D))
          return LoadReuse{L.Inst, From, D, false};
    }
    return std::nullopt;
  };
  for (const Load &L : Loads)
    if (std::optional<LoadReuse> R = Find(L)) {
      R->IfApart = isIfApart(Evaluated, L.Mem, O);
      Out.push_back(*R);
    }
  return Out;
}
