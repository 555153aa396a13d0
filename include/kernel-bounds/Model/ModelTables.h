//===- ModelTables.h - A model file in table form ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What one model file says, with names resolved to ids. Shipped models are
/// constant data made at build time by kb-model-compiler; a user's file fills
/// the same tables from ModelStorage. docs/reference/models.md has the meaning.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_MODELTABLES_H
#define KERNEL_BOUNDS_MODEL_MODELTABLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace kernelbounds {

struct CacheTables;

enum class UopKind : uint8_t { Compute, Load, StoreAddress, StoreData };

enum class PortKind : uint8_t {
  Port, ///< An issue port.
  Unit, ///< A unit that is held for several cycles; not an issue port.
  /// A unit that keeps the port busy of a micro-op that waits for it.
  BlockingUnit
};
/// As model files write it.
constexpr llvm::StringLiteral portKindName(PortKind K) {
  return K == PortKind::Port   ? llvm::StringLiteral("port")
         : K == PortKind::Unit ? llvm::StringLiteral("unit")
                               : llvm::StringLiteral("blocking-unit");
}

/// The condition of an entry, on operands that share an opcode.
enum class EntryCondition : uint8_t {
  Always,
  ZeroIdiom,
  OnesIdiom,
  Move,
  LeaSimple,
  LeaComplex,
  LeaScaled,      ///< The index is multiplied by 2, 4 or 8.
  LeaDisplaced,   ///< A base register and a displacement, and no index.
  LeaRipRelative, ///< The base is the program counter.
  Shifted,
  SameRegister, ///< All register operands are views of one register.
  SameSources,  ///< All registers that are read are views of one register.
  ConditionCode ///< The x86 condition is one of InstEntry::Conditions.
};

enum class PipelineParam : uint8_t {
  IssueWidth,    ///< Fused micro-ops renamed per cycle.
  DecodeWidth,   ///< Instructions per cycle.
  RetireWidth,   ///< Fused micro-ops per cycle.
  ReorderBuffer, ///< Micro-ops.
  Scheduler,     ///< Entries, all schedulers together.
  LoadBuffer,    ///< Entries.
  StoreBuffer,   ///< Entries.
  // How code becomes micro-ops; see Bounds/FrontEndBound.h.
  UopCacheWindow,  ///< Bytes whose micro-ops share lines of the cache.
  UopCacheLine,    ///< Micro-ops a line.
  UopCacheWays,    ///< Lines that one window may take.
  UopCacheLines,   ///< Lines in all.
  UopCacheFetch,   ///< Bytes whose lines are read in one cycle at most.
  UopCacheMerge,   ///< A window of so few micro-ops may take no cycle.
  UopCacheInsts,   ///< Instructions a line, where it counts these.
  UopCacheRate,    ///< Lines per cycle, where it is not a window.
  UopCacheLookup,  ///< Cycles from a lookup of a window to the next one of it.
  DecodeBlock,     ///< Bytes of code that are decoded in one cycle.
  JumpBoundary,    ///< Bytes: jumps over it are not in the micro-op cache.
  TakenBranch,     ///< Cycles per taken branch, if a trip has several.
  LoopBuffer,      ///< Micro-ops of a loop that is replayed without the cache.
  LoopBufferWidth, ///< Micro-ops of it per cycle; a trip begins a new one.
  FusionBoundary,  ///< Bytes: no macro-fusion with a branch that starts there.
  PredecodeWidth,  ///< Instructions of a block of which a cycle finds the
                   ///< length.
  LengthStall,     ///< Cycles that a length-changing prefix adds to it.
  SimpleDecoder,   ///< Micro-ops that decoders but for the first make at most.
  IssueInsts,      ///< Instructions renamed per cycle, fused pairs as one.
  IssueVectors,  ///< Fused micro-ops with vector registers, renamed per cycle.
  UopCacheWidth, ///< Micro-ops per cycle for a loop that is one window.
  DecoderSwitch, ///< Cycles from the micro-op cache to the decoders.
  SveBytes,      ///< Of a register of the scalable vector extension.
  StoresPerLine, ///< Stores in a row that the cache takes in one cycle if they
                 ///< go to one line; see Bounds/StoreBound.h.
  ForwardInterval, ///< Cycles: if loads that stores forward to come more often,
                   ///< the cache takes the stores one a cycle.
  WordMerge, ///< Cycles from a store into a part of four bytes to the next one
             ///< there, if one to another line stands between.
  IntegerRegisters,   ///< Results for general registers in flight.
  VectorRegisters,    ///< Results for vector and FP registers in flight.
  MispredictPenalty,  ///< Cycles from the execution of a mispredicted branch to
                      ///< the renaming of what comes behind it.
  DisambiguationHold, ///< Executions of a load that wait for the addresses of
                      ///< stores after it read too early.
  DisambiguationWait, ///< Cycles from such an address to the start of the load.
  DisambiguationData, ///< Cycles from the start of the datum of a store that
                      ///< the load may meet to that of the load.
  DisambiguationClear, ///< Cycles from the address that shows that a load read
                       ///< too early to the renaming of what is fetched again.
  DisambiguationMet, ///< A load that meets stores in flight in more than one of
                     ///< so many executions waits as one that read too early.
  DisambiguationOwn, ///< 1: a load that waits does so for the addresses of the
                     ///< stores that it may meet alone.
  IssueWindows, ///< Windows of the micro-op cache that the micro-ops renamed in
                ///< a cycle are of, at most.
  UopCacheConstants, ///< Constants that a full line has room for; two more for
                     ///< each instruction less, and at most twice as many.
  PartWrite, ///< Cycles for which the cache takes a store into a part of four
             ///< bytes, if what the loop loads decides where it goes.
  UnlaminatedEntries, ///< The micro-ops of a cycle of rename, from its first
                      ///< on, that can be un-laminated there.
  LoopBufferCrossing, ///< Micro-ops of a loop that takes two cycles if the
                      ///< jump back or what is fused to it crosses a line.
  BlockedStores, ///< Stores that wrote a part of a load each, from how many of
                 ///< which on it waits until they are in the cache.
  BankBytes,     ///< Of a bank of the first-level cache, along a line.
  LoadsPerBank,  ///< Loads of a cycle that may read the same bank, at most
                 ///< MostLoadsPerBank.
  MicrocodedSlots, ///< An instruction with so many issue slots or more has the
                   ///< cycles of rename that it takes for itself.
  SlotsTogether, ///< An instruction with at most so many issue slots is renamed
                 ///< in one cycle.
  MovesInRow, ///< Eliminated moves, each of the copy that the one before made;
              ///< the next one executes, at most MostMovesInRow.
};
constexpr unsigned NumPipelineParams = 53;
constexpr unsigned MostMovesInRow = 64;
constexpr unsigned MostLoadsPerBank = 3, MostBankBytes = 64;
/// YAML key of each PipelineParam.
inline llvm::StringRef pipelineParamName(PipelineParam P) {
  constexpr llvm::StringLiteral Names[] = {"issue_width",
                                           "decode_width",
                                           "retire_width",
                                           "reorder_buffer",
                                           "scheduler",
                                           "load_buffer",
                                           "store_buffer",
                                           "uop_cache_window",
                                           "uop_cache_line",
                                           "uop_cache_ways",
                                           "uop_cache_lines",
                                           "uop_cache_fetch",
                                           "uop_cache_merge",
                                           "uop_cache_insts",
                                           "uop_cache_rate",
                                           "uop_cache_lookup",
                                           "decode_block",
                                           "jump_boundary",
                                           "taken_branch",
                                           "loop_buffer",
                                           "loop_buffer_width",
                                           "fusion_boundary",
                                           "predecode_width",
                                           "length_stall",
                                           "simple_decoder",
                                           "issue_insts",
                                           "issue_vectors",
                                           "uop_cache_width",
                                           "decoder_switch",
                                           "sve_bytes",
                                           "stores_per_line",
                                           "forward_interval",
                                           "word_merge",
                                           "integer_registers",
                                           "vector_registers",
                                           "mispredict_penalty",
                                           "disambiguation_hold",
                                           "disambiguation_wait",
                                           "disambiguation_data",
                                           "disambiguation_clear",
                                           "disambiguation_met",
                                           "disambiguation_own",
                                           "issue_windows",
                                           "uop_cache_constants",
                                           "part_write",
                                           "unlaminated_entries",
                                           "loop_buffer_crossing",
                                           "blocked_stores",
                                           "bank_bytes",
                                           "loads_per_bank",
                                           "microcoded_slots",
                                           "slots_together",
                                           "moves_in_row"};
  static_assert(std::size(Names) == NumPipelineParams);
  return Names[static_cast<unsigned>(P)];
}

/// When the port of a micro-op that may go to several is chosen.
enum class PortChoice : uint8_t {
  Unknown,
  AtDispatch, ///< When it starts: the first port that is free.
  AtRename,   ///< When it is renamed, by the micro-ops that wait for each port.
  /// The same, by those that waited when the cycle before began.
  AtRenameLate,
  /// When it is renamed, by what the ports got in this cycle; ports without a
  /// limit for a cycle (SchedulerDecl::PerCycle) in turn.
  InCycle,
  /// The same; of ports that got as many, the one that was given least
  /// recently.
  InCycleInTurn
};
constexpr bool isInCycle(PortChoice C) { return C >= PortChoice::InCycle; }
/// As model files and reports write it.
constexpr llvm::StringLiteral portChoiceName(PortChoice C) {
  return C == PortChoice::AtRename       ? llvm::StringLiteral("at-rename")
         : C == PortChoice::AtRenameLate ? llvm::StringLiteral("at-rename-late")
         : C == PortChoice::InCycle      ? llvm::StringLiteral("in-cycle")
         : C == PortChoice::InCycleInTurn
             ? llvm::StringLiteral("in-cycle-in-turn")
             : llvm::StringLiteral("at-dispatch");
}

/// `Count` micro-ops, each holding one port of `Ports` for `Cycles`.
struct UopSpec {
  uint64_t Ports; ///< Bits of ModelTables::Ports.
  uint16_t Cycles;
  uint16_t Expected; ///< Cycles that usual operands take, if these are more.
  uint8_t Count;
  UopKind Kind;
};

/// Cycles from inputs to results.
struct LatencySpec {
  int16_t Data, Accumulator, Merge, Mask, Flags, High, Index; ///< By input.
  int16_t ToFlags; ///< To the flags result.
  int16_t ToHigh;  ///< To the high half of a product, or the remainder.
  /// What Data is for usual operands, if that is more; the others grow with it.
  int16_t Expected;
};

enum EntryAttr : uint8_t {
  EA_HasUops = 1 << 0,
  EA_HasLatency = 1 << 1,
  EA_HasIssueSlots = 1 << 2,
  EA_ExplicitMemory = 1 << 3,
  EA_DependencyBreaking = 1 << 4,
  EA_Eliminated = 1 << 5,
  EA_FalseDependence = 1 << 6, ///< The results wait for what they overwrite.
  EA_Executed = 1 << 7, ///< Not eliminated, whatever entries below it say.
};

/// One item of `instructions:`.
struct InstEntry {
  uint32_t FirstUop; ///< Into ModelTables::Uops.
  uint16_t NumUops;
  uint16_t Source; ///< Into ModelTables::Sources.
  LatencySpec Latency;
  EntryCondition When;
  uint8_t Attrs; ///< Of EntryAttr.
  uint8_t IssueSlots;
  uint16_t Conditions; ///< Bit per x86 condition code, for ConditionCode.
  uint32_t Line;       ///< Of the model file, 1-based.

  bool has(EntryAttr A) const { return Attrs & A; }
};

/// Entries that match one opcode, in file order.
struct OpcodeCandidates {
  uint32_t Opcode;
  uint32_t First; ///< Into ModelTables::Candidates.
  uint16_t Count;
};

/// One rule of `loads:`, `stores:` or `forwarding:`.
struct MemoryRule {
  int8_t Vector = -1, Indexed = -1, Gather = -1; ///< 0, 1; -1 = either.
  // Of forwarding: the store does not cover the load; its datum is a vector;
  // the load begins elsewhere than the store; see ForwardingShape.
  int8_t Partial = -1, FromVector = -1, Shifted = -1;
  int8_t SameOperand = -1, SameWidth = -1, OnStack = -1;
  int8_t Update = -1, Computes = -1, SignExtended = -1; ///< Of forwarding.
  int8_t Newest = -1;                                   ///< Of forwarding.
  int8_t StoreIndexed = -1, WholeWords = -1;            ///< Of forwarding.
  int8_t FromComputed = -1, PcRelative = -1;            ///< Of forwarding.
  int8_t Chase = -1, Scaled = -1, Complex = -1;         ///< See AccessShape.
  uint16_t MinWidth = 0, MaxWidth = UINT16_MAX;         ///< Bytes.
  // Of forwarding: bytes of the store, and trips from it to the load.
  uint16_t MinStoreWidth = 0, MaxStoreWidth = UINT16_MAX;
  uint16_t MinDistance = 0, MaxDistance = UINT16_MAX;
  uint16_t MaxStores = UINT16_MAX; ///< Of forwarding: stores between the two.
  // Of forwarding: opcodes of the load, into OpcodePool, sorted; none: all.
  uint32_t OpcodesBegin = 0, OpcodesEnd = 0;
  int16_t Latency = 0;
  // Of forwarding: cycles, if that is more than Latency; and while loads that
  // do not wait for one another wait for stores.
  int16_t Expected = 0, Crowded = 0;
  uint32_t FirstUop = 0;
  uint16_t NumUops = 0;
  uint16_t Source = 0;
  uint32_t Line = 0;
};

/// What an access that crosses a line of the cache takes besides: cycles of its
/// load port, or of its store-data port, which stand for those of the cache.
struct LineCrossingRule {
  uint8_t LoadCycles = 0, StoreCycles = 0;
  uint8_t StoreEvery = 1; ///< One of so many stores that cross takes them.
  /// For which the cache takes such a store and no other; 0: as any store.
  uint8_t CommitCycles = 0;
  /// For accesses that cross a page, in place of the first two; 0: as a line.
  uint8_t PageLoadCycles = 0, PageStoreCycles = 0;
  /// Both parts of such an access are accesses by themselves, of which each
  /// takes any free port; otherwise they take theirs together.
  bool IsApart = false;
  uint16_t Source = 0;
  uint32_t Line = 0;
};

/// Micro-ops on some ports of which a cycle is expected to execute a few only,
/// in loops of more than Slots issue slots and in those with an instruction
/// that loads and computes on these ports alone.
struct ExecutedWidthRule {
  uint64_t Ports = 0;
  uint8_t PerCycle = 0; ///< 0: there is no rule.
  uint8_t Slots = 0;
  uint16_t Source = 0;
};

/// When a load takes an older store in flight for its own, by the lower bits of
/// their addresses, and is late for that.
struct AliasingRule {
  uint8_t Bits = 12;  ///< By which stores are found.
  uint8_t Cycles = 0; ///< By which such a load is late.
  /// Stores that begin where the load begins, in these bits, and that it takes
  /// to make it late; one that only overlaps is enough.
  uint8_t SameStart = 1;
  /// One that agrees with the load in so many bits is enough, too; 0: none.
  uint8_t SureBits = 0;
  /// Cycles for which stores are found after they retire and were written.
  uint8_t InFlight = 0;
  uint16_t Source = 0;
  uint32_t Line = 0;
};

/// Where computations go whose instruction also accesses memory: those that
/// might use all ports of Of go to Ports.
struct MemoryOperandRule {
  uint64_t Of = 0, Ports = 0; ///< Bits of ModelTables::Ports; none: no rule.
  uint16_t Source = 0;
};

/// What the operand in memory of an instruction has that keeps it, on some
/// cores, from being one micro-op with the next instruction. Bits.
enum FusionObstacle : uint8_t {
  FO_RipRelative = 1,              ///< The address counts from the code.
  FO_DisplacementAndImmediate = 2, ///< Both are encoded.
  FO_LongConstants = 4,            ///< Both take four bytes.
};

struct MacroFusionRule {
  uint32_t FirstBegin, FirstEnd;   ///< Into OpcodePool, sorted.
  uint32_t SecondBegin, SecondEnd; ///< Into OpcodePool, sorted.
  uint16_t Conditions;             ///< Bit per x86 condition code.
  uint16_t Source;
  bool NoResult;      ///< Only if the first writes flags at most.
  uint8_t NotWith;    ///< FusionObstacles that the first must not have.
  uint64_t Ports = 0; ///< Of the pair; 0: those of the second.
};

/// Results that reach some readers sooner than others, or later. For example,
/// additions of Golden Cove take 3 cycles, but 2 from one addition to the next,
/// and on Zen 3 results of floating-point units reach integer units a cycle
/// later.
struct BypassRule {
  uint32_t FromBegin, FromEnd; ///< Into OpcodePool, sorted: who writes.
  uint32_t ToBegin, ToEnd;     ///< Into OpcodePool, sorted: who reads.
  int16_t Gain; ///< Cycles less than the reader's latency; < 0: more.
  uint16_t Source;
};

/// Where values come from. Values of one source with a spread have one of these
/// for each spread, behind all that a file declares.
struct SourceDecl {
  static constexpr int16_t NoSpread = -1;

  llvm::StringRef Name; ///< By which values name it: "manual".
  llvm::StringRef Text; ///< The publication.
  /// By how much repetitions of a measurement differ, in hundredths of a per
  /// cent; NoSpread: the file does not say.
  int16_t Spread = NoSpread;
};

struct PortDecl {
  llvm::StringRef Name;
  /// Resource units of LLVM's model that are this port, comma-separated.
  llvm::StringRef LLVMUnits;
  PortKind Kind;
  /// Of a unit: the ports by which the results of its micro-ops leave, in turn,
  /// as bits of ModelTables::Ports; 0: none.
  uint64_t ResultPorts = 0;
};

struct PipelineValue {
  PipelineParam Param;
  uint32_t Value;
  uint16_t Source;
};

/// One of several schedulers: the micro-ops that wait for one of its ports.
struct SchedulerDecl {
  uint64_t Ports; ///< Bits of ModelTables::Ports.
  uint32_t Entries;
  /// Micro-ops that get one of Ports in a cycle of rename, at most; 0: any.
  uint8_t PerCycle;
  /// If so many micro-ops wait for one of Ports when a cycle of rename begins,
  /// it counts as given away once; 0: never.
  uint8_t CrowdedFrom;
  /// Of ports that were given as often in this cycle, one for which fewest
  /// waited when it began, in steps of so many; 0: that does not matter.
  uint8_t WaitStep;
  /// One result a cycle leaves each of Ports: a micro-op whose result would
  /// come with one of a longer latency starts again a cycle later.
  bool OneResult;
  /// What takes several cycles there has its result by any of Ports, by one
  /// after the other.
  bool ResultsInTurn;
  /// A micro-op that may enter several of these schedulers enters the one in
  /// which fewest wait.
  bool ByRoom;
  /// Entries of the queue in front of all schedulers that have this number: a
  /// micro-op waits in it, in order, until its scheduler has room; 0: none.
  uint16_t Queue;
  /// Cycles for which an entry stays taken after the start of its micro-op.
  uint8_t Release;
  /// The one of Ports, as its number and one, by which a micro-op of the others
  /// reads the third of its registers of vectors; 0: none.
  uint8_t ThirdOperand;
  uint16_t Source;
};

/// Micro-ops that a cycle of rename has room for, of those whose ports, or
/// whose units, are all among Ports; or eliminated moves.
struct RenameLimit {
  uint64_t Ports; ///< Bits of ModelTables::Ports; none: of moves.
  uint8_t MicroOps;
  bool LoadsOnly; ///< Others do not count.
  uint16_t Source;

  bool isOfMoves() const { return Ports == 0; }
};
constexpr size_t MostRenameLimits = 8;

/// One model file. A view: the storage is static or a ModelStorage's.
struct ModelTables {
  llvm::StringRef Name;
  llvm::StringRef File;   ///< As shown in provenance: "models/znver1.yaml".
  llvm::StringRef Target; ///< As Targets.def names it.
  llvm::StringRef Base;   ///< Model or LLVM CPU; "none"; "any" for overlays.
  /// LLVM CPU to take the place of the one that Base rests on; "": that one.
  llvm::StringRef LLVMBase;
  llvm::ArrayRef<llvm::StringRef> Cpus;
  llvm::ArrayRef<SourceDecl> Sources;
  llvm::ArrayRef<PortDecl> Ports;
  llvm::ArrayRef<PipelineValue> Pipeline;
  llvm::ArrayRef<SchedulerDecl> Schedulers; ///< No port is in two of them.
  llvm::ArrayRef<RenameLimit> RenameLimits; ///< At most MostRenameLimits.
  llvm::ArrayRef<MemoryRule> Loads, Stores, Forwarding;
  llvm::ArrayRef<UopSpec> Uops;
  llvm::ArrayRef<InstEntry> Entries;
  llvm::ArrayRef<uint16_t> Candidates;      ///< Indices into Entries.
  llvm::ArrayRef<OpcodeCandidates> Opcodes; ///< Sorted by opcode.
  llvm::ArrayRef<uint32_t> OpcodePool;
  llvm::ArrayRef<MacroFusionRule> MacroFusion;
  llvm::ArrayRef<BypassRule> Bypasses;
  bool HasWriteBack, HasAtomic, HasMicroFusion, HasLineCrossing;
  bool HasStoreCommit, HasAccessPair, HasUpdateExtra, HasAliasing;
  bool FuseLoadOp, FuseStore;
  uint32_t UnlaminateBegin, UnlaminateEnd; ///< Into OpcodePool, sorted.
  uint16_t MicroFusionSource;
  MemoryRule WriteBack; ///< Only Latency, uops and Source are used.
  MemoryRule Atomic;    ///< Only uops and Source are used.
  /// What a store takes when it is written: MinWidth, uops and Source.
  MemoryRule StoreCommit;
  /// What the second of two accesses takes that no load on its ports stands
  /// between: the same.
  MemoryRule AccessPair;
  /// What an update of memory takes besides, in the simulator: the same.
  MemoryRule UpdateExtra;
  LineCrossingRule LineCrossing;
  ExecutedWidthRule ExecutedWidth;
  AliasingRule Aliasing;
  MemoryOperandRule MemoryOperand; ///< Of the base if it has no ports.
  const CacheTables *Caches;       ///< Null: the base's.
  bool HasCompat;
  int16_t CompatLoadLatency, CompatStoreLatency;
  uint16_t CompatSource;
  /// Micro-ops of a store in the tool to be reproduced, if they differ.
  uint32_t CompatFirstUop;
  uint16_t CompatNumUops;
  PortChoice Choice; ///< Unknown: the base's.
  uint16_t ChoiceSource;
  /// Opcodes with a prefix that changes the length of the instruction: into
  /// OpcodePool, sorted. Of the base unless HasLengthChanging.
  bool HasLengthChanging;
  uint32_t LengthChangingBegin, LengthChangingEnd;
  uint16_t LengthChangingSource;
  uint32_t NumTargetOpcodes; ///< Of the LLVM the opcode numbers are of.
};

/// The models built into the library, sorted by name.
llvm::ArrayRef<const ModelTables *> shippedModels();
/// The shipped model of that name, or null.
const ModelTables *findShippedModel(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_MODELTABLES_H
