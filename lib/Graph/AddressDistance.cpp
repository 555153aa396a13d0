//===- AddressDistance.cpp - How far accesses lie apart -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two addresses of one speed lie apart by the difference of their bases in
/// each trip. Where symbols are left in it, nothing is known of it. Within a
/// trip the speed does not matter: the fields of an object lie apart as they
/// do, wherever the object is.
///
/// Tested by unittests/Graph/AddressDistanceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AffineAddress.h"
#include "kernel-bounds/Graph/KernelAddresses.h"

using namespace kernelbounds;
using namespace llvm;

static bool haveOneSpeed(const AffineAddress &A, const AffineAddress &B) {
  return A.IsAffine && B.IsAffine && A.Step == B.Step;
}

std::optional<int64_t> KernelAddresses::distance(uint32_t From, uint32_t To,
                                                 unsigned Trips) {
  ArrayRef<AffineAddress> All = get().Addresses;
  const AffineAddress &A = All[From], &B = All[To];
  if (A.IsUnknown || B.IsUnknown || (Trips != 0 && !haveOneSpeed(A, B)))
    return std::nullopt;
  AffineForm Apart = B.Base;
  if (Trips != 0)
    Apart.add(B.Step, Trips);
  Apart.add(A.Base, -uint64_t(1));
  if (!Apart.isConstant())
    return std::nullopt;
  return static_cast<int64_t>(Apart.Constant);
}

bool KernelAddresses::haveDifferentOrigins(uint32_t From, uint32_t To) {
  const AffineAddress &A = expected()[From], &B = expected()[To];
  if (A.IsUnknown || B.IsUnknown)
    return false;
  return A.Invariant.Terms != B.Invariant.Terms ||
         (A.IsAffine && B.IsAffine && !(A.Step == B.Step));
}

bool KernelAddresses::areDecidedByData(uint32_t From, uint32_t To) {
  // A counter that wraps is not affine either.
  if (!get().NeedsMemory)
    return false;
  auto IsDecided = [](const AffineAddress &A) {
    return !A.IsUnknown && !A.IsAffine && !A.IsArithmetic;
  };
  return IsDecided(expected()[From]) || IsDecided(expected()[To]);
}
