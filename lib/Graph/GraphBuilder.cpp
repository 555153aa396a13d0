//===- GraphBuilder.cpp - Dependences of a mapped kernel ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One pass in program order keeps the last writer of every register unit; a
/// read before any write of the iteration waits for the writer at the end of
/// the previous one (Distance 1).
///
/// Tested by unittests/Graph/GraphBuilderTest.cpp and test/Graph.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/GraphBuilder.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/MathExtras.h"
#include <climits>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr uint32_t NoNode = ~0u;

class Builder {
public:
  Builder(const MappedKernel &M, unsigned NumUnits, const GraphOptions &Options)
      : M(M), K(*M.K), Options(Options), LastWriter(NumUnits, NoNode),
        Cut(NumUnits, false), LoadNode(M.K->Insts.size(), NoNode),
        StoreNode(M.K->Insts.size(), NoNode) {}

  DependencyGraph build() {
    for (uint32_t I = 0; I < K.Insts.size(); ++I)
      addInst(I);
    addCarriedEdges();
    addCarriedOverwrites();
    addMemoryEdges();
    return std::move(G);
  }

private:
  /// A read whose writer is in the previous iteration, if anywhere.
  struct Carried {
    uint32_t Read, To;
  };

  void addInst(uint32_t I);
  uint32_t addLoad(uint32_t I);
  void addResults(uint32_t I, uint32_t Load);
  void addStore(uint32_t I, uint32_t Load);
  uint32_t addNode(uint32_t I, NodePart Part, unsigned Write, int Latency);
  void addInput(uint32_t Read, uint32_t To, int Latency);
  void addRead(uint32_t Read, uint32_t From, uint32_t To, int Latency,
               uint32_t Distance);
  void addInternal(uint32_t From, uint32_t To, int Latency) {
    if (From != NoNode)
      G.addEdge({From, To, Latency, 0, DependenceKind::Internal,
                 DependenceClass::Must, 0, excessOf(To, Latency)});
  }
  /// Cycles of an edge to \p To that are expected and not proved.
  uint32_t excessOf(uint32_t To, int Latency) const {
    return std::min<int>(Latency, G.nodes()[To].StartExcess);
  }
  void addOverwrites(uint32_t I, uint32_t To, int Latency);
  void addOverwrite(uint32_t Write, uint32_t From, uint32_t To, int Latency,
                    uint32_t Distance) {
    G.addEdge({From, To, Latency, Distance, DependenceKind::Overwritten,
               DependenceClass::Must, Write, excessOf(To, Latency)});
  }
  void addCarriedEdges();
  void addCarriedOverwrites();
  void countParts();
  bool isBlocked(const MemoryDependence &D) const;
  void addMemoryEdge(const MemoryDependence &D, const ForwardingCost &Cost,
                     uint32_t Detail);
  void addMemoryEdges();
  bool isForwardingCrowded(ArrayRef<ForwardingCost> Costs) const;
  int storeLatency(const MemRef &Mem) const;
  int latencyAfterLoad(uint32_t I, const MemRef &Mem) const;
  int inputLatency(uint32_t Read, uint32_t To, uint32_t From) const;
  int bypassGain(uint32_t To, uint32_t From) const;
  int chaseGain(uint32_t I, const RegRead &R, uint32_t From) const;
  void define(const RegWrite &W, uint32_t Node) {
    for (RegUnit U : K.units(W)) {
      LastWriter[U] = Node;
      Cut[U] = false;
    }
  }

  const MappedKernel &M;
  const Kernel &K;
  GraphOptions Options;
  std::vector<int64_t> PartsOf; ///< By access; empty: it does not matter.
  DependencyGraph G;
  std::vector<uint32_t> LastWriter; ///< By register unit.
  /// Clobbered by a call earlier in the iteration, and not written since.
  std::vector<bool> Cut;
  /// Reads without a writer in the iteration, with the latency to add.
  std::vector<Carried> Pending;
  std::vector<int> PendingLatency;
  /// The same of registers that are overwritten: write, node, latency.
  std::vector<std::tuple<uint32_t, uint32_t, int>> PendingOverwrites;
  std::vector<std::pair<uint32_t, uint32_t>> Outputs; ///< Write, node.
  std::vector<uint32_t> LoadNode, StoreNode;          ///< By instruction.
};

} // namespace

uint32_t Builder::addNode(uint32_t I, NodePart Part, unsigned Write,
                          int Latency) {
  const int Excess = Part == NodePart::Result ? M.Insts[I].ExpectedExtra : 0;
  return G.addNode({I, Part, static_cast<uint8_t>(Write), Latency,
                    static_cast<uint32_t>(std::min(Latency, Excess))});
}

/// Makes \p To wait for operand \p Read, which \p From makes.
void Builder::addRead(uint32_t Read, uint32_t From, uint32_t To, int Latency,
                      uint32_t Distance) {
  const int Cycles = std::max(0, Latency - inputLatency(Read, To, From));
  G.addEdge(
      {From, To, Cycles, Distance,
       K.Reads[Read].Reg ? DependenceKind::Register : DependenceKind::Flags,
       DependenceClass::Must, Read, excessOf(To, Cycles)});
}

/// Makes \p To wait for what operand \p Read reads.
void Builder::addInput(uint32_t Read, uint32_t To, int Latency) {
  const RegRead &R = K.Reads[Read];
  SmallVector<uint32_t, 4> Seen;
  bool IsPending = false;
  for (RegUnit U : K.units(R)) {
    uint32_t From = LastWriter[U];
    if (From == NoNode) {
      IsPending |= !Cut[U];
      continue;
    }
    if (is_contained(Seen, From))
      continue;
    Seen.push_back(From);
    addRead(Read, From, To, Latency, 0);
  }
  if (IsPending) {
    Pending.push_back({Read, To});
    PendingLatency.push_back(Latency);
  }
}

/// Makes \p To wait for what instruction \p I overwrites, as some cores do.
void Builder::addOverwrites(uint32_t I, uint32_t To, int Latency) {
  const KernelInst &Inst = K.Insts[I];
  for (uint32_t W = Inst.FirstWrite; W < Inst.FirstWrite + Inst.NumWrites;
       ++W) {
    const RegWrite &Write = K.Writes[W];
    if (Write.IsFlags || Write.IsWriteBack)
      continue;
    RegUnit U = K.units(Write).front();
    if (LastWriter[U] != NoNode)
      addOverwrite(W, LastWriter[U], To, Latency, 0);
    else if (!Cut[U])
      PendingOverwrites.push_back({W, To, Latency});
  }
}

void Builder::addCarriedOverwrites() {
  for (auto [W, To, Latency] : PendingOverwrites)
    if (uint32_t From = LastWriter[K.units(K.Writes[W]).front()];
        From != NoNode)
      addOverwrite(W, From, To, Latency, 1);
}

/// Cycles by which operand \p Read may arrive late at \p To, made by \p From.
int Builder::inputLatency(uint32_t Read, uint32_t To, uint32_t From) const {
  const DependencyGraph::Node &N = G.nodes()[To];
  const RegRead &R = K.Reads[Read];
  if (N.Part == NodePart::Load)
    return chaseGain(N.Inst, R, From);
  if (N.Part != NodePart::Result)
    return 0;
  const int Gain = bypassGain(To, From);
  if (Gain > 0)
    return std::max<int>(Gain, M.ReadAdvance[Read]);
  if (Gain < 0)
    return M.ReadAdvance[Read] + Gain;
  const MappedInst &Reader = M.Insts[N.Inst];
  const DependencyGraph::Node &Producer = G.nodes()[From];
  const MappedInst &Writer = M.Insts[Producer.Inst];
  LLVMSchedule *Base = M.Model->llvmSchedule();
  if (!Reader.Schedule || !Writer.Schedule || Reader.LoadLatency ||
      R.Operand < 0 || !Base->hasReadAdvances(*Reader.Schedule))
    return M.ReadAdvance[Read];
  const KernelInst &Inst = K.Insts[N.Inst];
  const MCInstrInfo &MII = M.Model->instrInfo();
  int Use = R.Operand - int(MII.get(Inst.Opcode).getNumDefs());
  const KernelInst &Source = K.Insts[Producer.Inst];
  unsigned Def = K.Writes[Source.FirstWrite + Producer.Write].DefIdx;
  if (Use < 0 || Def == RegWrite::NoDef)
    return M.ReadAdvance[Read];
  return Base->readAdvance(*Reader.Schedule, Use,
                           Base->writeResource(*Writer.Schedule, Def));
}

/// Cycles that result \p To gains as a reader that the core feeds directly from
/// \p From; less than 0: it waits that much longer. Behind an eliminated move
/// any writer may stand: a gain counts and a delay does not, so that the
/// latency stays a lower bound.
int Builder::bypassGain(uint32_t To, uint32_t From) const {
  uint32_t Reader = G.nodes()[To].Inst, Writer = G.nodes()[From].Inst;
  if (G.nodes()[From].Part != NodePart::Result)
    return 0; // A load's.
  return M.Model->bypassGain(M.Insts[Writer].is(MF_Eliminated)
                                 ? PortModel::AnyWriter
                                 : M.Insts[Writer].PairOpcode,
                             M.Insts[Reader].PairOpcode);
}

/// Cycles that load \p I gains as its base comes straight from a load.
int Builder::chaseGain(uint32_t I, const RegRead &R, uint32_t From) const {
  const DependencyGraph::Node &Producer = G.nodes()[From];
  const KernelInst &Inst = K.Insts[I];
  if (Producer.Part != NodePart::Load || Inst.NumMems != 1 ||
      M.Insts[I].LoadLatency == 0)
    return 0;
  const MemRef &Mem = K.Mems[Inst.FirstMem];
  if (R.Reg != Mem.Base || Mem.Index || Mem.Symbol || Mem.Displacement < 0 ||
      Mem.Displacement > PortModel::MaxChaseDisplacement)
    return 0;
  PortModel::AccessShape Shape = shapeOf(Mem);
  auto Plain = M.Model->loadRule(Shape);
  Shape.IsChase = true;
  auto Chase = M.Model->loadRule(Shape);
  return Plain && Chase ? Plain->Rule->Latency - Chase->Rule->Latency : 0;
}

uint32_t Builder::addLoad(uint32_t I) {
  const KernelInst &Inst = K.Insts[I];
  int Latency = M.Insts[I].LoadLatency;
  uint32_t Node = addNode(I, NodePart::Load, 0, Latency);
  for (uint32_t R = 0; R < Inst.NumReads; ++R)
    if (K.Reads[Inst.FirstRead + R].Role == ReadRole::Address)
      addInput(Inst.FirstRead + R, Node, Latency);
  LoadNode[I] = Node;
  return Node;
}

void Builder::addResults(uint32_t I, uint32_t Load) {
  const KernelInst &Inst = K.Insts[I];
  const MappedInst &Mapped = M.Insts[I];
  for (uint32_t W = 0; W < Inst.NumWrites; ++W) {
    const RegWrite &Write = K.Writes[Inst.FirstWrite + W];
    int Latency = M.WriteLatency[Inst.FirstWrite + W];
    if (!Write.IsWriteBack && Mapped.is(MF_PureLoad)) {
      Outputs.push_back({Inst.FirstWrite + W, Load});
      continue;
    }
    bool All = Write.IsWriteBack && Options.OneLatencyPerInstruction;
    if (All)
      Latency = std::max(Mapped.LoadLatency, Mapped.StoreLatency);
    NodePart Part = Write.IsWriteBack ? NodePart::WriteBack : NodePart::Result;
    uint32_t Node = addNode(I, Part, W, Latency);
    Outputs.push_back({Inst.FirstWrite + W, Node});
    if (!Write.IsWriteBack)
      addInternal(Load, Node, Latency);
    if (Mapped.is(MF_DependencyBreaking))
      continue;
    if (Mapped.is(MF_FalseDependence) && !Write.IsWriteBack)
      addOverwrites(I, Node, Latency);
    for (uint32_t R = 0; R < Inst.NumReads; ++R) {
      ReadRole Role = K.Reads[Inst.FirstRead + R].Role;
      // A memory operand's address acts through the load; an updated base
      // depends on the address alone.
      bool IsInput = Write.IsWriteBack ? Role == ReadRole::Address
                                       : Role != ReadRole::Address &&
                                             Role != ReadRole::StoreData;
      if (IsInput || All)
        addInput(Inst.FirstRead + R, Node, Latency);
    }
  }
}

void Builder::addStore(uint32_t I, uint32_t Load) {
  const KernelInst &Inst = K.Insts[I];
  int Latency = M.Insts[I].StoreLatency;
  uint32_t Node = addNode(I, NodePart::Store, 0, Latency);
  StoreNode[I] = Node;
  addInternal(Load, Node, Latency);
  for (uint32_t R = 0; R < Inst.NumReads; ++R)
    if (Load == NoNode || K.Reads[Inst.FirstRead + R].Role != ReadRole::Address)
      addInput(Inst.FirstRead + R, Node, Latency);
}

void Builder::addInst(uint32_t I) {
  const KernelInst &Inst = K.Insts[I];
  if (Inst.is(IF_Call)) {
    // What a call leaves in the registers is not known: chains end there.
    std::fill(LastWriter.begin(), LastWriter.end(), NoNode);
    std::fill(Cut.begin(), Cut.end(), true);
    return;
  }
  if (Inst.is(IF_Nop) || Inst.is(IF_Prefetch))
    return;
  ArrayRef<MemRef> Mems = K.mems(Inst);
  bool Loads = any_of(Mems, [](const MemRef &R) { return R.IsLoad; });
  bool Stores = any_of(Mems, [](const MemRef &R) { return R.IsStore; });
  Outputs.clear();
  uint32_t Load = Loads ? addLoad(I) : NoNode;
  addResults(I, Load);
  if (Stores)
    addStore(I, Load);
  for (auto [Write, Node] : Outputs)
    define(K.Writes[Write], Node);
}

void Builder::addCarriedEdges() {
  for (auto [Waiting, Latency] : zip_equal(Pending, PendingLatency)) {
    const RegRead &R = K.Reads[Waiting.Read];
    SmallVector<uint32_t, 4> Seen;
    for (RegUnit U : K.units(R)) {
      uint32_t From = LastWriter[U];
      if (From == NoNode || is_contained(Seen, From))
        continue;
      Seen.push_back(From);
      addRead(Waiting.Read, From, Waiting.To, Latency, 1);
    }
  }
}

/// Whether both ends of \p D name the same base register and displacement, and
/// nothing else. Where the addresses are equal the base has the same value
/// then. The program counter is no such register: it has no reader.
static bool hasSameOperand(const Kernel &K, const MemRef &From,
                           const MemRef &To, const MemoryDependence &D) {
  bool IsExact = D.Evidence == DependenceEvidence::ClosedForm ||
                 D.Evidence == DependenceEvidence::SpillSlot;
  return IsExact && D.Offset == 0 && From.Base && From.Base == To.Base &&
         !From.Index && !To.Index &&
         any_of(K.reads(K.Insts[D.DestInst]),
                [&](const RegRead &R) { return R.Reg == To.Base; }) &&
         From.Displacement == To.Displacement && From.Symbol == To.Symbol &&
         From.WriteBack == WriteBackKind::None &&
         To.WriteBack == WriteBackKind::None;
}

/// Whether \p Mem of instruction \p I counts from the program counter.
static bool isPcRelative(const Kernel &K, uint32_t I, const MemRef &Mem) {
  return Mem.Base && none_of(K.reads(K.Insts[I]), [&](const RegRead &R) {
           return R.Reg == Mem.Base;
         });
}

/// Whether the base of instruction \p I is the stack or the frame pointer.
static bool isOnStack(const Kernel &K, const KernelInst &I, const MemRef &Mem) {
  return any_of(K.reads(I), [&](const RegRead &R) {
    return R.Reg == Mem.Base && R.NumUnits == 1 &&
           (K.units(R)[0] == K.StackPointer || K.units(R)[0] == K.FramePointer);
  });
}

/// Whether instruction \p I has a micro-op that computes.
static bool hasComputation(const MappedKernel &M, uint32_t I) {
  return any_of(M.uops(M.Insts[I]),
                [](const MappedUop &U) { return U.Kind == UopKind::Compute; });
}

/// Whether instruction \p I does more with what it loads than to keep it.
static bool computesWithLoad(const MappedKernel &M, uint32_t I) {
  const KernelInst &Inst = M.K->Insts[I];
  for (uint32_t W = Inst.FirstWrite; W < Inst.FirstWrite + Inst.NumWrites; ++W)
    if (!M.K->Writes[W].IsWriteBack && M.WriteLatency[W] != 0)
      return true;
  return hasComputation(M, I);
}

/// Whether the store of \p D writes words of four bytes, as counted from the
/// load, in whole. Neighbours with the same address registers and no other
/// store between count with it, as cores make one write of them.
static bool writesWholeWords(const Kernel &K, const MemoryDependence &D) {
  constexpr int64_t Word = 4;
  const MemRef &From = K.Mems[D.SourceMem];
  if (From.Width % Word == 0 && D.Offset % Word == 0)
    return true;
  // The words that both share, from the store's first byte on.
  const int64_t Begin =
      D.Offset + std::max<int64_t>(0, -D.Offset) / Word * Word;
  if (Begin >= From.Width)
    return true;
  const int64_t End =
      std::min(D.Offset + int64_t(K.Mems[D.DestMem].Width),
               Begin + int64_t(alignTo(From.Width - Begin, Word)));
  if (Begin >= End)
    return true;
  SmallBitVector Missing(End - Begin, true);
  auto IsWithIt = [&](const MemRef &Mem) {
    if (!Mem.IsStore)
      return true;
    int64_t At;
    if (std::tie(Mem.Base, Mem.Index, Mem.Scale, Mem.Symbol) !=
            std::tie(From.Base, From.Index, From.Scale, From.Symbol) ||
        Mem.WriteBack != WriteBackKind::None ||
        SubOverflow(Mem.Displacement, From.Displacement, At))
      return false;
    if (At >= End)
      return true;
    const int64_t First = std::max(At, Begin);
    const int64_t Last = std::min(At + Mem.Width, End);
    if (First < Last)
      Missing.reset(First - Begin, Last - Begin);
    return true;
  };
  constexpr size_t Most = 16;
  ArrayRef<MemRef> Mems = K.Mems;
  for (const MemRef &Mem :
       reverse(Mems.take_front(D.SourceMem + 1).take_back(Most)))
    if (!IsWithIt(Mem))
      break;
  for (const MemRef &Mem : Mems.drop_front(D.SourceMem + 1).take_front(Most))
    if (!IsWithIt(Mem))
      break;
  return Missing.none();
}

/// More stores than any core looks back over.
static constexpr unsigned MostStoresBetween = 1024;

/// Stores that are executed between the store and the load of \p D. Looks at no
/// more than 1,024 accesses: as many stores as cores look back over are among
/// them, or the store has left the core.
static unsigned storesBetween(const Kernel &K, const MemoryDependence &D) {
  constexpr unsigned MostAccesses = MostStoresBetween;
  const uint32_t Size = K.Mems.size();
  // The load reads before its instruction stores.
  uint64_t Accesses = uint64_t(D.Distance) * Size + D.DestMem - D.SourceMem - 1;
  if (Accesses > MostAccesses)
    return MostAccesses;
  auto IsStore = [](const MemRef &M) { return M.IsStore; };
  unsigned Stores = 0;
  if (const uint64_t Trips = Accesses / Size)
    Stores = Trips * count_if(K.Mems, IsStore);
  // The rest, which may go on at the start of a body.
  ArrayRef<MemRef> Rest = ArrayRef(K.Mems).drop_front(D.SourceMem + 1);
  const size_t Left = Accesses % Size;
  Stores += count_if(Rest.take_front(Left), IsStore);
  if (Left > Rest.size())
    Stores +=
        count_if(ArrayRef(K.Mems).take_front(Left - Rest.size()), IsStore);
  return Stores;
}

/// What \p D costs alone.
static ForwardingCost forwardingCost(const MappedKernel &M,
                                     const MemoryDependence &D) {
  ForwardingCost C;
  const Kernel &K = *M.K;
  const MemRef &From = K.Mems[D.SourceMem], &To = K.Mems[D.DestMem];
  // Renaming predicts which store a load has its datum from, so that it fails
  // where that changes: no rule for the newest or a near store holds then.
  const bool IsDrawn = D.Class == DependenceClass::Drawn;
  // A store that comes before the load is executed again in the load's trip.
  const bool IsNewest =
      !IsDrawn && D.Distance == (D.SourceInst < D.DestInst ? 0 : 1);
  const unsigned StoresBetween =
      IsDrawn ? MostStoresBetween : storesBetween(K, D);
  if (auto Rule = M.Model->forwardingRule(
          {shapeOf(To), D.Forward == Forwarding::Partial, From.IsVector,
           bool(From.Index), D.Offset != 0, writesWholeWords(K, D),
           hasSameOperand(K, From, To, D),
           isOnStack(K, K.Insts[D.DestInst], To),
           isPcRelative(K, D.SourceInst, From) ||
               isPcRelative(K, D.DestInst, To),
           computesWithLoad(M, D.DestInst),
           targetOf(K).extendsLoadedSign(K.Insts[D.DestInst]),
           hasComputation(M, D.SourceInst), From.Width, D.Distance, IsNewest,
           StoresBetween, K.Insts[D.DestInst].Opcode})) {
    C.Least = Rule->Rule->Latency;
    C.Latency = std::max(Rule->Rule->Latency, Rule->Rule->Expected);
    C.Crowded = Rule->Rule->Crowded;
    C.From = {Rule->Layer, Rule->Rule->Source, Rule->Rule->Line};
    return C;
  }
  C.IsGeneric = true;
  C.Latency = C.Least = M.Insts[D.DestInst].LoadLatency + 1;
  return C;
}

int Builder::storeLatency(const MemRef &Mem) const {
  auto Rule = M.Model->storeRule(shapeOf(Mem));
  return Rule ? Rule->Rule->Latency : 1;
}

/// Cycles of the load that the nodes after the load node have in their latency,
/// as the model gives one figure from the address on. A read-modify-write has
/// one cycle of its own, and the store.
int Builder::latencyAfterLoad(uint32_t I, const MemRef &Mem) const {
  const KernelInst &Inst = K.Insts[I];
  if (M.Insts[I].LoadLatency != 0)
    return 0;
  int Least = INT_MAX;
  for (uint32_t W = Inst.FirstWrite; W < Inst.FirstWrite + Inst.NumWrites; ++W)
    if (!K.Writes[W].IsWriteBack && !K.Writes[W].IsFlags)
      Least = std::min<int>(Least, M.WriteLatency[W]);
  if (StoreNode[I] != NoNode)
    Least = std::min(Least, M.Insts[I].StoreLatency - storeLatency(Mem) - 1);
  return Least == INT_MAX ? 0 : std::max(0, Least);
}

/// Counts the stores that wrote a part of each access, where that matters.
/// O(dependences).
void Builder::countParts() {
  if (M.Model->pipeline(PipelineParam::BlockedStores).Value <= 1)
    return;
  PartsOf.assign(K.Mems.size(), 0);
  auto Count = [&](const MemoryDependence &D) {
    if (D.Order == DependenceOrder::RAW && D.Class != DependenceClass::May &&
        D.Forward == Forwarding::Partial)
      ++PartsOf[D.DestMem];
  };
  for (const MemoryDependence &D : Options.Memory)
    Count(D);
  for (const DrawnDependence &Drawn : Options.Drawn)
    Count(Drawn.D);
}

/// Whether the load of \p D waits for the cache: no store has all of it, and
/// enough have a part.
bool Builder::isBlocked(const MemoryDependence &D) const {
  return D.Forward == Forwarding::Partial &&
         (PartsOf.empty() ||
          PartsOf[D.DestMem] >=
              M.Model->pipeline(PipelineParam::BlockedStores).Value);
}

void Builder::addMemoryEdge(const MemoryDependence &D,
                            const ForwardingCost &Cost, uint32_t Detail) {
  uint32_t From = StoreNode[D.SourceInst], To = LoadNode[D.DestInst];
  if (D.Order != DependenceOrder::RAW || From == NoNode || To == NoNode)
    return;
  // Of a read-modify-write the operation comes before the datum.
  int Latency = Cost.Latency - storeLatency(K.Mems[D.SourceMem]) -
                latencyAfterLoad(D.DestInst, K.Mems[D.DestMem]);
  G.addEdge({From, To, Latency, D.Distance, DependenceKind::Memory, D.Class,
             Detail, uint32_t(Cost.Latency - Cost.Least), isBlocked(D)});
}

/// Whether loads that do not wait for one another wait for stores: half as many
/// again as stand one behind the other on a path, or more. Several trips wait
/// side by side for a store of several trips before. \p Costs: of
/// Options.Memory. O(V + E log E).
bool Builder::isForwardingCrowded(ArrayRef<ForwardingCost> Costs) const {
  constexpr unsigned MostTrips = 64;
  std::vector<unsigned> Trips(G.nodes().size(), 0); // That wait side by side.
  std::vector<std::pair<uint32_t, uint32_t>> Steps; // To, from.
  for (const DependencyGraph::Edge &E : G.edges())
    if (E.Distance == 0)
      Steps.emplace_back(E.To, E.From);
  for (auto [D, Cost] : zip_equal(Options.Memory, Costs)) {
    const uint32_t From = StoreNode[D.SourceInst], To = LoadNode[D.DestInst];
    if (D.Order != DependenceOrder::RAW || D.Class == DependenceClass::May ||
        From == NoNode || To == NoNode)
      continue;
    if (D.Distance == 0)
      Steps.emplace_back(To, From);
    if (Cost.Crowded != 0)
      Trips[To] = std::max(Trips[To], std::clamp(D.Distance, 1u, MostTrips));
  }
  llvm::sort(Steps);
  std::vector<unsigned> OnPath(Trips.size(), 0);
  unsigned Longest = 0, Waiting = 0;
  auto Step = Steps.begin();
  for (uint32_t N = 0; N < Trips.size(); ++N) {
    for (; Step != Steps.end() && Step->first == N; ++Step)
      OnPath[N] = std::max(OnPath[N], OnPath[Step->second]);
    OnPath[N] += Trips[N] != 0;
    Longest = std::max(Longest, OnPath[N]);
    Waiting += Trips[N];
  }
  return Waiting != 0 && 2 * Waiting >= 3 * Longest;
}

void Builder::addMemoryEdges() {
  std::vector<ForwardingCost> Costs;
  for (const MemoryDependence &D : Options.Memory)
    Costs.push_back(forwardingCost(M, D));
  auto CanBeCrowded = [](const ForwardingCost &C) { return C.Crowded != 0; };
  if (any_of(Costs, CanBeCrowded) && isForwardingCrowded(Costs))
    for (ForwardingCost &C : Costs)
      C.Latency = std::max(C.Latency, C.Crowded);
  countParts();
  for (auto [I, D] : enumerate(Options.Memory))
    addMemoryEdge(D, Costs[I], I);
  for (auto [I, Drawn] : enumerate(Options.Drawn))
    addMemoryEdge(Drawn.D, forwardingCost(M, Drawn.D), I);
  if (Options.Costs)
    *Options.Costs = std::move(Costs);
}

DependencyGraph kernelbounds::buildDependencyGraph(const MappedKernel &M,
                                                   unsigned NumUnits,
                                                   const GraphOptions &O) {
  return Builder(M, NumUnits, O).build();
}
