//===- NaiveCore.h - A core that goes cycle by cycle ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle of the simulator: every cycle, every micro-op in flight is looked
/// at. It shares the input with the simulator and no code. Micro-ops hold their
/// port for one cycle and have no units.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_SIMULATION_NAIVECORE_H
#define KERNEL_BOUNDS_UNITTESTS_SIMULATION_NAIVECORE_H

#include "kernel-bounds/Simulation/Simulator.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace kernelbounds::test {

class NaiveCore {
public:
  struct Uop {
    uint32_t Iteration, Inst, Index; ///< Index: into SimProgram::Uops.
    unsigned Group;
    int64_t Renamed = -1, Started = -1, Retired = -1;
    int64_t Entered = -1; ///< Its scheduler, behind a queue.
    int Port = -1;
  };
  std::vector<Uop> Uops;
  /// Cycle in which the last slot of an iteration was renamed.
  std::vector<int64_t> EndOfIteration;

  NaiveCore(const SimProgram &P, const CoreSizes &M) : P(P), M(M) {}

  void run(unsigned NumIterations) {
    layOut(NumIterations);
    for (int64_t T = 0; NextSlot < Slots.size(); ++T) {
      startUops(T);
      retireSlots(T);
      leaveQueue(T);
      renameSlots(T);
    }
    // What is under way must come to its end.
    for (int64_t T = LastCycle + 1; NextRetired < Slots.size(); ++T) {
      startUops(T);
      retireSlots(T);
      leaveQueue(T);
    }
  }

private:
  /// Micro-ops that are renamed together; a slot, or an instruction without.
  struct Slot {
    size_t FirstUop, EndUop;
    uint32_t Iteration, Inst;
    bool IsFirst, IsLast, IsFree; ///< In its instruction; free: no slot.
    int64_t Renamed = -1, Retired = -1;
    size_t EndInst = 0; ///< Micro-ops of the instruction end here.
    size_t FirstOfInst = 0;
  };

  /// Those of microcode fill whole cycles.
  unsigned slotsOf(const SimInst &Inst) const {
    unsigned Num = Inst.Slots;
    while (Inst.IsMicrocoded && Num % M.IssueWidth != 0)
      ++Num;
    return Num;
  }

  void layOut(unsigned NumIterations) {
    for (uint32_t It = 0; It < NumIterations; ++It)
      for (uint32_t I = 0; I < P.Insts.size(); ++I) {
        const SimInst &Inst = P.Insts[I];
        size_t First = Uops.size(), FirstSlot = Slots.size();
        for (unsigned G = 0; G < NumUopGroups; ++G)
          for (uint32_t U = Inst.Uops[G]; U < Inst.Uops[G + 1]; ++U) {
            Uop New;
            New.Iteration = It;
            New.Inst = I;
            New.Index = U;
            New.Group = G;
            Uops.push_back(New);
          }
        size_t Next = First;
        const unsigned NumSlots = slotsOf(Inst);
        for (unsigned S = 0; S < std::max(1u, NumSlots); ++S) {
          Slot New{Next, Next, It, I, S == 0, S + 1 >= NumSlots, NumSlots == 0};
          while (New.EndUop < Uops.size() &&
                 (New.IsFree || P.Uops[Uops[New.EndUop].Index].Slot == S))
            ++New.EndUop;
          Next = New.EndUop;
          Slots.push_back(New);
        }
        for (size_t S = FirstSlot; S < Slots.size(); ++S) {
          Slots[S].FirstOfInst = First;
          Slots[S].EndInst = Uops.size();
        }
        FirstOf[{It, I}] = First;
      }
    EndOfIteration.assign(NumIterations, -1);
  }

  std::optional<int64_t> groupStart(uint32_t It, uint32_t I, unsigned G,
                                    bool Last) const {
    const SimInst &Inst = P.Insts[I];
    size_t First = FirstOf.at({It, I}) - Inst.Uops[0];
    std::optional<int64_t> Found;
    for (uint32_t U = Inst.Uops[G]; U < Inst.Uops[G + 1]; ++U) {
      int64_t S = Uops[First + U].Started;
      if (S < 0)
        return std::nullopt;
      if (!Found || (Last ? S > *Found : S < *Found))
        Found = S;
    }
    return Found;
  }

  /// The time of a value; none while it is not known.
  std::optional<int64_t> value(int64_t It, uint32_t N) const {
    if (It < 0)
      return -1000000;
    uint32_t I = 0;
    unsigned G = 0;
    for (I = 0; I < P.Insts.size(); ++I)
      for (G = 0; G < NumUopGroups; ++G)
        if (P.Insts[I].Nodes[G] <= N && N < P.Insts[I].Nodes[G + 1])
          return valueOf(It, N, I, G);
    return std::nullopt;
  }
  std::optional<int64_t> valueOf(int64_t It, uint32_t N, uint32_t I,
                                 unsigned G) const {
    auto Known = Values.find({It, N});
    if (Known != Values.end())
      return Known->second;
    const SimInst &Inst = P.Insts[I];
    const SimNode &Node = P.Nodes[N];
    int64_t T;
    if (Node.IsFree) {
      int64_t Renamed = InstRenamed.count({uint32_t(It), I})
                            ? InstRenamed.at({uint32_t(It), I})
                            : -1;
      if (Renamed < 0)
        return std::nullopt;
      T = Renamed + Node.Start;
    } else {
      auto First =
          groupStart(It, I, Inst.StoreComputes && G == 3 ? 1 : G, false);
      auto Last = groupStart(It, I, G, true);
      if (!First || !Last)
        return std::nullopt;
      T = std::max(*First + Node.Start, *Last + 1);
    }
    for (uint32_t In = Node.FirstInput; In < Node.FirstInput + Node.NumInputs;
         ++In) {
      if ((P.Inputs[In].Trips >> (It % 64) & 1) == 0)
        continue;
      auto V = value(It - P.Inputs[In].Distance, P.Inputs[In].From);
      if (!V)
        return std::nullopt;
      T = std::max(T, *V + P.Inputs[In].Latency);
    }
    Values[{It, N}] = T;
    return T;
  }

  bool isReady(const Uop &U, int64_t T) const {
    const SimInst &Inst = P.Insts[U.Inst];
    for (uint32_t In = Inst.Gates[U.Group]; In < Inst.Gates[U.Group + 1];
         ++In) {
      const SimInput &Input = P.Inputs[In];
      auto V = value(int64_t(U.Iteration) - Input.Distance, Input.From);
      if (!V || *V + Input.Latency - P.Nodes[Input.To].Start > T)
        return false;
    }
    if (U.Group == 3 && Inst.StoreComputes) {
      auto First = groupStart(U.Iteration, U.Inst, 1, false);
      if (!First || *First + P.Nodes[Inst.Nodes[4] - 1].Start - 1 > T)
        return false;
    }
    return true;
  }

  /// Whether \p U may read its bytes of a line beside what reads by \p Reads:
  /// how often each bank is read.
  bool takesBanks(const Uop &U, std::vector<unsigned> &Reads) const {
    const SimUop &S = P.Uops[U.Index];
    const unsigned Begin = (S.PlaceInLine + U.Iteration * S.PlaceStep) % 64;
    std::set<unsigned> Banks;
    for (unsigned Byte = Begin; Byte < Begin + S.BytesRead; ++Byte)
      Banks.insert(Byte % 64 / M.BankBytes);
    for (unsigned B : Banks)
      if (Reads[B] >= M.LoadsPerBank)
        return false;
    for (unsigned B : Banks)
      ++Reads[B];
    return true;
  }

  /// The port by which \p U has to read an operand if it starts at \p T; -1:
  /// there is none.
  int readsBy(const Uop &U, int64_t T) const {
    for (const PortScheduler &S : M.Schedulers) {
      if (!S.hasThirdOperand() || !S.Ports.contains(U.Port))
        continue;
      const SimInst &Inst = P.Insts[U.Inst];
      int Num = P.Uops[U.Index].NumOperands;
      for (uint32_t I = Inst.Gates[U.Group]; I < Inst.Gates[U.Group + 1]; ++I) {
        const SimInput &In = P.Inputs[I];
        if (In.IsOperand)
          Num -= *value(int64_t(U.Iteration) - In.Distance, In.From) +
                     In.Latency - P.Nodes[In.To].Start ==
                 T;
      }
      return Num > (U.Port == S.ThirdOperand ? 0 : 2) ? S.ThirdOperand : -1;
    }
    return -1;
  }

  void startUops(int64_t T) {
    LastCycle = T;
    PortSet Taken, TakenUnits, TakenReads;
    std::vector<unsigned> Reads(64, 0);
    for (size_t I = FirstWaiting; I < Uops.size() && Uops[I].Renamed >= 0;
         ++I) {
      Uop &U = Uops[I];
      if (U.Started >= 0 || U.Renamed >= T ||
          (queueOf(U) && (U.Entered < 0 || U.Entered >= T)))
        continue;
      if (M.InOrder && I > 0 && Uops[I - 1].Started < 0)
        break;
      if (!isReady(U, T))
        continue;
      PortSet Free = P.Uops[U.Index].Ports - Taken;
      const bool IsBound = M.Choice != PortChoice::AtDispatch || queueOf(U);
      if (IsBound)
        Free = Free & PortSet::single(U.Port);
      if (Free.empty())
        continue;
      if (!IsBound)
        U.Port = leastWanted(Free);
      const int ReadsBy = readsBy(U, T);
      if (ReadsBy >= 0 && TakenReads.contains(ReadsBy))
        continue;
      if (const PortSet Units = P.Uops[U.Index].Units; !Units.empty()) {
        const PortSet FreeUnits = Units - TakenUnits;
        if (FreeUnits.empty()) {
          if (!(Units & M.BlockingUnits).empty())
            Taken.insert(U.Port);
          continue;
        }
        TakenUnits.insert(FreeUnits.first());
      }
      Taken.insert(U.Port);
      if (ReadsBy >= 0)
        TakenReads.insert(ReadsBy);
      if (M.LoadsPerBank != 0 && P.Uops[U.Index].BytesRead != 0 &&
          !takesBanks(U, Reads))
        continue; // The start is lost.
      U.Started = T;
    }
    while (FirstWaiting < Uops.size() && Uops[FirstWaiting].Started >= 0)
      ++FirstWaiting;
  }

  int leastWanted(PortSet Free) const {
    std::vector<double> Wanted(64, 0.0);
    for (const SimUop &U : P.Uops)
      U.Ports.forEach([&](unsigned Q) { Wanted[Q] += 1.0 / U.Ports.size(); });
    int Best = -1;
    Free.forEach([&](unsigned Q) {
      if (Best < 0 || Wanted[Q] < Wanted[Best] - 1e-9)
        Best = Q;
    });
    return Best;
  }

  bool isComplete(const Slot &S, int64_t T) const {
    for (size_t U = S.FirstOfInst; U < S.EndInst; ++U)
      if (Uops[U].Started < 0 || Uops[U].Started + 1 > T)
        return false;
    const SimInst &Inst = P.Insts[S.Inst];
    for (uint32_t N = Inst.Nodes[0]; N < Inst.Nodes[4]; ++N) {
      auto V = value(S.Iteration, N);
      if (!V || *V > T)
        return false;
    }
    return true;
  }

  void retireSlots(int64_t T) {
    unsigned NumRetired = 0;
    while (NextRetired < NextSlot &&
           (NumRetired < M.RetireWidth || Slots[NextRetired].IsFree)) {
      Slot &S = Slots[NextRetired];
      auto It = InstRenamed.find({S.Iteration, S.Inst});
      if (It == InstRenamed.end() || !isComplete(S, T))
        return;
      // An instruction without a slot leaves with the next slot, or what comes
      // before it.
      if (!S.IsFree && T < It->second + 1)
        return;
      S.Retired = T;
      ++NextRetired;
      if (!S.IsFree) {
        ++NumRetired;
        RetireTimes.push_back(T);
      }
      if (S.IsLast || S.IsFree)
        freeBuffers(S, T);
    }
  }
  void freeBuffers(const Slot &S, int64_t T) {
    for (unsigned N = 0; N < P.Insts[S.Inst].NumLoads; ++N)
      LoadsFreed.push_back(T);
    for (unsigned N = 0; N < P.Insts[S.Inst].NumStores; ++N)
      StoresFreed.push_back(T + 1);
    for (unsigned N = 0; N < P.Insts[S.Inst].NumIntegers; ++N)
      IntegersFreed.push_back(T);
    for (unsigned N = 0; N < P.Insts[S.Inst].NumVectors; ++N)
      VectorsFreed.push_back(T);
  }

  unsigned numWaiting(int64_t T) const {
    unsigned Num = 0;
    for (size_t I = FirstWaiting > 64 ? FirstWaiting - 64 : 0;
         I < Uops.size() && Uops[I].Renamed >= 0; ++I)
      Num += hasEntry(Uops[I], T);
    return Num;
  }
  /// Whether \p U, which was renamed, has an entry of its scheduler at \p T.
  bool hasEntry(const Uop &U, int64_t T) const {
    if (U.Started < 0)
      return true;
    int64_t Release = 0;
    for (const PortScheduler &S : M.Schedulers)
      if (U.Port >= 0 && S.Ports.contains(U.Port))
        Release = S.Release;
    return U.Started + Release >= T;
  }

  /// \pre All ports of a micro-op are in one scheduler.
  bool isIn(const Uop &U, const PortScheduler &S) const {
    return P.Uops[U.Index].Ports.isSubsetOf(S.Ports);
  }
  unsigned numWaitingIn(const PortScheduler &S, int64_t T) const {
    unsigned Num = 0;
    for (const Uop &U : Uops)
      Num += U.Renamed >= 0 && hasEntry(U, T) && isIn(U, S);
    return Num;
  }

  /// The scheduler behind the queue that \p U goes through, if it does.
  const PortScheduler *queueOf(const Uop &U) const {
    for (const PortScheduler &S : M.Schedulers)
      if (S.Queue != 0 && isIn(U, S) && !P.Uops[U.Index].Ports.empty())
        return &S;
    return nullptr;
  }
  unsigned numInQueue() const {
    return llvm::count_if(Uops, [&](const Uop &U) {
      return U.Renamed >= 0 && U.Entered < 0 && queueOf(U);
    });
  }
  std::map<const PortScheduler *, int> GivenIn; ///< Behind a queue: last port.
  /// In order, those for whose scheduler there is room at \p T.
  void leaveQueue(int64_t T) {
    for (Uop &U : Uops) {
      if (U.Renamed < 0)
        return;
      const PortScheduler *S = queueOf(U);
      if (!S || U.Entered >= 0)
        continue;
      const unsigned Inside = llvm::count_if(Uops, [&](const Uop &V) {
        return V.Entered >= 0 && queueOf(V) == S &&
               (V.Started < 0 || V.Started >= T);
      });
      if (Inside >= S->Entries)
        return;
      U.Port = fewestWait(P.Uops[U.Index].Ports, *S, T);
      GivenIn[S] = U.Port;
      U.Entered = T;
    }
  }

  /// Of \p Ports, for those that entered scheduler \p S until \p T: of several
  /// not the one given last, and the lowest.
  int fewestWait(PortSet Ports, const PortScheduler &S, int64_t T) const {
    auto Given = GivenIn.find(&S);
    int Best = -1;
    unsigned Least = ~0u;
    Ports.forEach([&](unsigned Q) {
      unsigned Num = llvm::count_if(Uops, [&](const Uop &V) {
        return V.Entered >= 0 && V.Port == int(Q) &&
               (V.Started < 0 || V.Started >= T);
      });
      Num = Num * 2 + (Given != GivenIn.end() && Given->second == int(Q));
      if (Num < Least) {
        Least = Num;
        Best = Q;
      }
    });
    return Best;
  }

  static bool hasRoom(const std::vector<int64_t> &Freed, uint64_t Used,
                      unsigned Need, unsigned Size, int64_t T) {
    if (Need == 0 || Used + Need <= Size)
      return true;
    uint64_t Entry = Used + Need - Size - 1;
    return Entry < Freed.size() && Freed[Entry] + 1 <= T;
  }

  bool isLimited(const Uop &U, const RenameLimit &L) const {
    const SimUop &S = P.Uops[U.Index];
    const PortSet Limit(L.Ports);
    return (U.Group == 0 || !L.LoadsOnly) && !P.Insts[U.Inst].IsBranch &&
           (S.Ports.isSubsetOf(Limit) ||
            (!S.Units.empty() && S.Units.isSubsetOf(Limit)));
  }

  bool mayRename(const Slot &S, unsigned InCycle, int64_t T) {
    unsigned Need = S.EndUop - S.FirstUop, Waiting = numWaiting(T);
    if (Need && Waiting && Waiting + Need > M.Scheduler)
      return false;
    for (const PortScheduler &Own : M.Schedulers)
      for (size_t U = S.FirstUop; U < S.EndUop; ++U)
        if (isIn(Uops[U], Own) &&
            (Own.Queue != 0 ? queueOf(Uops[U]) && numInQueue() >= Own.Queue
                            : numWaitingIn(Own, T) >= Own.Entries))
          return false;
    for (size_t U = S.FirstUop; U < S.EndUop; ++U)
      for (const RenameLimit &L : M.RenameLimits)
        if (isLimited(Uops[U], L) && llvm::count_if(Uops, [&](const Uop &V) {
                                       return V.Renamed == T && isLimited(V, L);
                                     }) >= L.MicroOps)
          return false;
    if (S.IsFree)
      return true;
    for (const RenameLimit &L : M.RenameLimits)
      if (L.Ports == 0 && P.Insts[S.Inst].IsEliminated &&
          llvm::count_if(Slots, [&](const Slot &Other) {
            return Other.Renamed == T && Other.IsLast && !Other.IsFree &&
                   P.Insts[Other.Inst].IsEliminated;
          }) >= L.MicroOps)
        return false;
    if (InCycle >= M.IssueWidth ||
        (InCycle > 0 && S.IsFirst && P.Insts[S.Inst].IsMicrocoded))
      return false;
    const unsigned Own = P.Insts[S.Inst].Slots;
    if (S.IsFirst && Own <= std::min(M.SlotsTogether, M.IssueWidth) &&
        InCycle + Own > M.IssueWidth)
      return false;
    if (!hasRoom(RetireTimes, NumSlotsRenamed, 1, M.ReorderBuffer, T))
      return false;
    const SimInst &Inst = P.Insts[S.Inst];
    return !S.IsFirst ||
           (hasRoom(LoadsFreed, LoadsUsed, Inst.NumLoads, M.LoadBuffer, T) &&
            hasRoom(StoresFreed, StoresUsed, Inst.NumStores, M.StoreBuffer,
                    T) &&
            hasRoom(IntegersFreed, IntegersUsed, Inst.NumIntegers,
                    M.IntegerRegisters, T) &&
            hasRoom(VectorsFreed, VectorsUsed, Inst.NumVectors,
                    M.VectorRegisters, T));
  }

  void renameSlots(int64_t T) {
    unsigned InCycle = 0;
    std::vector<unsigned> Pressure(64, 0);
    for (const Uop &U : Uops) {
      if (U.Renamed < 0)
        break;
      const int64_t Then = M.Choice == PortChoice::AtRenameLate ? T - 1 : T;
      if (U.Port >= 0 && U.Renamed < Then &&
          (U.Started < 0 || U.Started >= Then))
        ++Pressure[U.Port];
    }
    while (NextSlot < Slots.size() && mayRename(Slots[NextSlot], InCycle, T)) {
      Slot &S = Slots[NextSlot++];
      S.Renamed = T;
      if (!S.IsFree) {
        ++NumSlotsRenamed;
        Position = InCycle++;
      }
      if (S.IsFirst || S.IsFree) {
        LoadsUsed += P.Insts[S.Inst].NumLoads;
        StoresUsed += P.Insts[S.Inst].NumStores;
        IntegersUsed += P.Insts[S.Inst].NumIntegers;
        VectorsUsed += P.Insts[S.Inst].NumVectors;
      }
      for (size_t U = S.FirstUop; U < S.EndUop; ++U) {
        Uops[U].Renamed = T;
        if (M.Choice == PortChoice::AtRename ||
            M.Choice == PortChoice::AtRenameLate)
          Uops[U].Port = choose(P.Uops[Uops[U].Index].Ports, Pressure);
        else if (isInCycle(M.Choice))
          Uops[U].Port =
              M.Schedulers.empty() || M.Schedulers[0].PerCycle == 0
                  ? chooseInTurn(P.Uops[Uops[U].Index].Ports, Pressure)
                  : chooseInCycle(P.Uops[Uops[U].Index].Ports, T, Pressure);
      }
      if (S.IsLast || S.IsFree)
        InstRenamed[{S.Iteration, S.Inst}] = T;
      EndOfIteration[S.Iteration] = T;
      leaveQueue(T);
    }
  }

  /// The first port in a list that is not crowded; it goes to the list's end,
  /// behind those before it.
  int chooseInTurn(PortSet Ports, const std::vector<unsigned> &Pressure) {
    std::vector<int> &Left = LeftOf[Ports.bits()];
    if (Left.empty())
      Ports.forEach([&](unsigned Q) { Left.push_back(Q); });
    unsigned Least = UINT_MAX;
    for (int Q : Left)
      Least = std::min(Least, Pressure[Q]);
    const unsigned Crowded =
        M.Schedulers.empty() ? 0 : M.Schedulers[0].CrowdedFrom;
    auto It = llvm::find_if(Left, [&](int Q) {
      return Crowded == 0 || Pressure[Q] < Least + Crowded;
    });
    const int Port = *It;
    std::rotate(Left.begin(), It + 1, Left.end());
    return Port;
  }

  /// The port that fewest micro-ops got that are renamed in the cycle \p T, one
  /// more where many wait for it; of several the first, or the one given least
  /// recently.
  int chooseInCycle(PortSet Ports, int64_t T,
                    const std::vector<unsigned> &Pressure) const {
    int Best = -1;
    std::tuple<int, int, int> Least = {INT_MAX, 0, 0};
    const unsigned Crowded = M.Schedulers[0].CrowdedFrom,
                   Step = M.Schedulers[0].WaitStep;
    Ports.forEach([&](unsigned Q) {
      const int Num = (Crowded != 0 && Pressure[Q] >= Crowded) +
                      llvm::count_if(Uops, [&](const Uop &U) {
                        return U.Renamed == T && U.Port == int(Q);
                      });
      int Last = -1;
      if (M.Choice == PortChoice::InCycleInTurn)
        for (size_t U = 0; U < Uops.size(); ++U)
          if (Uops[U].Renamed >= 0 && Uops[U].Port == int(Q))
            Last = U;
      const std::tuple<int, int, int> Key = {
          Num, Step == 0 ? 0 : Pressure[Q] / Step, Last};
      if (Key < Least) {
        Least = Key;
        Best = Q;
      }
    });
    return Best;
  }

  int choose(PortSet Ports, const std::vector<unsigned> &Pressure) {
    if (Ports.size() == 1)
      return Ports.first();
    PortSet Pair;
    for (const SimInst &I : P.Insts)
      for (uint32_t U = I.Uops[0]; U < I.Uops[1]; ++U)
        if (P.Uops[U].Ports.size() == 2)
          Pair = P.Uops[U].Ports;
    if (Ports == Pair) {
      Turn = !Turn;
      return Turn ? Ports.first()
                  : (Ports - PortSet::single(Ports.first())).first();
    }
    std::vector<std::pair<unsigned, int>> Order; // Pressure, minus port.
    Ports.forEach([&](unsigned Q) { Order.push_back({Pressure[Q], -int(Q)}); });
    std::sort(Order.begin(), Order.end());
    const bool IsItsTurn = M.Choice == PortChoice::AtRenameLate
                               ? Position != 0
                               : Position % 2 == 1;
    bool Second = IsItsTurn && Order[1].first < Order[0].first + 3;
    return -Order[Second ? 1 : 0].second;
  }

  const SimProgram &P;
  CoreSizes M;
  std::vector<Slot> Slots;
  std::map<std::pair<uint32_t, uint32_t>, size_t> FirstOf;
  std::map<std::pair<uint32_t, uint32_t>, int64_t> InstRenamed;
  mutable std::map<std::pair<int64_t, uint32_t>, int64_t> Values;
  std::vector<int64_t> RetireTimes, LoadsFreed, StoresFreed;
  std::vector<int64_t> IntegersFreed, VectorsFreed;
  size_t NextSlot = 0, NextRetired = 0, FirstWaiting = 0;
  uint64_t NumSlotsRenamed = 0, LoadsUsed = 0, StoresUsed = 0;
  uint64_t IntegersUsed = 0, VectorsUsed = 0;
  unsigned Position = 0;
  std::map<uint64_t, std::vector<int>> LeftOf; ///< By set: the next first.
  bool Turn = false;
  int64_t LastCycle = 0;
};

} // namespace kernelbounds::test

#endif // KERNEL_BOUNDS_UNITTESTS_SIMULATION_NAIVECORE_H
