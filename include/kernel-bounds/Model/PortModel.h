//===- PortModel.h - A core, ready for mapping ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layers of a port model put together for one CPU: LLVM's scheduling
/// model, the shipped model file, a user's file; the later wins, and every
/// value keeps its provenance.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_PORTMODEL_H
#define KERNEL_BOUNDS_MODEL_PORTMODEL_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/LLVMSchedule.h"
#include "kernel-bounds/Model/ModelLoader.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace llvm {
class Target;
class Triple;
} // namespace llvm

namespace kernelbounds {

/// Where a value came from.
struct Provenance {
  /// Null: LLVM's scheduling model.
  const ModelTables *Layer = nullptr;
  uint16_t Source = 0; ///< Into Layer->Sources.
  uint32_t Line = 0;   ///< Of the layer's file.

  bool isLLVM() const { return !Layer; }
};

struct Port {
  std::string Name;
  PortKind Kind;
  uint64_t ResultPorts = 0; ///< See PortDecl.
};

/// A value of the pipeline and where it came from.
struct SizedValue {
  unsigned Value = 0; ///< 0 = not known.
  Provenance From;
};

/// An entry of a layer that applies to an opcode.
struct LayeredEntry {
  const ModelTables *Layer;
  const InstEntry *Entry;
};

/// Whether \p Cpu is a core that \p Model is for: by its name, its `cpus`, or
/// the base that it completes. A model of `base: any` is for all of its target.
bool servesCpu(const ModelTables &Model, llvm::StringRef Cpu);
/// "model 'mine' (mine.yaml) does not serve 'skylake'; it serves ...".
std::string notServed(const ModelTables &Model, llvm::StringRef Cpu);

/// How to find a port model.
struct PortModelRequest {
  /// CPU name as LLVM or a shipped model knows it.
  std::string Cpu;
  /// A user's model, as readModelFile gives it; null for none. When set and Cpu
  /// is empty, the file's `base` decides.
  std::shared_ptr<const ModelStorage> User = nullptr;
  /// Any subtarget of the target that outlives the model; null: one is made.
  const llvm::MCSubtargetInfo *Subtarget = nullptr;
  /// Whose instructions the code may have; empty: those of Cpu.
  std::string CodeCpu = "";
};

/// One core. Not for use by several threads at once (it caches).
class PortModel {
public:
  /// Fails for a CPU that neither LLVM nor a model knows, and for a user's
  /// model of another target.
  static llvm::Expected<std::unique_ptr<PortModel>>
  create(const llvm::Target &T, const llvm::Triple &TT,
         const llvm::MCInstrInfo &MII, const PortModelRequest &Request);
  ~PortModel();

  /// As reports name it: the CPU asked for.
  llvm::StringRef cpu() const { return Cpu; }
  /// Whose instructions the code may have: that of -march where -mtune names
  /// another core.
  llvm::StringRef codeCpu() const { return CodeCpu.empty() ? Cpu : CodeCpu; }
  /// One line: which layers serve this CPU, and from whom LLVM's is borrowed.
  const std::string &description() const { return Description; }
  /// Whether the uppermost layer is a file of the user's.
  bool isUsers() const { return User != nullptr; }
  /// Core for which LLVM's layer was written if that is another one, or "".
  llvm::StringRef borrowedFrom() const { return BorrowedFrom; }
  /// Layers above LLVM's, bottom up; may be empty.
  llvm::ArrayRef<const ModelTables *> layers() const { return Layers; }

  llvm::ArrayRef<Port> ports() const { return Ports; }
  PortSet issuePorts() const { return IssuePorts; }
  /// Units that keep the port of a micro-op that waits for them.
  PortSet blockingUnits() const { return BlockingUnits; }
  const SizedValue &pipeline(PipelineParam P) const {
    return Pipeline[static_cast<unsigned>(P)];
  }

  /// Null for `base: none`.
  LLVMSchedule *llvmSchedule() const { return Base.get(); }
  /// Whether anything tells what \p Opcode does: LLVM's tables, or, without
  /// them, that it has no effect of which LLVM's definition says nothing.
  bool isDescribed(unsigned Opcode) const;
  /// Entries for \p Opcode, the strongest first.
  llvm::ArrayRef<LayeredEntry> entries(unsigned Opcode) const {
    return facts(Opcode).Entries;
  }
  /// The strongest rule that applies; null if no layer has one.
  struct LayeredRule {
    const ModelTables *Layer;
    const MemoryRule *Rule;
  };
  struct AccessShape {
    bool IsVector, IsIndexed, IsGather;
    unsigned Width; ///< Bytes; 0 = not known.
    /// The base is what another load has loaded, there is no index, and the
    /// displacement is 0 to MaxChaseDisplacement.
    bool IsChase = false;
    bool IsScaled = false; ///< There is an index, times more than 1.
    /// It IsScaled, or there are a base, an index and a displacement.
    bool IsComplex = false;
    /// The instruction loads from and stores to this place.
    bool IsUpdate = false;
  };
  static constexpr int64_t MaxChaseDisplacement = 2047;
  std::optional<LayeredRule> loadRule(const AccessShape &A) const;
  std::optional<LayeredRule> storeRule(const AccessShape &A) const;
  /// A load that gets its datum from a store.
  struct ForwardingShape {
    AccessShape Load;
    bool IsPartial;     ///< The store does not cover the load.
    bool IsFromVector;  ///< The store's datum is in a vector register.
    bool IsFromIndexed; ///< The store's address has an index.
    bool IsShifted;     ///< The load begins elsewhere than the store.
    /// If the load begins with a word of four bytes, the store begins and ends
    /// with one, too.
    bool IsOfWholeWords;
    /// Both name the same base register with the same value and displacement,
    /// and no index: what cores that rename memory look at.
    bool HasSameOperand;
    bool IsOnStack;      ///< That base is the stack or the frame pointer.
    bool IsPcRelative;   ///< An address of the two counts from the code.
    bool Computes;       ///< The instruction that loads does more than that.
    bool IsSignExtended; ///< The sign of the loaded integer is extended.
    /// The instruction that stores computes what it stores.
    bool IsFromComputed;
    unsigned StoreWidth; ///< Bytes; 0 = not known.
    unsigned Distance;   ///< Trips from the store to the load.
    /// No later execution of the same store instruction stands between.
    bool IsNewest;
    unsigned StoresBetween; ///< Of any instruction.
    unsigned LoadOpcode;
  };
  /// From the datum of the store to the loaded value.
  std::optional<LayeredRule> forwardingRule(const ForwardingShape &S) const;
  std::optional<LayeredRule> writeBackRule() const;
  /// What an atomic update of memory takes besides its micro-ops.
  std::optional<LayeredRule> atomicRule() const;
  /// What a store takes when it is written to the cache, besides its micro-ops.
  std::optional<LayeredRule> storeCommitRule() const;
  /// What the second of two accesses to memory takes besides its micro-ops, if
  /// neither is a load on these ports and none stands between the two.
  std::optional<LayeredRule> accessPairRule() const;
  /// What an update of memory takes besides its micro-ops in the simulator.
  std::optional<LayeredRule> updateExtraRule() const;
  /// What accesses across a line of the cache take besides; null: not known.
  /// The first is the layer.
  std::pair<const ModelTables *, const LineCrossingRule *>
  lineCrossingRule() const;
  /// Null: as many as there are ports.
  const ExecutedWidthRule *executedWidthRule() const;
  /// Of the topmost layer that has any.
  llvm::ArrayRef<RenameLimit> renameLimits() const;
  /// When loads take older stores for theirs; null: not known.
  const AliasingRule *aliasingRule() const;
  /// The ports of a computation that might use those of \p Ports, in an
  /// instruction that also accesses memory.
  PortSet portsBesideAccess(PortSet Ports) const;
  /// Those of the topmost layer that describes caches; null if none does. The
  /// first is the layer.
  std::pair<const ModelTables *, const CacheTables *> caches() const;
  /// The layer that speaks of micro-fusion; null if none.
  const ModelTables *microFusion() const;
  bool isUnlaminated(unsigned Opcode) const {
    return facts(Opcode).IsUnlaminated;
  }
  /// Whether \p First and \p Second become one micro-op. \p Condition is the
  /// x86 condition code of Second, or ~0u; \p HasResult: First writes more than
  /// flags; \p Obstacles: FusionObstacles of First.
  bool macroFuses(unsigned First, unsigned Second, unsigned Condition,
                  bool HasResult, unsigned Obstacles = 0) const {
    return macroFusionRule(First, Second, Condition, HasResult, Obstacles);
  }
  /// The rule by which they do; null if they do not.
  const MacroFusionRule *macroFusionRule(unsigned First, unsigned Second,
                                         unsigned Condition, bool HasResult,
                                         unsigned Obstacles) const;
  bool mayStartMacroFusion() const { return HasMacroFusion; }
  /// Whether macroFuses() can hold with \p Opcode as the first.
  bool mayStartMacroFusion(unsigned Opcode) const {
    return facts(Opcode).StartsFusion;
  }
  static constexpr unsigned AnyWriter = ~0u;
  /// Cycles that an operand of \p Reader gains if \p Writer made it: opcodes,
  /// or AnyWriter for the most that any one would give. Less than 0: that much
  /// later.
  int bypassGain(unsigned Writer, unsigned Reader) const {
    return Bypasses ? findBypass(Writer, Reader) : 0;
  }
  const ModelTables *compat() const;
  /// Those of the strongest layer that has any; empty: there is one for all.
  llvm::ArrayRef<SchedulerDecl> schedulers() const;
  /// Whether \p Opcode has a length-changing prefix.
  bool isLengthChanging(unsigned Opcode) const;
  /// PortChoice::Unknown if no layer says it.
  PortChoice portChoice() const;

  /// The most floating-point operations in a cycle, by number of their type:
  /// what \p Find returns when it is first asked for. It depends on nothing but
  /// the model. Not for several threads at once.
  template <typename Callback>
  CyclesPerIter floatPeak(unsigned Type, Callback Find) const {
    if (auto It = FloatPeaks.find(Type); It != FloatPeaks.end())
      return It->second;
    return FloatPeaks[Type] = Find();
  }

  const llvm::MCInstrInfo &instrInfo() const { return MII; }
  /// \returns 0 if the target has no such opcode. O(log opcodes).
  unsigned opcodeByName(llvm::StringRef Name) const;
  /// Of no CPU in particular: for what all CPUs of the target share.
  const llvm::MCSubtargetInfo &subtarget() const { return *STI; }

private:
  explicit PortModel(const llvm::MCInstrInfo &MII);
  llvm::Error init(const llvm::Target &T, const llvm::Triple &TT,
                   const PortModelRequest &Request);
  void addLayers(const ModelTables *Top, llvm::StringRef Target);
  void buildPorts();
  void buildPipeline();
  void describe(llvm::StringRef LLVMCpu, const llvm::MCSchedModel &SM);

  const llvm::MCInstrInfo &MII;
  std::string Cpu, CodeCpu, Description, BorrowedFrom;
  std::shared_ptr<const ModelStorage> User;
  llvm::SmallVector<const ModelTables *, 3> Layers;
  std::unique_ptr<llvm::MCSubtargetInfo> OwnSTI;
  const llvm::MCSubtargetInfo *STI = nullptr;
  std::unique_ptr<LLVMSchedule> Base;
  std::vector<Port> Ports;
  PortSet IssuePorts, BlockingUnits;
  SizedValue Pipeline[NumPipelineParams];
  bool HasMacroFusion = false;
  const ModelTables *Bypasses = nullptr; ///< The strongest layer with any.
  /// What the layers say of one opcode.
  struct OpcodeFacts {
    llvm::SmallVector<LayeredEntry, 2> Entries;
    bool IsUnlaminated = false, StartsFusion = false;
  };
  const OpcodeFacts &facts(unsigned Opcode) const {
    auto [It, IsNew] = Facts.try_emplace(Opcode);
    if (IsNew)
      findFacts(Opcode, It->second);
    return It->second;
  }
  void findFacts(unsigned Opcode, OpcodeFacts &F) const;
  int findBypass(unsigned Writer, unsigned Reader) const;
  /// The layer that speaks of macro-fusion; null if none.
  const ModelTables *macroFusion() const;

  /// By opcode, made when first asked for. A map, not a table of all opcodes: a
  /// compiler run asks for a few dozen of 22,000.
  mutable std::unordered_map<unsigned, OpcodeFacts> Facts;
  mutable llvm::SmallDenseMap<unsigned, CyclesPerIter, 4> FloatPeaks;
};

/// How a CPU is served, for a list of all of them.
struct CpuSupport {
  std::string Cpu;
  llvm::StringRef Model;      ///< Shipped model, or empty.
  llvm::StringRef WrittenFor; ///< Core that LLVM's model describes, or empty.
  bool Borrowed;              ///< LLVM's model was written for another core.
  bool HasLLVMModel;
};

/// Every CPU that LLVM knows for \p TT, sorted by name. \p TT is x86-64 or
/// AArch64, its target registered.
std::vector<CpuSupport> listCpus(const llvm::Target &T, const llvm::Triple &TT);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_PORTMODEL_H
