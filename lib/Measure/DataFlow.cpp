//===- DataFlow.cpp - Who got whose result in a run -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A store that a load reads is on a cycle with it if it is reached from the
/// load along recorded operands. Per load one search, O(instructions + edges).
/// Accesses are those of their full width: elements that a mask leaves out
/// count as accessed, those of gathers and scatters are not seen.
/// Tested by unittests/Measure/DataFlowTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/DataFlow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace kernelbounds;
using namespace llvm;

constexpr uint64_t PageBytes = 4096;
/// An operand counts that comes the same way in one of so many executions.
constexpr uint64_t OneOf = 4;

DataFlowRecorder::DataFlowRecorder(const Kernel &Insts, uint64_t Reach)
    : Insts(Insts), Reach(Reach) {
  for (RegUnit U : Insts.UnitPool)
    if (U != NoRegUnit && U >= WriterOf.size())
      WriterOf.resize(U + 1, ~0u);
  Flow.Executions.assign(Insts.Insts.size(), 0);
}

DataFlowRecorder::Writer &DataFlowRecorder::byteAt(uint64_t Address) {
  std::vector<Writer> &Page = Pages[Address / PageBytes];
  if (Page.empty())
    Page.resize(PageBytes);
  return Page[Address % PageBytes];
}

void DataFlowRecorder::load(uint32_t Inst, const Access &A) {
  SmallVector<uint32_t, 4> Stores;
  for (uint64_t Byte = 0; Byte < A.Bytes; ++Byte) {
    const Writer &W = byteAt(A.Address + Byte);
    if (W.Inst != ~0u && Step - W.Step <= Reach &&
        !is_contained(Stores, W.Inst)) {
      Stores.push_back(W.Inst);
      ++Flow.Memory[{W.Inst, Inst}];
    }
  }
}

void DataFlowRecorder::run(uint32_t Inst, ArrayRef<Access> Accesses) {
  const KernelInst &I = Insts.Insts[Inst];
  ++Step;
  ++Flow.Executions[Inst];
  SmallVector<uint32_t, 8> Makers;
  if (!I.is(IF_ZeroIdiom))
    for (const RegRead &R : Insts.reads(I))
      for (RegUnit U : Insts.units(R))
        if (U != NoRegUnit && WriterOf[U] != ~0u &&
            !is_contained(Makers, WriterOf[U]))
          Makers.push_back(WriterOf[U]);
  for (uint32_t From : Makers)
    ++Flow.Registers[{From, Inst}];
  for (const Access &A : Accesses)
    if (A.IsLoad)
      load(Inst, A);
  for (const RegWrite &W : Insts.writes(I))
    for (RegUnit U : Insts.units(W))
      if (U != NoRegUnit)
        WriterOf[U] = Inst;
  for (const Access &A : Accesses)
    if (A.IsStore)
      for (uint64_t Byte = 0; Byte < A.Bytes; ++Byte)
        byteAt(A.Address + Byte) = {Inst, Step};
}

namespace {

/// Who takes whose result, among the instructions of a loop.
class LoopFlow {
public:
  LoopFlow(const DataFlow &Flow, ArrayRef<uint32_t> Loop) {
    for (uint32_t I : Loop)
      Takers[I];
    auto Add = [&](const DataFlow::Edges &Edges, uint64_t Share) {
      for (const auto &[Edge, Count] : Edges)
        if (Takers.contains(Edge.first) && Takers.contains(Edge.second) &&
            Count * Share >= Flow.Executions[Edge.second])
          Takers[Edge.first].push_back(Edge.second);
    };
    Add(Flow.Registers, OneOf);
    Add(Flow.Memory, ~0u); // Each of them: loads add up their stores.
  }

  bool contains(uint32_t Inst) const { return Takers.contains(Inst); }

  /// All that \p From reaches over at least one edge, or over none.
  DenseSet<uint32_t> reachedFrom(uint32_t From) const {
    DenseSet<uint32_t> Seen{From};
    SmallVector<uint32_t, 32> Open{From};
    while (!Open.empty())
      for (uint32_t To : Takers.find(Open.pop_back_val())->second)
        if (Seen.insert(To).second)
          Open.push_back(To);
    return Seen;
  }

private:
  DenseMap<uint32_t, SmallVector<uint32_t, 4>> Takers;
};

} // namespace

bool DataFlow::isCarriedThroughMemory(ArrayRef<uint32_t> Loop) const {
  const LoopFlow Among(*this, Loop);
  for (uint32_t Load : Loop) {
    uint64_t FromOwn = 0; // Executions that read a store that depends on it.
    const DenseSet<uint32_t> Reached = Among.reachedFrom(Load);
    for (const auto &[Edge, Count] : Memory)
      if (Edge.second == Load && Among.contains(Edge.first) &&
          Reached.contains(Edge.first))
        FromOwn += Count;
    if (FromOwn != 0 && FromOwn * OneOf >= Executions[Load])
      return true;
  }
  return false;
}
