//===- HostAccesses.cpp - Walks over memory of this host ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each line that a chase visits holds the address of the next one.
//
//===----------------------------------------------------------------------===//

#include "HostAccesses.h"
#include "llvm/Support/Errc.h"
#include <sys/mman.h>

using namespace kernelbounds;
using namespace llvm;

/// Large pages begin at multiples of their size.
static constexpr uint64_t LargePage = 2 << 20;

Expected<std::unique_ptr<HostAccesses>>
HostAccesses::create(const AccessPattern &P) {
  std::unique_ptr<HostAccesses> A(new HostAccesses(P));
  if (Error E = A->open())
    return std::move(E);
  return A;
}

HostAccesses::~HostAccesses() {
  if (Memory)
    munmap(Memory, MappedBytes);
}

Error HostAccesses::open() {
  MappedBytes = P.Bytes + 2 * LargePage;
  void *M = mmap(nullptr, MappedBytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (M == MAP_FAILED)
    return createStringError(errc::not_enough_memory,
                             "there is not enough memory for a walk");
  Memory = static_cast<char *>(M);
  const auto Address = reinterpret_cast<uint64_t>(Memory);
  Begin = Memory + (LargePage - Address % LargePage);
  // Where the system has no large pages, the walk takes what it takes.
  (void)madvise(Memory, MappedBytes,
                P.Walk == AccessWalk::ChasePages ? MADV_NOHUGEPAGE
                                                 : MADV_HUGEPAGE);
  for (uint64_t I = 0; I < P.Bytes; I += AccessPattern::LineBytes)
    *reinterpret_cast<uint64_t *>(Begin + I) = 1;
  At = Begin;
  if (P.isChase()) {
    const std::vector<uint32_t> Order = orderOf(P);
    for (size_t I = 0; I < Order.size(); ++I) {
      const uint32_t Next = Order[I + 1 < Order.size() ? I + 1 : 0];
      *reinterpret_cast<char **>(Begin + P.offsetOf(Order[I])) =
          Begin + P.offsetOf(Next);
    }
    At = Begin + P.offsetOf(Order.front());
  }
  run(P.numPlaces() / StepsPerTrip);
  return Error::success();
}

void HostAccesses::run(uint64_t Trips) {
  switch (P.Walk) {
  case AccessWalk::Chase:
  case AccessWalk::ChasePages:
    return chase(Trips);
  case AccessWalk::Load:
    return load(Trips);
  case AccessWalk::Store:
    return store(Trips);
  case AccessWalk::Scatter:
    return scatter(Trips);
  }
}

static volatile uint64_t *wordAt(char *Place) {
  return reinterpret_cast<volatile uint64_t *>(Place);
}

void HostAccesses::refresh() {
  constexpr uint64_t MostOfCaches = 48 << 20;
  if (P.Bytes > MostOfCaches)
    return;
  // A chase would take so long that others drop its lines meanwhile.
  for (uint64_t I = 0; I < P.numPlaces(); ++I)
    (void)*wordAt(Begin + P.offsetOf(I));
  // What the levels near the core hold are lines that the walk comes from.
  run(P.numPlaces() / StepsPerTrip / 2);
}

void HostAccesses::chase(uint64_t Trips) {
  char *Place = At;
  for (uint64_t T = 0; T < Trips; ++T)
    for (unsigned I = 0; I < StepsPerTrip; ++I)
      Place = *reinterpret_cast<char *volatile *>(Place);
  At = Place;
}

void HostAccesses::load(uint64_t Trips) {
  char *Place = At, *const End = Begin + P.Bytes;
  for (uint64_t T = 0; T < Trips; ++T) {
    for (unsigned I = 0; I < StepsPerTrip; ++I)
      (void)*wordAt(Place + I * AccessPattern::LineBytes);
    Place += StepsPerTrip * AccessPattern::LineBytes;
    if (Place == End)
      Place = Begin;
  }
  At = Place;
}

void HostAccesses::store(uint64_t Trips) {
  char *Place = At, *const End = Begin + P.Bytes;
  for (uint64_t T = 0; T < Trips; ++T) {
    for (unsigned I = 0; I < StepsPerTrip; ++I)
      *wordAt(Place + I * AccessPattern::LineBytes) = T;
    Place += StepsPerTrip * AccessPattern::LineBytes;
    if (Place == End)
      Place = Begin;
  }
  At = Place;
}

void HostAccesses::scatter(uint64_t Trips) {
  static_assert(StepsPerTrip == ScatteredOffsets::NumStreams);
  ScatteredOffsets Offsets = Scattered;
  for (uint64_t T = 0; T < Trips; ++T)
    for (unsigned I = 0; I < StepsPerTrip; ++I)
      (void)*wordAt(Begin + Offsets.take(I));
  Scattered = Offsets;
}
