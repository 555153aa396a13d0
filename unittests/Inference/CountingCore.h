//===- CountingCore.h - A hidden core with counters -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs mixes on a hidden core cycle by cycle and counts on which ports their
/// micro-ops begin. A micro-op gets the port with the shortest queue when it is
/// renamed; of equal ones, any. Counts have noise.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_INFERENCE_COUNTINGCORE_H
#define KERNEL_BOUNDS_UNITTESTS_INFERENCE_COUNTINGCORE_H

#include "HiddenCore.h"
#include "kernel-bounds/Inference/CountInference.h"
#include <deque>
#include <map>

namespace kernelbounds {

class CountingCore : public CountRunner {
public:
  CountingCore(const HiddenCore &Core, unsigned Seed, double Noise)
      : Core(Core), Random(Seed * 31 + 5), Noise(Noise) {}

  /// The micro-ops of a form as its counters see them: units that are not
  /// pipelined have none, and what holds a port is one.
  static llvm::SmallVector<CountedUops, 4> uopsOf(const HiddenCore &Core,
                                                  FormId F) {
    llvm::SmallVector<CountedUops, 4> Uops;
    const FormUsage &Usage = Core.Forms[F];
    for (const ResourceUse &U : Usage.Uses)
      if (U.Resources.first() < Core.NumPorts)
        Uops.push_back({U.Resources, Usage.holdsResources() ? 1 : U.Cycles});
    std::sort(Uops.begin(), Uops.end(), [](auto &A, auto &B) {
      return std::pair(A.Ports.size(), A.Ports.bits()) <
             std::pair(B.Ports.size(), B.Ports.bits());
    });
    return Uops;
  }

  llvm::Expected<UopCounts>
  countPerIteration(llvm::ArrayRef<std::pair<FormId, unsigned>> M) override {
    ++NumCalls;
    const Mix Key(M.begin(), M.end());
    auto [It, IsNew] = Known.try_emplace(Key);
    if (IsNew)
      It->second = simulate(Key);
    UopCounts C;
    for (double Count : It->second)
      C.OnCounter.push_back(Count *
                            (1 + Noise * std::normal_distribution<>()(Random)));
    return C;
  }

  unsigned NumCalls = 0;

private:
  struct Uop {
    PortSet Ports;
    unsigned Hold = 1; ///< Cycles.
    bool IsCounted = false;
  };

  /// The micro-ops of \p Repeats iterations, of which the first \p Warm do not
  /// count. Forms stand spread evenly, as in a loop.
  std::deque<Uop> program(const Mix &M, unsigned Repeats, unsigned Warm) const {
    std::deque<Uop> Program;
    std::vector<unsigned> Done(M.size());
    unsigned All = 0;
    for (auto [F, Count] : M)
      All += Count;
    for (unsigned I = 0; I < All * Repeats; ++I) {
      size_t Next = 0;
      auto Lag = [&](size_t P) {
        return int64_t(M[P].second) * (I + 1) - int64_t(Done[P]) * All;
      };
      for (size_t P = 1; P < M.size(); ++P)
        if (Lag(P) > Lag(Next))
          Next = P;
      const FormId F = M[Next].first;
      const bool IsCounted = Done[Next]++ >= Warm * M[Next].second;
      const FormUsage &Usage = Core.Forms[F];
      for (const ResourceUse &U : Usage.Uses) {
        if (U.Resources.first() >= Core.NumPorts)
          continue;
        const bool IsHeld = Usage.holdsResources();
        for (unsigned K = 0; K < (IsHeld ? 1 : U.Cycles); ++K)
          Program.push_back({U.Resources, IsHeld ? U.Cycles : 1, IsCounted});
      }
    }
    return Program;
  }

  std::vector<double> simulate(const Mix &M) {
    constexpr unsigned Warm = 10, Counted = 24, Room = 64;
    std::vector<double> Counts(Core.NumPorts);
    std::deque<Uop> Program = program(M, Warm + Counted, Warm);
    std::vector<std::deque<Uop>> Queues(Core.NumPorts);
    std::vector<unsigned> BusyFor(Core.NumPorts);
    unsigned Waiting = 0;
    while (!Program.empty() || Waiting != 0) {
      for (unsigned P = 0; P < Core.NumPorts; ++P) {
        if (BusyFor[P] != 0 && --BusyFor[P] != 0)
          continue;
        if (Queues[P].empty())
          continue;
        Counts[P] += Queues[P].front().IsCounted;
        BusyFor[P] = Queues[P].front().Hold;
        Queues[P].pop_front();
        --Waiting;
      }
      for (unsigned I = 0; I < Core.Width && Waiting < Room; ++I) {
        if (Program.empty())
          break;
        const Uop U = Program.front();
        Program.pop_front();
        Queues[choose(U.Ports, Queues, BusyFor)].push_back(U);
        ++Waiting;
      }
    }
    for (double &C : Counts)
      C /= Counted;
    return Counts;
  }

  unsigned choose(PortSet Ports, llvm::ArrayRef<std::deque<Uop>> Queues,
                  llvm::ArrayRef<unsigned> BusyFor) {
    unsigned Best = Ports.first(), NumEqual = 0;
    auto Load = [&](unsigned P) { return Queues[P].size() + BusyFor[P]; };
    Ports.forEach([&](unsigned P) {
      if (Load(P) < Load(Best)) {
        Best = P;
        NumEqual = 1;
      } else if (Load(P) == Load(Best) && Random() % ++NumEqual == 0) {
        Best = P;
      }
    });
    return Best;
  }

  const HiddenCore &Core;
  std::mt19937 Random;
  double Noise;
  std::map<Mix, std::vector<double>> Known;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_INFERENCE_COUNTINGCORE_H
