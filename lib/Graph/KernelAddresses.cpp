//===- KernelAddresses.cpp - Addresses of a loop, once --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes as much of the code before the loop as the addresses need: what it
/// stores only if the loop loads a part of an address.
///
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/KernelAddresses.h"
#include "AffineAddress.h"
#include "kernel-bounds/Kernel/AddressSlice.h"

using namespace kernelbounds;
using namespace llvm;

KernelAddresses::KernelAddresses(const Kernel &K, const MCInstrInfo &MII,
                                 unsigned NumUnits)
    : K(K), MII(MII), NumUnits(NumUnits) {}

KernelAddresses::~KernelAddresses() = default;

EvaluatedAddresses &KernelAddresses::get() {
  if (Evaluated)
    return *Evaluated;
  Evaluated = std::make_unique<EvaluatedAddresses>();
  EvaluatedAddresses &E = *Evaluated;
  AddressSlice Slice = sliceForAddresses(K, NumUnits, false);
  E.NeedsMemory = Slice.NeedsMemory;
  E.Code = decodeBody(K, MII, Slice);
  E.Before = decodeBefore(K, MII, Slice);
  auto Evaluate = [&] {
    return evaluateAddresses(K, E.Code, E.Before, NumUnits,
                             /*AssumeDistinct=*/false, &E.MayDiffer);
  };
  auto Addresses = Evaluate();
  if (!Addresses) {
    E.Before = decodeBefore(K, MII, sliceForAddresses(K, NumUnits, true));
    Addresses = Evaluate();
  }
  E.Addresses = std::move(*Addresses);
  return E;
}

EvaluatedAddresses &KernelAddresses::forRuns() {
  EvaluatedAddresses &E = get();
  if (!E.Before.HasStores)
    E.Before = decodeBefore(K, MII, sliceForAddresses(K, NumUnits, true));
  return E;
}

const std::vector<AffineAddress> &KernelAddresses::expected() {
  if (Expected)
    return *Expected;
  EvaluatedAddresses &E = get();
  if (!E.NeedsMemory || !E.MayDiffer)
    return E.Addresses;
  auto Addresses = evaluateAddresses(K, E.Code, E.Before, NumUnits,
                                     /*AssumeDistinct=*/true);
  if (!Addresses) {
    E.Before = decodeBefore(K, MII, sliceForAddresses(K, NumUnits, true));
    Addresses = evaluateAddresses(K, E.Code, E.Before, NumUnits,
                                  /*AssumeDistinct=*/true);
  }
  Expected =
      std::make_unique<std::vector<AffineAddress>>(std::move(*Addresses));
  return *Expected;
}
