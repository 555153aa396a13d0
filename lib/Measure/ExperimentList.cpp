//===- ExperimentList.cpp - Experiments on a core as texts ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texts of all experiments are read at once, in one assembly file.
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "kernel-bounds/Measure/LoopText.h"
#include "llvm/ADT/STLExtras.h"

#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

CoreExperiment &ExperimentList::add(StringRef Name, StringRef Text,
                                    std::string Body, std::string Less) {
  CoreExperiment E;
  E.Name = Name.str();
  E.Text = Text.str();
  LoopValues V;
  V.General = V.Rax = V.Vector = V.OddVector = V.Memory = 0;
  E.Loop.Values = E.Less.Values = V;
  List.push_back(std::move(E));
  BodyCopies.push_back(1);
  Texts.push_back(std::move(Body));
  Texts.push_back(std::move(Less));
  return List.back();
}

std::string kernelbounds::repeat(StringRef Text, unsigned Times) {
  std::string All;
  for (unsigned I = 0; I < Times; ++I)
    (All += Text) += '\n';
  return All;
}

void ExperimentList::chain(StringRef Name, StringRef Link, KnownFigures Known,
                           unsigned Parts, StringRef Before) {
  CoreExperiment &E =
      add(Name, Link, Before.str() + "\n" + repeat(Link, Parts), "");
  E.Parts = Parts;
  E.Known = std::move(Known);
}

void ExperimentList::links(StringRef Name,
                           function_ref<std::string(unsigned)> LinkOf,
                           KnownFigures Known, StringRef Before) {
  std::string Body = Before.str() + "\n";
  for (unsigned I = 0; I < NumLinks; ++I)
    Body += LinkOf(I) + "\n";
  CoreExperiment &E = add(Name, LinkOf(0), std::move(Body), "");
  E.Parts = NumLinks;
  E.Known = std::move(Known);
}

void ExperimentList::trip(StringRef Name, StringRef Text, std::string Body) {
  add(Name, Text, std::move(Body), "");
}

void ExperimentList::walk(StringRef Name, StringRef Body, unsigned Trips,
                          KnownFigures Known) {
  CoreExperiment &E =
      add(Name, Body, (Body + "\n" + Target.coreTexts().NextPlace + "\n").str(),
          "");
  E.Parts = 1.0 / Trips;
  E.Known = std::move(Known);
  // The data of all trips stay in the cache.
  E.Loop.MaxTrips = 1024;
}

void ExperimentList::rate(StringRef Name,
                          function_ref<std::string(unsigned)> CopyOf,
                          double PartsOfCopy, unsigned Copies) {
  std::string Few, Many;
  for (unsigned I = 0; I < 3 * Copies; ++I) {
    const std::string Copy = CopyOf(I) + "\n";
    Many += Copy;
    if (I < Copies)
      Few += Copy;
  }
  add(Name, CopyOf(0), std::move(Many), std::move(Few)).Parts =
      2 * Copies * PartsOfCopy;
}

/// Square roots: long, and two chains of them run side by side.
static constexpr unsigned RootsOfChain = 24;

void ExperimentList::size(StringRef Name, StringRef Filler, SizeSearch S) {
  CoreExperiment &E = add(Name, Filler,
                          Target.coreTexts().FirstRoot.str() + "\n" +
                              repeat(Target.coreTexts().Root, RootsOfChain - 1),
                          Filler.str());
  S.Values = E.Loop.Values;
  E.Size = std::move(S);
  E.Known = {{"op.sqrtsd", RootsOfChain}};
}

/// The chain, and \p N that wait for it.
static std::string withReaders(const WaitingTexts &Texts, unsigned N) {
  std::string Body = Texts.Chain;
  for (unsigned I = 0; I < N; ++I)
    Body += Texts.ReaderOf(I) + "\n";
  return Body;
}

void ExperimentList::waiting(const WaitingTexts &General,
                             const WaitingTexts &Vector) {
  auto Add = [&](StringRef Kind, const WaitingTexts &Texts, unsigned N) {
    chain(formatv("waiting.{0}.{1}", Kind, N).str(), withReaders(Texts, N), {},
          1);
  };
  for (unsigned N : numsWaiting()) {
    Add("general", General, N);
    Add("vector", Vector, N);
  }
}

void ExperimentList::behind(const WaitingTexts &Vector, StringRef Independent) {
  for (const unsigned N : numsBehind())
    chain(formatv("behind.vector.{0}", N).str(),
          withReaders(Vector, N) + Independent.str(), {}, 1);
}

void ExperimentList::sizes(const SizeTexts &Texts) {
  auto Add = [&](StringRef Name, StringRef Filler, bool OfChain, unsigned OfEnd,
                 unsigned Most) {
    SizeSearch S;
    S.OfChain = OfChain;
    S.OfEnd = OfEnd;
    S.Most = Most;
    size(("size." + Name).str(), Filler, S);
  };
  auto Four = [](function_ref<std::string(unsigned)> TextOf) {
    std::string All;
    for (unsigned I = 0; I < 4; ++I)
      All += TextOf(I) + "\n";
    return All;
  };
  Add("reorder-buffer", Texts.Slot, true, 2, 1500);
  if (!Texts.SlotAndRegister.empty())
    Add("reorder-buffer.registers", Texts.SlotAndRegister, true, 2, 1500);
  Add("integer-registers", Four(Texts.General), false, 0, 1000);
  Add("vector-registers", Four(Texts.Vector), true, 1, 1000);
  Add("load-buffer", Four(Texts.Loads), false, 0, 600);
  Add("store-buffer", Texts.Store, false, 0, 300);
}

void ExperimentList::codeSize(StringRef Name, StringRef Filler, unsigned Most) {
  CoreExperiment &E = add(Name, Filler, "", Filler.str());
  SizeSearch S;
  S.Values = E.Loop.Values;
  S.Most = Most;
  E.Size = std::move(S);
}

void ExperimentList::straightCode(StringRef Name, StringRef Inst,
                                  unsigned Copies) {
  add(Name, Inst, Inst.str(), "").Parts = Copies;
  BodyCopies.back() = Copies;
}

Expected<std::vector<CoreExperiment>> ExperimentList::finish() {
  auto Bodies = readLoopTexts(Texts, Target);
  if (!Bodies)
    return Bodies.takeError();
  for (auto [I, E] : enumerate(List)) {
    if (E.Size) {
      E.Size->Chain = std::move((*Bodies)[2 * I]);
      E.Size->Fillers = std::move((*Bodies)[2 * I + 1]);
      continue;
    }
    for (unsigned Copy = 0; Copy < BodyCopies[I]; ++Copy)
      append_range(E.Loop.Body, (*Bodies)[2 * I]);
    E.Less.Body = std::move((*Bodies)[2 * I + 1]);
    E.Less.MaxTrips = E.Loop.MaxTrips;
  }
  return std::move(List);
}

std::vector<std::string> ExperimentList::names() const {
  std::vector<std::string> Names;
  for (const CoreExperiment &E : List)
    Names.push_back(E.Name);
  return Names;
}
