//===- MappedKernel.cpp - A kernel on a port model ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For every instruction: the strongest entry of the model's layers that
/// applies, memory micro-ops by the model's rules, LLVM's tables for the rest.
///
/// LLVM gives one latency for a load and the operation on it; the part of the
/// load is the read advance of the register operands (they may arrive that much
/// later), or the latency of a plain load of that width.
///
/// Tested by unittests/Kernel/MappedKernelTest.cpp and test/models.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/MappedKernel.h"
#include "kernel-bounds/Kernel/MoveRows.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include <optional>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Maps the instructions of one kernel, one after the other.
class Mapper {
public:
  Mapper(const Kernel &K, PortModel &Model, const MappingOptions &Options,
         MappedKernel &Out)
      : K(K), Target(targetOf(K)), Model(Model),
        Compat(Options.CompatOsaca2019),
        IsUsual(!Compat && !Options.FastestOperands), Out(Out) {}

  void map(const KernelInst &I);
  /// The same for a body in which instructions come several times.
  void mapCopies();
  void fusePairs();
  /// Finds the moves that are not eliminated because they stand in a row.
  void findRows();

private:
  void mapPlain(const KernelInst &I, bool Executes = false);
  /// Whether \p I, one of the kernel's, is what findRows() found.
  bool executes(const KernelInst &I) const {
    return !Executed.empty() && Executed.test(&I - K.Insts.data());
  }
  bool canFuse(const KernelInst &First, const KernelInst &Second) const;
  /// The entries that decide about one instruction; null = LLVM.
  struct Chosen {
    const LayeredEntry *Attrs = nullptr, *Uops = nullptr, *Latency = nullptr;
    const LayeredEntry *Slots = nullptr; ///< Not behind Uops.
    bool has(EntryAttr A) const { return Attrs && Attrs->Entry->has(A); }
  };
  Chosen choose(const KernelInst &I, bool Executes = false) const;
  bool applies(const InstEntry &E, const KernelInst &I) const;
  bool usesOneRegister(const KernelInst &I, bool CountWrites) const;
  void mapUops(const KernelInst &I, const Chosen &C, MappedInst &M);
  void mapLatencies(const KernelInst &I, const Chosen &C, MappedInst &M);
  void latencyFromEntry(const KernelInst &I, const InstEntry &E, MappedInst &M);
  void latencyFromLLVM(const KernelInst &I, const BaseSchedule &S,
                       MappedInst &M);
  void setMemoryLatencies(const KernelInst &I, MappedInst &M);
  unsigned issueSlots(const KernelInst &I, const Chosen &C, const MappedInst &M,
                      bool Unlaminated) const;
  bool isUnlaminated(const KernelInst &I) const;
  void addUops(ArrayRef<UopSpec> Specs);
  void addMemoryUops(const KernelInst &I);
  void addBaseUops(const KernelInst &I);
  unsigned plainLoadLatency(const MemRef &Mem) const;
  const BaseSchedule &plainAccess(const MemRef &Mem, bool Store) const;

  const Kernel &K;
  const TargetSemantics &Target;
  PortModel &Model;
  bool Compat, IsUsual; ///< IsUsual: operands are not the fastest.
  MappedKernel &Out;
  BitVector Executed; ///< By instruction, of findRows(); empty: none.
};

} // namespace

//===----------------------------------------------------------------------===//
// Which entries apply
//===----------------------------------------------------------------------===//

/// Whether all registers that \p I reads and, if \p CountWrites, writes are
/// one. Flags and registers that the assembly does not name do not matter.
bool Mapper::usesOneRegister(const KernelInst &I, bool CountWrites) const {
  RegUnit Unit = NoRegUnit;
  auto IsNew = [&](ArrayRef<RegUnit> Units) {
    if (Units.empty())
      return false;
    if (Unit == NoRegUnit)
      Unit = Units.front();
    return Units.front() != Unit;
  };
  for (const RegRead &R : K.reads(I))
    if (R.Operand >= 0 && IsNew(K.units(R)))
      return false;
  for (const RegWrite &W : K.writes(I))
    if (CountWrites && !W.IsFlags && W.Operand >= 0 && IsNew(K.units(W)))
      return false;
  return Unit != NoRegUnit;
}

bool Mapper::applies(const InstEntry &E, const KernelInst &I) const {
  switch (E.When) {
  case EntryCondition::Always:
    return true;
  case EntryCondition::ZeroIdiom:
    return I.is(IF_ZeroIdiom);
  case EntryCondition::OnesIdiom:
    return I.is(IF_OnesIdiom);
  case EntryCondition::Move:
    return I.is(IF_RegMove);
  case EntryCondition::LeaSimple:
  case EntryCondition::LeaComplex:
  case EntryCondition::LeaScaled:
  case EntryCondition::LeaDisplaced:
  case EntryCondition::LeaRipRelative:
  case EntryCondition::Shifted:
    return Target.holds(E.When, I);
  case EntryCondition::SameRegister:
    return usesOneRegister(I, /*CountWrites=*/true);
  case EntryCondition::SameSources:
    return usesOneRegister(I, /*CountWrites=*/false);
  case EntryCondition::ConditionCode: {
    unsigned Code = Target.conditionCode(I);
    return Code < 16 && (E.Conditions >> Code & 1);
  }
  }
  return false;
}

/// \p Executes: as if no entry eliminated it.
Mapper::Chosen Mapper::choose(const KernelInst &I, bool Executes) const {
  Chosen C;
  Executes |= Compat;
  for (const LayeredEntry &L : Model.entries(I.Opcode)) {
    if (!applies(*L.Entry, I))
      continue;
    if (Executes && L.Entry->has(EA_Eliminated))
      continue;
    Executes |= L.Entry->has(EA_Executed);
    if (!C.Attrs)
      C.Attrs = &L;
    if (!C.Uops && (L.Entry->has(EA_HasUops) || L.Entry->has(EA_Eliminated)))
      C.Uops = &L;
    if (!C.Slots && L.Entry->has(EA_HasIssueSlots) && (!C.Uops || C.Uops == &L))
      C.Slots = &L;
    if (!C.Latency &&
        (L.Entry->has(EA_HasLatency) || L.Entry->has(EA_Eliminated)))
      C.Latency = &L;
  }
  return C;
}

//===----------------------------------------------------------------------===//
// Micro-ops
//===----------------------------------------------------------------------===//

void Mapper::addUops(ArrayRef<UopSpec> Specs) {
  for (const UopSpec &U : Specs)
    for (unsigned N = 0; N < U.Count; ++N) {
      const bool IsLonger = IsUsual && U.Expected > U.Cycles;
      Out.Uops.push_back({PortSet(U.Ports), U.Cycles, U.Kind,
                          uint16_t(IsLonger ? U.Expected - U.Cycles : 0)});
    }
}

/// LLVM's data for a plain load or store of the kind of \p Mem.
const BaseSchedule &Mapper::plainAccess(const MemRef &Mem, bool Store) const {
  static const BaseSchedule None;
  LLVMSchedule *Base = Model.llvmSchedule();
  if (!Base)
    return None;
  MCInst Plain;
  Plain.setOpcode(Target.plainAccess(Mem, Store));
  return Base->schedule(Plain);
}

void Mapper::addMemoryUops(const KernelInst &I) {
  auto Add = [&](const MemRef &Mem, bool Store) {
    const ModelTables *Other = Compat && Store ? Model.compat() : nullptr;
    if (Other && Other->CompatNumUops)
      return addUops(
          Other->Uops.slice(Other->CompatFirstUop, Other->CompatNumUops));
    auto Rule =
        Store ? Model.storeRule(shapeOf(Mem)) : Model.loadRule(shapeOf(Mem));
    if (Rule)
      return addUops(
          Rule->Layer->Uops.slice(Rule->Rule->FirstUop, Rule->Rule->NumUops));
    for (const BaseUop &U : plainAccess(Mem, Store).Uops)
      Out.Uops.push_back(
          {U.Ports, U.Cycles, Store ? UopKind::StoreAddress : UopKind::Load});
  };
  bool HasWriteBack = false;
  for (const MemRef &Mem : K.mems(I)) {
    if (Mem.IsLoad)
      Add(Mem, false);
    if (Mem.IsStore)
      Add(Mem, true);
    HasWriteBack |= Mem.WriteBack != WriteBackKind::None;
  }
  if (!HasWriteBack)
    return;
  if (auto Rule = Model.writeBackRule())
    addUops(Rule->Layer->Uops.slice(Rule->Rule->FirstUop, Rule->Rule->NumUops));
}

/// LLVM's micro-ops of an instruction. LLVM does not say which of them access
/// memory: those on the ports of a plain load or store of that kind do.
void Mapper::addBaseUops(const KernelInst &I) {
  size_t First = Out.Uops.size();
  for (const BaseUop &U : Model.llvmSchedule()->schedule(*I.Inst).Uops)
    Out.Uops.push_back({U.Ports, U.Cycles, UopKind::Compute});
  auto Tag = [&](PortSet Ports, UopKind Kind) {
    for (size_t U = Out.Uops.size(); U-- > First;)
      if (Out.Uops[U].Kind == UopKind::Compute && Out.Uops[U].Ports == Ports) {
        Out.Uops[U].Kind = Kind;
        return;
      }
  };
  auto TagAll = [&](const MemRef &Mem, bool Store) {
    auto Rule =
        Store ? Model.storeRule(shapeOf(Mem)) : Model.loadRule(shapeOf(Mem));
    if (Rule) {
      for (const UopSpec &U :
           Rule->Layer->Uops.slice(Rule->Rule->FirstUop, Rule->Rule->NumUops))
        Tag(PortSet(U.Ports), U.Kind);
      return;
    }
    for (const BaseUop &U : plainAccess(Mem, Store).Uops)
      Tag(U.Ports, Store ? UopKind::StoreAddress : UopKind::Load);
  };
  for (const MemRef &Mem : K.mems(I)) {
    if (Mem.IsLoad)
      TagAll(Mem, false);
    if (Mem.IsStore)
      TagAll(Mem, true);
  }
}

void Mapper::mapUops(const KernelInst &I, const Chosen &C, MappedInst &M) {
  M.FirstUop = Out.Uops.size();
  LLVMSchedule *Base = Model.llvmSchedule();
  if (I.is(IF_Call)) {
    M.Flags |= MF_NotModeled;
  } else if (C.Uops) {
    const InstEntry &E = *C.Uops->Entry;
    addUops(C.Uops->Layer->Uops.slice(E.FirstUop, E.NumUops));
    if (!E.has(EA_ExplicitMemory))
      addMemoryUops(I);
    M.UopsFrom = {C.Uops->Layer, E.Source, E.Line};
  } else if (Base && I.Inst && Base->schedule(*I.Inst).Valid &&
             (I.is(IF_Nop) || I.is(IF_Prefetch) ||
              Base->isDescribed(I.Opcode))) {
    addBaseUops(I);
    M.Flags |= MF_UopsFromLLVM;
  } else {
    M.Flags |= MF_NotModeled;
  }
  if (I.is(IF_Locked) && !Compat && !M.is(MF_NotModeled)) {
    if (auto Rule = Model.atomicRule())
      addUops(
          Rule->Layer->Uops.slice(Rule->Rule->FirstUop, Rule->Rule->NumUops));
    else
      M.Flags |= MF_AtomicNotModeled;
  }
  if (!K.mems(I).empty())
    for (MappedUop &U : MutableArrayRef(Out.Uops).drop_front(M.FirstUop))
      if (U.Kind == UopKind::Compute)
        U.Ports = Model.portsBesideAccess(U.Ports);
  // A closing branch that is bound to no port, as OSACA had it.
  if (Compat && I.is(IF_Branch))
    Out.Uops.resize(M.FirstUop);
  M.NumUops = Out.Uops.size() - M.FirstUop;
}

bool Mapper::isUnlaminated(const KernelInst &I) const {
  return !Compat && Model.microFusion() && Model.isUnlaminated(I.Opcode) &&
         any_of(K.mems(I), [](const MemRef &R) { return R.Index != 0; });
}

unsigned Mapper::issueSlots(const KernelInst &I, const Chosen &C,
                            const MappedInst &M, bool Unlaminated) const {
  if (M.is(MF_NotModeled))
    return 0;
  if (C.Slots)
    return C.Slots->Entry->IssueSlots;
  unsigned Loads = 0, Stores = 0;
  for (const MemRef &Mem : K.mems(I)) {
    Loads += Mem.IsLoad;
    Stores += Mem.IsStore;
  }
  const ModelTables *Fusion = Compat ? nullptr : Model.microFusion();
  // Of a read-modify-write the store's halves come apart, and the load stays.
  bool FuseLoad =
      Fusion && Fusion->FuseLoadOp && (!Unlaminated || (Loads && Stores));
  bool FuseStore = Fusion && Fusion->FuseStore && !Unlaminated;
  ArrayRef<MappedUop> Uops = ArrayRef(Out.Uops).slice(M.FirstUop, M.NumUops);
  unsigned Slots = 0;
  if (M.is(MF_UopsFromLLVM)) {
    // NumMicroOps of some models counts resources; a bound must not exceed
    // what the micro-ops on ports explain.
    unsigned Cycles = 0;
    for (const MappedUop &U : Uops)
      Cycles += U.Cycles;
    Slots = std::min(Model.llvmSchedule()->schedule(*I.Inst).NumMicroOps,
                     std::max(1u, Cycles));
    Slots -= std::min(Slots, FuseLoad && Loads && Slots > 1 ? Loads : 0);
    Slots -= std::min(Slots, FuseStore && Stores && Slots > 1 ? Stores : 0);
    return std::max(1u, Slots);
  }
  unsigned ByKind[4] = {0, 0, 0, 0};
  for (const MappedUop &U : Uops)
    if (!(U.Ports & Model.issuePorts()).empty())
      ++ByKind[static_cast<unsigned>(U.Kind)];
  unsigned Compute = ByKind[0], Load = ByKind[1];
  unsigned Address = ByKind[2], Data = ByKind[3];
  Slots = Compute + Load - (FuseLoad ? std::min(Compute, Load) : 0) + Address +
          Data - (FuseStore ? std::min(Address, Data) : 0);
  return std::min(255u, std::max(1u, Slots));
}

//===----------------------------------------------------------------------===//
// Latencies
//===----------------------------------------------------------------------===//

unsigned Mapper::plainLoadLatency(const MemRef &Mem) const {
  if (auto Rule = Model.loadRule(shapeOf(Mem)))
    return Rule->Rule->Latency;
  if (LLVMSchedule *Base = Model.llvmSchedule())
    return Base->maxLatency(plainAccess(Mem, false));
  return 0;
}

void Mapper::setMemoryLatencies(const KernelInst &I, MappedInst &M) {
  const ModelTables *CompatLayer = Compat ? Model.compat() : nullptr;
  for (const MemRef &Mem : K.mems(I)) {
    if (Mem.IsLoad)
      M.LoadLatency = std::max<int>(M.LoadLatency,
                                    CompatLayer ? CompatLayer->CompatLoadLatency
                                                : plainLoadLatency(Mem));
    if (!Mem.IsStore)
      continue;
    auto Rule = Model.storeRule(shapeOf(Mem));
    int Latency = CompatLayer ? CompatLayer->CompatStoreLatency
                  : Rule      ? Rule->Rule->Latency
                              : 1;
    M.StoreLatency = std::max<int>(M.StoreLatency, Latency);
  }
}

/// Inputs by role, in cycles later than ordinary data.
static int advanceOf(const LatencySpec &L, ReadRole Role) {
  switch (Role) {
  case ReadRole::Accumulator:
    return L.Data - L.Accumulator;
  case ReadRole::Merge:
    return L.Data - L.Merge;
  case ReadRole::Mask:
    return L.Data - L.Mask;
  case ReadRole::High:
    return L.Data - L.High;
  case ReadRole::Flags:
    return L.Data - L.Flags;
  case ReadRole::Index:
    return L.Data - L.Index;
  case ReadRole::Data:
  case ReadRole::Address:
  case ReadRole::StoreData:
    return 0;
  }
  return 0;
}

void Mapper::latencyFromEntry(const KernelInst &I, const InstEntry &E,
                              MappedInst &M) {
  const LatencySpec &L = E.Latency;
  if (L.Expected > L.Data && IsUsual)
    M.ExpectedExtra = L.Expected - L.Data;
  for (unsigned W = 0; W < I.NumWrites; ++W) {
    const RegWrite &Write = K.Writes[I.FirstWrite + W];
    const int Least = Write.IsFlags  ? L.ToFlags
                      : Write.IsHigh ? L.ToHigh
                                     : L.Data;
    Out.WriteLatency[I.FirstWrite + W] = Least + M.ExpectedExtra;
  }
  for (unsigned R = 0; R < I.NumReads; ++R)
    Out.ReadAdvance[I.FirstRead + R] =
        advanceOf(L, K.Reads[I.FirstRead + R].Role);
  setMemoryLatencies(I, M);
  if (E.has(EA_ExplicitMemory))
    M.LoadLatency = 0; // The entry's latency runs from the address.
  // A read-modify-write, or a store of a computed part, computes in between.
  if (M.StoreLatency && (M.LoadLatency || E.NumUops != 0))
    M.StoreLatency += L.Data;
}

void Mapper::latencyFromLLVM(const KernelInst &I, const BaseSchedule &S,
                             MappedInst &M) {
  LLVMSchedule &Base = *Model.llvmSchedule();
  M.Schedule = &S;
  setMemoryLatencies(I, M);
  int Total = Base.maxLatency(S);
  const MCInstrDesc &Desc = Model.instrInfo().get(I.Opcode);
  int Advance = 0;
  for (unsigned R = 0; R < I.NumReads; ++R) {
    const RegRead &Read = K.Reads[I.FirstRead + R];
    if (Read.Role == ReadRole::Address || Read.Operand < 0)
      continue;
    int Use = Read.Operand - int(Desc.getNumDefs());
    int A = Use < 0 ? 0 : Base.readAdvance(S, Use, ~0u);
    Out.ReadAdvance[I.FirstRead + R] = A;
    Advance = std::max(Advance, A);
  }
  if (M.LoadLatency && !Compat) {
    // The share of the load; the rest is the operation on the value.
    M.LoadLatency = Advance > 0 ? Advance : std::min<int>(M.LoadLatency, Total);
    if (Advance == 0 && I.NumWrites == 0)
      M.LoadLatency = std::min<int>(M.LoadLatency, Total);
  }
  for (unsigned W = 0; W < I.NumWrites; ++W) {
    const RegWrite &Write = K.Writes[I.FirstWrite + W];
    unsigned Def = Write.DefIdx == RegWrite::NoDef ? 0 : Write.DefIdx;
    // Models list the updated base before or after the loaded registers.
    int Latency = Write.IsWriteBack ? Base.minLatency(S)
                  : Desc.mayLoad()  ? Total
                                    : Base.defLatency(S, Def);
    if (!Write.IsWriteBack)
      Latency -= std::min<int>(Latency, M.LoadLatency);
    Out.WriteLatency[I.FirstWrite + W] = Latency;
  }
  // Read advances are meant from the total; results above count from the load.
  if (M.LoadLatency)
    for (unsigned R = 0; R < I.NumReads; ++R) {
      int16_t &A = Out.ReadAdvance[I.FirstRead + R];
      A = A > 0 ? std::max<int>(0, A - M.LoadLatency) : 0;
    }
  if (M.StoreLatency && M.LoadLatency)
    M.StoreLatency += std::max(1, Total - M.LoadLatency - M.StoreLatency);
}

void Mapper::mapLatencies(const KernelInst &I, const Chosen &C, MappedInst &M) {
  LLVMSchedule *Base = Model.llvmSchedule();
  static const InstEntry Zero{};
  if (M.is(MF_NotModeled)) {
    latencyFromEntry(I, Zero, M);
  } else if (C.Latency) {
    latencyFromEntry(I, *C.Latency->Entry, M);
    M.LatencyFrom = {C.Latency->Layer, C.Latency->Entry->Source,
                     C.Latency->Entry->Line};
  } else if (C.Uops && C.Uops->Entry->NumUops == 0) {
    latencyFromEntry(I, Zero, M); // A plain load or store.
    M.LatencyFrom = M.UopsFrom;
  } else if (Base && I.Inst) {
    latencyFromLLVM(I, Base->schedule(*I.Inst), M);
    M.Flags |= MF_LatencyFromLLVM;
  }
  if (auto Rule = Model.writeBackRule())
    for (unsigned W = 0; W < I.NumWrites; ++W)
      if (K.Writes[I.FirstWrite + W].IsWriteBack)
        Out.WriteLatency[I.FirstWrite + W] = Rule->Rule->Latency;
}

void Mapper::map(const KernelInst &I) {
  const unsigned Opcode = Target.modelOpcode(I);
  if (!I.Inst || Opcode == I.Inst->getOpcode()) {
    mapPlain(I, executes(I));
  } else {
    KernelInst Other = I;
    MCInst Inst;
    Other.Opcode = Opcode;
    Inst.setOpcode(Opcode);
    Other.Inst = &Inst;
    mapPlain(Other);
  }
  Out.Insts.back().PairOpcode = I.is(IF_Nop) ? I.Opcode : Opcode;
}

/// Whether both are the same copy of the code, but for the branch that closes a
/// trip, and have the same operands.
static bool isCopy(const KernelInst &A, const KernelInst &B) {
  return A.Inst == B.Inst && A.Opcode == B.Opcode && A.Flags == B.Flags &&
         A.FirstRead == B.FirstRead && A.FirstWrite == B.FirstWrite &&
         A.FirstMem == B.FirstMem && A.NumReads == B.NumReads &&
         A.NumWrites == B.NumWrites && A.NumMems == B.NumMems;
}

void Mapper::mapCopies() {
  DenseMap<const MCInst *, uint32_t> First;
  for (auto [N, I] : enumerate(K.Insts)) {
    auto [It, IsNew] = First.try_emplace(I.Inst, N);
    if (IsNew || !I.Inst || !isCopy(K.Insts[It->second], I) ||
        executes(I) != executes(K.Insts[It->second])) {
      map(I);
      continue;
    }
    // Its latencies are those of its operands, and stand there already.
    MappedInst M = Out.Insts[It->second];
    const uint32_t From = M.FirstUop;
    M.FirstUop = Out.Uops.size();
    for (uint32_t U = From; U < From + M.NumUops; ++U)
      Out.Uops.push_back(MappedUop(Out.Uops[U]));
    Out.NumNotModeled += M.is(MF_NotModeled);
    Out.NumAtomicNotModeled += M.is(MF_AtomicNotModeled);
    Out.Insts.push_back(M);
  }
}

void Mapper::findRows() {
  const unsigned InRow = Model.pipeline(PipelineParam::MovesInRow).Value;
  if (InRow == 0 || Compat)
    return;
  BitVector Eliminated(K.Insts.size());
  for (auto [N, I] : enumerate(K.Insts))
    if (I.is(IF_RegMove) && choose(I).has(EA_Eliminated))
      Eliminated.set(N);
  if (Eliminated.any())
    Executed = findExecutedMoves(K, Eliminated, InRow);
}

void Mapper::mapPlain(const KernelInst &I, bool Executes) {
  MappedInst M;
  Chosen C = choose(I, Executes);
  if (C.has(EA_DependencyBreaking))
    M.Flags |= MF_DependencyBreaking;
  if (C.has(EA_Eliminated))
    M.Flags |= MF_Eliminated;
  if (C.has(EA_FalseDependence))
    M.Flags |= MF_FalseDependence;
  mapUops(I, C, M);
  mapLatencies(I, C, M);
  M.CacheUops = M.IssueSlots = issueSlots(I, C, M, false);
  if (isUnlaminated(I))
    M.IssueSlots = issueSlots(I, C, M, true);
  // LLVM's counts of micro-ops do not tell.
  const unsigned From = Model.pipeline(PipelineParam::MicrocodedSlots).Value;
  if (C.Slots && From != 0 && M.IssueSlots >= From)
    M.Flags |= MF_Microcoded;
  bool Loads = any_of(K.mems(I), [](const MemRef &R) { return R.IsLoad; });
  bool Stores = any_of(K.mems(I), [](const MemRef &R) { return R.IsStore; });
  bool NoData = none_of(
      K.reads(I), [](const RegRead &R) { return R.Role != ReadRole::Address; });
  bool NoCompute = true; // An updated base is no part of the load.
  for (unsigned W = I.FirstWrite; W < I.FirstWrite + I.NumWrites; ++W)
    NoCompute &= K.Writes[W].IsWriteBack || Out.WriteLatency[W] == 0;
  if (Loads && !Stores && NoData && M.LoadLatency &&
      (NoCompute || I.NumWrites == 0))
    M.Flags |= MF_PureLoad;
  Out.NumNotModeled += M.is(MF_NotModeled);
  Out.NumAtomicNotModeled += M.is(MF_AtomicNotModeled);
  Out.Insts.push_back(M);
}

//===----------------------------------------------------------------------===//
// Macro-fusion
//===----------------------------------------------------------------------===//

/// Whether the registers allow it: a branch tests what \p First wrote. Another
/// second part leaves nothing of \p First but flags, as a pair writes one
/// register at most.
bool Mapper::canFuse(const KernelInst &First, const KernelInst &Second) const {
  auto Names = [&](const auto &List, ArrayRef<RegUnit> Units) {
    return any_of(List, [&](const auto &R) {
      return any_of(K.units(R),
                    [&](RegUnit U) { return is_contained(Units, U); });
    });
  };
  auto IsRead = [&](const RegWrite &W) {
    return Names(K.reads(Second), K.units(W));
  };
  if (Second.is(IF_CondBranch))
    return any_of(K.writes(First), IsRead);
  return all_of(K.writes(First), [&](const RegWrite &W) {
    return IsRead(W) && (W.IsFlags || Names(K.writes(Second), K.units(W)));
  });
}

/// \p Empty, a NOP, has become a part of the instruction before it.
static void fuseEmpty(MappedInst &Empty) {
  Empty.IssueSlots -= std::min<unsigned>(Empty.IssueSlots, 1);
  Empty.CacheUops -= std::min<unsigned>(Empty.CacheUops, 1);
}

void Mapper::fusePairs() {
  if (Compat || !Model.mayStartMacroFusion())
    return;
  const unsigned Boundary = Model.pipeline(PipelineParam::FusionBoundary).Value;
  // A first part that ends right before the boundary waits for nothing.
  auto IsSplit = [&](const KernelInst &Second) {
    return Boundary != 0 && K.CodeAlign >= Boundary && Second.Size != 0 &&
           Second.Address % Boundary == 0 && Second.is(IF_Branch);
  };
  for (size_t I = 0; I + 1 < K.Insts.size(); ++I) {
    const KernelInst &First = K.Insts[I], &Second = K.Insts[I + 1];
    if (!Model.mayStartMacroFusion(Out.Insts[I].PairOpcode))
      continue;
    bool HasResult =
        any_of(K.writes(First), [](const RegWrite &W) { return !W.IsFlags; });
    bool IsEmpty = !Second.is(IF_CondBranch) && Out.Insts[I + 1].NumUops == 0;
    if (I && Out.Insts[I - 1].is(MF_FusedWithNext))
      continue;
    const MacroFusionRule *Rule = Model.macroFusionRule(
        Out.Insts[I].PairOpcode, Out.Insts[I + 1].PairOpcode,
        Target.conditionCode(Second), HasResult, Target.fusionObstacles(First));
    if (!Rule || !(IsEmpty || canFuse(First, Second)) || IsSplit(Second))
      continue;
    MappedInst &M = Out.Insts[I];
    M.Flags |= MF_FusedWithNext;
    if (IsEmpty) {
      fuseEmpty(Out.Insts[I + 1]);
      continue;
    }
    // The pair takes as long as its second part.
    if (!Second.is(IF_CondBranch))
      for (unsigned W = 0; W < First.NumWrites; ++W)
        Out.WriteLatency[First.FirstWrite + W] = 0;
    M.IssueSlots -= std::min<unsigned>(M.IssueSlots, 1);
    M.CacheUops -= std::min<unsigned>(M.CacheUops, 1);
    // The pair is one micro-op on the ports of the second, or on its own; a
    // load stays.
    MappedInst &N = Out.Insts[I + 1];
    if (Rule->Ports != 0)
      for (uint32_t U = N.FirstUop; U < N.FirstUop + N.NumUops; ++U)
        Out.Uops[U].Ports = PortSet(Rule->Ports);
    auto FirstUop = Out.Uops.begin() + M.FirstUop;
    if (M.is(MF_UopsFromLLVM) && M.LoadLatency) {
      // LLVM does not say which micro-op loads: keep all but one.
      M.NumUops -= M.NumUops > 1 ? 1 : 0;
      continue;
    }
    auto Kept =
        std::remove_if(FirstUop, FirstUop + M.NumUops, [](const MappedUop &U) {
          return U.Kind == UopKind::Compute;
        });
    M.NumUops = Kept - FirstUop;
  }
}

MappedUop *MappedKernel::accessUop(uint32_t Inst, bool IsStore) {
  const PortSet Issue = Model->issuePorts();
  const MappedInst &I = Insts[Inst];
  const UopKind Kind = IsStore ? UopKind::StoreData : UopKind::Load;
  MappedUop *Found = nullptr;
  for (uint32_t U = I.FirstUop; U < I.FirstUop + I.NumUops; ++U) {
    if (Uops[U].Kind != Kind)
      continue;
    if (Found)
      return nullptr;
    Found = &Uops[U];
    if ((Found->Ports & Issue).empty())
      return Found;
  }
  return Found && Found->Cycles == 1 ? Found : nullptr;
}

std::string kernelbounds::fasterOperands(const MappedKernel &M, uint32_t Inst) {
  const KernelInst &I = M.K->Insts[Inst];
  const unsigned Expected =
      *std::max_element(M.WriteLatency.begin() + I.FirstWrite,
                        M.WriteLatency.begin() + I.FirstWrite + I.NumWrites);
  const unsigned Least = Expected - M.Insts[Inst].ExpectedExtra;
  return "takes " + std::to_string(Least) +
         (Least == 1 ? " cycle" : " cycles") + ", not " +
         std::to_string(Expected);
}

MappedKernel kernelbounds::mapKernel(const Kernel &K, PortModel &Model,
                                     const MappingOptions &Options) {
  MappedKernel Out;
  Out.K = &K;
  Out.Model = &Model;
  Out.Options = Options;
  Out.Insts.reserve(K.Insts.size());
  Out.Uops.reserve(K.Insts.size() * 2);
  Out.WriteLatency.assign(K.Writes.size(), 0);
  Out.ReadAdvance.assign(K.Reads.size(), 0);
  Mapper M(K, Model, Options, Out);
  M.findRows();
  // Copies of instructions share operands.
  if (is_sorted(K.Insts, [](const KernelInst &A, const KernelInst &B) {
        return A.FirstRead < B.FirstRead;
      }))
    for (const KernelInst &I : K.Insts)
      M.map(I);
  else
    M.mapCopies();
  M.fusePairs();
  return Out;
}
