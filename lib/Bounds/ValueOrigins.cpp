//===- ValueOrigins.cpp - What the figures of a loop rest on --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the choices of mapKernel() and buildDependencyGraph(), which keep
/// the origin of micro-ops and latency only; rules for memory are looked up
/// again. The evidence of the limit is that of the bound: micro-ops confined to
/// the port set, edges of the LCD cycle, issue slots, windows of code.
///
/// A value of which the limit is made counts even if it adds nothing (an
/// eliminated move on the chain): were it wrong, so were the bound.
///
/// O(values). Tested by unittests/Bounds/ValueOriginsTest.cpp and
/// test/kernel-opt/model-check.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/ValueOrigins.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>
#include <utility>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

StringRef ValueOrigin::name() const {
  switch (What) {
  case Kind::Model:
    return From.Layer->Sources[From.Source].Name;
  case Kind::LLVM:
    return "LLVM";
  case Kind::Borrowed:
    return "borrowed";
  case Kind::Generic:
    return "generic";
  case Kind::NotModeled:
    return "not modelled";
  }
  return "";
}

StringRef ValueOrigin::kindName() const {
  switch (What) {
  case Kind::Model:
    return "model";
  case Kind::LLVM:
    return "llvm";
  case Kind::Borrowed:
    return "borrowed";
  case Kind::Generic:
    return "generic";
  case Kind::NotModeled:
    return "not-modeled";
  }
  return "";
}

bool ValueOrigin::isWeak() const {
  // Names that docs/reference/models.md reserves.
  return What != Kind::Model || name().starts_with("assumed") ||
         name().starts_with("llvm");
}

StringRef UsedValue::roleName() const {
  switch (Role) {
  case ValueRole::Uops:
    return "micro-ops";
  case ValueRole::Latency:
    return "latency";
  case ValueRole::Load:
    return "load";
  case ValueRole::Store:
    return "store";
  case ValueRole::WriteBack:
    return "address update";
  case ValueRole::Atomic:
    return "atomic update";
  case ValueRole::Crossing:
    return "line crossing";
  case ValueRole::Forwarding:
    return "forwarding";
  case ValueRole::MicroFusion:
    return "micro-fusion";
  case ValueRole::Pipeline:
    return pipelineParamName(Param);
  }
  return "";
}

//===----------------------------------------------------------------------===//
// The values of a loop
//===----------------------------------------------------------------------===//

namespace {

class Collector {
public:
  Collector(const Analysis &A, const ValueOriginsOptions &Options)
      : A(A), K(A.kernel()), Model(A.model()), Options(Options) {}
  std::vector<UsedValue> collect();

private:
  ValueOrigin llvmOrigin() const {
    return {Model.borrowedFrom().empty() ? ValueOrigin::Kind::LLVM
                                         : ValueOrigin::Kind::Borrowed,
            {}};
  }
  static ValueOrigin modelOrigin(const Provenance &From) {
    return {ValueOrigin::Kind::Model, From};
  }
  ValueOrigin ruleOrigin(const std::optional<PortModel::LayeredRule> &R) const;
  ValueOrigin memoryOrigin(const MemRef &Mem, bool Store) const;
  ValueOrigin latencyOrigin(const MappedInst &M) const;
  bool hasExplicitMemory(uint32_t I) const;
  bool hasCompute(uint32_t I) const;

  void add(ValueRole Role, uint32_t Inst, ValueOrigin Origin) {
    Values.push_back({Role, Inst, Origin});
  }
  void addInst(uint32_t I);
  void addMemory(uint32_t I);
  void addLoop();
  void addPipeline(PipelineParam P);

  void markLimit(const Bottleneck &B);
  void mark(uint32_t Inst, ValueRole Role, int64_t Weight);
  void markPipeline(ArrayRef<PipelineParam> Params);
  void markPorts(PortSet Ports);
  void markSlots();
  void markChain();

  const Analysis &A;
  const Kernel &K;
  const PortModel &Model;
  ValueOriginsOptions Options;
  std::vector<UsedValue> Values;
  std::vector<uint32_t> First; ///< Of Values, by instruction; one more: loop.
};

} // namespace

ValueOrigin
Collector::ruleOrigin(const std::optional<PortModel::LayeredRule> &R) const {
  if (!R)
    return {};
  return modelOrigin({R->Layer, R->Rule->Source, R->Rule->Line});
}

/// Without a rule the micro-ops and a load's latency are those that LLVM has
/// for a plain access.
ValueOrigin Collector::memoryOrigin(const MemRef &Mem, bool Store) const {
  if (A.Options.CompatOsaca2019)
    if (const ModelTables *T = Model.compat())
      return modelOrigin({T, T->CompatSource, 0});
  auto Rule =
      Store ? Model.storeRule(shapeOf(Mem)) : Model.loadRule(shapeOf(Mem));
  if (!Rule && Model.llvmSchedule())
    return llvmOrigin();
  return ruleOrigin(Rule);
}

ValueOrigin Collector::latencyOrigin(const MappedInst &M) const {
  if (M.is(MF_LatencyFromLLVM))
    return llvmOrigin();
  return M.LatencyFrom.isLLVM() ? ValueOrigin() : modelOrigin(M.LatencyFrom);
}

/// Whether the entry of instruction \p I speaks for its memory operands.
bool Collector::hasExplicitMemory(uint32_t I) const {
  const MappedInst &M = A.Mapped.Insts[I];
  if (M.is(MF_UopsFromLLVM))
    return true;
  return any_of(Model.entries(K.Insts[I].Opcode), [&](const LayeredEntry &E) {
    return E.Layer == M.UopsFrom.Layer && E.Entry->Line == M.UopsFrom.Line &&
           E.Entry->has(EA_ExplicitMemory);
  });
}

bool Collector::hasCompute(uint32_t I) const {
  return any_of(A.Mapped.uops(A.Mapped.Insts[I]),
                [](const MappedUop &U) { return U.Kind == UopKind::Compute; });
}

void Collector::addMemory(uint32_t I) {
  bool HasLoad = false, HasStore = false, HasWriteBack = false;
  for (const MemRef &Mem : K.mems(K.Insts[I])) {
    if (Mem.IsLoad && !std::exchange(HasLoad, true))
      add(ValueRole::Load, I, memoryOrigin(Mem, false));
    if (Mem.IsStore && !std::exchange(HasStore, true))
      add(ValueRole::Store, I, memoryOrigin(Mem, true));
    HasWriteBack |= Mem.WriteBack != WriteBackKind::None;
  }
  if (HasWriteBack)
    add(ValueRole::WriteBack, I,
        Model.writeBackRule() ? ruleOrigin(Model.writeBackRule())
                              : latencyOrigin(A.Mapped.Insts[I]));
}

void Collector::addInst(uint32_t I) {
  const KernelInst &Inst = K.Insts[I];
  const MappedInst &M = A.Mapped.Insts[I];
  if (M.is(MF_NotModeled))
    return add(ValueRole::Uops, I, {ValueOrigin::Kind::NotModeled, {}});
  bool Explicit = hasExplicitMemory(I);
  // A plain access has none but those of its rule.
  if (Explicit || Inst.NumMems == 0 || hasCompute(I))
    add(ValueRole::Uops, I,
        M.is(MF_UopsFromLLVM) ? llvmOrigin() : modelOrigin(M.UopsFrom));
  if (!M.is(MF_LatencyFromLLVM) && !Explicit)
    addMemory(I);
  if (M.is(MF_AtomicNotModeled))
    add(ValueRole::Atomic, I, {ValueOrigin::Kind::NotModeled, {}});
  else if (Inst.is(IF_Locked) && Model.atomicRule() &&
           !A.Options.CompatOsaca2019)
    add(ValueRole::Atomic, I, ruleOrigin(Model.atomicRule()));
  for (const MappedUop &U : A.Mapped.uops(M))
    if (U.CrossingTrips != 0) {
      auto [Layer, Rule] = Model.lineCrossingRule();
      add(ValueRole::Crossing, I,
          modelOrigin({Layer, Rule->Source, Rule->Line}));
    }
  bool HasResult = false;
  for (const RegWrite &W : K.writes(Inst))
    HasResult |= !W.IsWriteBack;
  bool IsRule = M.is(MF_PureLoad) && !M.is(MF_LatencyFromLLVM) && !Explicit;
  if ((HasResult || M.is(MF_LatencyFromLLVM)) && !IsRule &&
      !M.is(MF_Eliminated))
    add(ValueRole::Latency, I, latencyOrigin(M));
}

void Collector::addPipeline(PipelineParam P) {
  const SizedValue &V = Model.pipeline(P);
  if (V.Value == 0)
    return;
  add(ValueRole::Pipeline, UsedValue::WholeLoop,
      V.From.isLLVM() ? llvmOrigin() : modelOrigin(V.From));
  Values.back().Param = P;
}

static constexpr PipelineParam BufferParams[] = {
    PipelineParam::ReorderBuffer,    PipelineParam::Scheduler,
    PipelineParam::LoadBuffer,       PipelineParam::StoreBuffer,
    PipelineParam::IntegerRegisters, PipelineParam::VectorRegisters};

void Collector::addLoop() {
  for (auto [D, C] : zip_equal(A.Memory, A.Forwarding))
    if (D.Order == DependenceOrder::RAW && D.Class == DependenceClass::Must)
      add(ValueRole::Forwarding, D.DestInst,
          C.IsGeneric ? ValueOrigin() : modelOrigin(C.From));
  const ModelTables *Fusion = Model.microFusion();
  if (Fusion && !A.Options.CompatOsaca2019 && !K.Mems.empty())
    add(ValueRole::MicroFusion, UsedValue::WholeLoop,
        modelOrigin({Fusion, Fusion->MicroFusionSource, 0}));
  for (const BoundInfo &Info : allBounds())
    if (Info.Rules->Params && !A.cycles(Info.Kind).isZero())
      for (PipelineParam P : Info.Rules->Params(A.bound(Info.Kind)))
        addPipeline(P);
  if (!Options.IsSimulated)
    return;
  for (PipelineParam P : BufferParams)
    addPipeline(P);
  // Where no model says it, the simulator assumes one.
  if (Model.pipeline(PipelineParam::ReorderBuffer).Value == 0) {
    add(ValueRole::Pipeline, UsedValue::WholeLoop, {});
    Values.back().Param = PipelineParam::ReorderBuffer;
  }
}

//===----------------------------------------------------------------------===//
// The evidence of the limit
//===----------------------------------------------------------------------===//

/// The value of that role, or where the instruction has none, its micro-ops or
/// its latency: LLVM's data and explicit entries do not tell memory apart.
void Collector::mark(uint32_t Inst, ValueRole Role, int64_t Weight) {
  auto Of = [&](ValueRole Wanted) -> UsedValue * {
    for (uint32_t V = First[Inst]; V < First[Inst + 1]; ++V)
      if (Values[V].Role == Wanted)
        return &Values[V];
    return nullptr;
  };
  bool IsTime = Role == ValueRole::Latency;
  UsedValue *V = Of(Role);
  for (ValueRole Other : {IsTime ? ValueRole::Latency : ValueRole::Uops,
                          ValueRole::Latency, ValueRole::Uops})
    if (!V)
      V = Of(Other);
  if (!V)
    return;
  V->InLimit = true;
  V->Weight += Weight;
}

void Collector::markPipeline(ArrayRef<PipelineParam> Params) {
  for (UsedValue &V : Values)
    if (V.Role == ValueRole::Pipeline && is_contained(Params, V.Param))
      V.InLimit = true;
}

static ValueRole roleOf(UopKind Kind) {
  switch (Kind) {
  case UopKind::Compute:
    return ValueRole::Uops;
  case UopKind::Load:
    return ValueRole::Load;
  case UopKind::StoreAddress:
  case UopKind::StoreData:
    return ValueRole::Store;
  }
  return ValueRole::Uops;
}

void Collector::markPorts(PortSet Ports) {
  auto IsOfRule = [&](uint32_t I, const MappedUop &U) {
    return K.Insts[I].is(IF_Locked) && (U.Ports & Model.issuePorts()).empty();
  };
  const PortWitness &ByPorts = portWitness(A);
  const bool IsByLines = ByPorts.IsByLines && Ports == ByPorts.Ports;
  for (uint32_t I = 0; I < K.Insts.size(); ++I)
    for (const MappedUop &U : A.Mapped.uops(A.Mapped.Insts[I])) {
      if (!U.Ports.isSubsetOf(Ports) || (IsByLines && !U.reachesCache()))
        continue;
      mark(I, IsOfRule(I, U) ? ValueRole::Atomic : roleOf(U.Kind), U.Cycles);
      // Its weight in whole cycles, as that of the others.
      if (IsByLines && U.CrossingTrips != 0)
        mark(I, ValueRole::Crossing,
             (U.cyclesOf64() - int64_t(64) * U.Cycles) / 64);
    }
}

/// Issue slots of each instruction: of its operation if it has one.
void Collector::markSlots() {
  for (uint32_t I = 0; I < K.Insts.size(); ++I) {
    const MappedInst &M = A.Mapped.Insts[I];
    if (M.IssueSlots == 0)
      continue;
    bool Stores =
        any_of(K.mems(K.Insts[I]), [](const MemRef &R) { return R.IsStore; });
    bool IsPlain = K.Insts[I].NumMems != 0 && !hasCompute(I);
    mark(I,
         !IsPlain ? ValueRole::Uops
         : Stores ? ValueRole::Store
                  : ValueRole::Load,
         M.IssueSlots);
  }
  for (UsedValue &V : Values)
    V.InLimit |= V.Role == ValueRole::MicroFusion;
}

void Collector::markChain() {
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    const DependencyGraph::Node &N = A.Graph.nodes()[Edge.To];
    if (Edge.Kind == DependenceKind::Memory) {
      const MemoryDependence &D = A.Memory[Edge.Detail];
      for (UsedValue &V : Values)
        if (V.Role == ValueRole::Forwarding && V.Inst == D.DestInst) {
          V.InLimit = true;
          V.Weight += Edge.Latency;
          break;
        }
      continue;
    }
    switch (N.Part) {
    case NodePart::Load:
      mark(N.Inst, ValueRole::Load, Edge.Latency);
      break;
    case NodePart::Result:
      mark(N.Inst, ValueRole::Latency, Edge.Latency);
      break;
    case NodePart::WriteBack:
      mark(N.Inst, ValueRole::WriteBack, Edge.Latency);
      break;
    case NodePart::Store:
      mark(N.Inst, ValueRole::Store, Edge.Latency);
      break;
    }
  }
}

void Collector::markLimit(const Bottleneck &B) {
  if (B.Kind == Limit::None)
    return;
  const BoundRules &Rules = boundRules(B.Kind);
  if (Rules.Params)
    markPipeline(Rules.Params(A.bound(B.Kind)));
  switch (Rules.Weight) {
  case EvidenceWeight::None:
    break;
  case EvidenceWeight::Ports:
    markPorts(B.Ports);
    break;
  case EvidenceWeight::Slots:
    markSlots();
    break;
  case EvidenceWeight::Chain:
    markChain();
    break;
  }
}

std::vector<UsedValue> Collector::collect() {
  for (uint32_t I = 0; I < K.Insts.size(); ++I) {
    First.push_back(Values.size());
    addInst(I);
  }
  First.push_back(Values.size());
  addLoop();
  for (const Bottleneck &B : A.Why.Limits)
    markLimit(B);
  if (Options.ExceedsBounds)
    markPipeline(BufferParams);
  return std::move(Values);
}

std::vector<UsedValue>
kernelbounds::collectValues(const Analysis &A,
                            const ValueOriginsOptions &Options) {
  return Collector(A, Options).collect();
}

//===----------------------------------------------------------------------===//
// Totals
//===----------------------------------------------------------------------===//

std::vector<OriginTotal>
kernelbounds::totalByOrigin(ArrayRef<UsedValue> Values) {
  std::vector<OriginTotal> Totals;
  for (const UsedValue &V : Values) {
    auto It = find_if(Totals, [&](const OriginTotal &T) {
      return T.Origin.What == V.Origin.What &&
             T.Origin.name() == V.Origin.name();
    });
    OriginTotal &T =
        It == Totals.end() ? Totals.emplace_back(OriginTotal{V.Origin}) : *It;
    ++T.Count;
    T.CountInLimit += V.InLimit;
    T.Weight += V.Weight;
  }
  llvm::sort(Totals, [](const OriginTotal &X, const OriginTotal &Y) {
    auto Rank = [](const OriginTotal &T) {
      return std::tuple(-T.Weight, -int64_t(T.CountInLimit), -int64_t(T.Count),
                        T.Origin.What, T.Origin.name());
    };
    return Rank(X) < Rank(Y);
  });
  return Totals;
}

std::string kernelbounds::describeLimitOrigins(ArrayRef<OriginTotal> Totals) {
  int64_t Weight = 0;
  unsigned NumOrigins = 0;
  for (const OriginTotal &T : Totals) {
    Weight += T.Weight;
    NumOrigins += T.CountInLimit != 0;
  }
  std::string Text;
  for (const OriginTotal &T : Totals) {
    if (T.CountInLimit == 0)
      continue;
    Text += (Text.empty() ? "" : ", ") + T.Origin.name().str();
    if (NumOrigins > 1 && T.Weight > 0)
      Text += " (" + std::to_string((200 * T.Weight + Weight) / (2 * Weight)) +
              " %)";
  }
  return Text;
}
