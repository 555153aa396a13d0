//===- StretchLog.cpp - When to record, and what was recorded -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/StretchLogTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "StretchLog.h"
#include <algorithm>
#include <map>
#include <tuple>

using namespace kernelbounds;

unsigned kernelbounds::roomFor(const RunOptions &Options) {
  const uint64_t Length = std::max(Options.StretchLength, 1U);
  return static_cast<unsigned>(std::clamp<uint64_t>(
      RunTrace::MaxEntries / (4 * Length), 2, Options.MaxStretches));
}

void StretchLog::add(uint32_t Thread, SteppedStretch &&S,
                     std::vector<ProcessMaps::Place> &&Places,
                     Clock::time_point Now) {
  Stretches.push_back({Thread, std::move(S), std::move(Places)});
  if (Stretches.size() >= Room) {
    for (size_t I = 1; 2 * I < Stretches.size(); ++I)
      Stretches[I] = std::move(Stretches[2 * I]);
    Stretches.resize((Stretches.size() + 1) / 2);
    Interval *= 2;
  }
  Next = Now + Interval;
}

RunTrace StretchLog::take(const std::string &Triple,
                          const std::vector<std::string> &Modules) {
  RunTrace T;
  T.Triple = Triple;
  T.Modules = Modules;
  using Key = std::tuple<uint32_t, uint64_t, std::array<uint8_t, 15>>;
  std::map<Key, uint32_t> Known;
  for (Entry &E : Stretches) {
    std::vector<uint32_t> Id;
    for (size_t I = 0; I < E.Steps.Insts.size(); ++I) {
      const SteppedInst &From = E.Steps.Insts[I];
      const ProcessMaps::Place &P = E.Places[I];
      auto [It, IsNew] =
          Known.try_emplace({P.Module, P.Offset, From.Bytes}, T.Insts.size());
      if (IsNew)
        T.Insts.push_back(
            {P.Module, P.Offset, From.Size, From.NumAccesses, From.Bytes});
      Id.push_back(It->second);
    }
    TraceStretch S;
    S.Thread = E.Thread;
    for (uint32_t I : E.Steps.Path)
      S.Path.push_back(Id[I]);
    S.Addresses = std::move(E.Steps.Addresses);
    for (TraceWindow &W : E.Steps.Windows) {
      W.Stretch = T.Stretches.size();
      W.From = Id[W.From];
      W.To = Id[W.To];
      for (TraceMove &M : W.Moves)
        M.Inst = Id[M.Inst];
      T.Windows.push_back(std::move(W));
    }
    T.Stretches.push_back(std::move(S));
  }
  Stretches.clear();
  return T;
}
