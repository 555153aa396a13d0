//===- ModelLoaderTest.cpp - From YAML to tables --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tables hold. Errors are tested one by one in test/Model/errors.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/ModelLoader.h"
#include "TargetTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class ModelLoader : public ::testing::Test {
protected:
  Expected<std::unique_ptr<ModelStorage>> load(StringRef Text) {
    auto GetTarget = [&](StringRef Name) {
      return Name == "x86_64" ? Target.MII.get() : nullptr;
    };
    auto GetModel = [](StringRef) -> const ModelTables * { return nullptr; };
    auto IsCpu = [](StringRef, StringRef Cpu) { return Cpu == "znver1"; };
    auto IsUnit = [](StringRef, StringRef Cpu, StringRef Unit) {
      return Cpu == "znver1" && Unit.starts_with("U");
    };
    return loadModel(Text, "m.yaml", {GetTarget, GetModel, IsCpu, IsUnit});
  }
  /// The tables of a head and \p Body.
  const ModelTables &tables(StringRef Body) {
    auto S = load("schema: 1\nname: m\ntarget: x86_64\nbase: znver1\n"
                  "cpus: [znver1]\nsources: {a: first, b: second}\n"
                  "ports: [{name: p0, llvm: [U0, U1]}, {name: p1},"
                  " {name: d, kind: unit}]\n" +
                  Body.str());
    if (!S) {
      ADD_FAILURE() << toString(S.takeError());
      Storage = std::make_unique<ModelStorage>();
    } else {
      Storage = std::move(*S);
    }
    return Storage->Tables;
  }
  std::string problem(StringRef Text) {
    auto S = load(Text);
    return S ? "" : toString(S.takeError());
  }
  const InstEntry *entry(const ModelTables &T, StringRef Opcode) {
    for (const OpcodeCandidates &C : T.Opcodes)
      if (C.Opcode == Target.opcode(Opcode))
        return &T.Entries[T.Candidates[C.First + C.Count - 1]];
    return nullptr;
  }

  TargetTester Target;
  std::unique_ptr<ModelStorage> Storage;
};

TEST_F(ModelLoader, Header) {
  const ModelTables &T = tables("");
  EXPECT_EQ(T.Name, "m");
  EXPECT_EQ(T.File, "m.yaml");
  EXPECT_EQ(T.Target, "x86_64");
  EXPECT_EQ(T.Base, "znver1");
  ASSERT_EQ(T.Cpus.size(), 1u);
  EXPECT_EQ(T.Cpus[0], "znver1");
  ASSERT_EQ(T.Sources.size(), 2u);
  EXPECT_EQ(T.Sources[1].Text, "second");
  ASSERT_EQ(T.Ports.size(), 3u);
  EXPECT_EQ(T.Ports[0].LLVMUnits, "U0,U1");
  EXPECT_EQ(T.Ports[1].Kind, PortKind::Port);
  EXPECT_EQ(T.Ports[2].Kind, PortKind::Unit);
  EXPECT_FALSE(T.HasWriteBack || T.HasMicroFusion || T.HasCompat);
}

TEST_F(ModelLoader, Instruction) {
  const ModelTables &T = tables(
      "instructions:\n"
      "  - {match: 'ADD(32|64)rr', latency: {data: 3, flags: 1, high: 0, "
      "to_flags: 2, to_high: 4},\n"
      "     uops: [{ports: [p0, p1], count: 2}, {ports: [d], cycles: 7}],\n"
      "     issue_slots: 5, source: b}\n");
  const InstEntry *E = entry(T, "ADD64rr");
  ASSERT_NE(E, nullptr);
  EXPECT_EQ(E, entry(T, "ADD32rr"));
  EXPECT_EQ(entry(T, "ADD8rr"), nullptr);
  EXPECT_EQ(entry(T, "ADD64rr_REV"), nullptr); // The whole name must match.
  EXPECT_EQ(E->Latency.Data, 3);
  EXPECT_EQ(E->Latency.Flags, 1);
  EXPECT_EQ(E->Latency.ToFlags, 2);
  EXPECT_EQ(E->Latency.ToHigh, 4);
  EXPECT_EQ(E->Latency.High, 0);
  EXPECT_EQ(E->Latency.Merge, 3); // As data, where not said.
  EXPECT_EQ(E->IssueSlots, 5u);
  EXPECT_EQ(E->Source, 1u);
  EXPECT_EQ(E->Line, 9u);
  ASSERT_EQ(E->NumUops, 2u);
  const UopSpec &First = T.Uops[E->FirstUop], &Second = T.Uops[E->FirstUop + 1];
  EXPECT_EQ(PortSet(First.Ports), PortSet(0b011));
  EXPECT_EQ(First.Count, 2u);
  EXPECT_EQ(First.Cycles, 1u);
  EXPECT_EQ(PortSet(Second.Ports), PortSet(0b100));
  EXPECT_EQ(Second.Cycles, 7u);
}

TEST_F(ModelLoader, AttributesSayWhatIsThere) {
  const ModelTables &T =
      tables("instructions:\n"
             "  - {match: ADD64rr, latency: 1, source: a}\n"
             "  - {match: MOV64rr, eliminated: true, source: a}\n"
             "  - {match: MOV32rr, eliminated: false, source: a}\n"
             "  - {match: SUB64rr, when: {idiom: zero}, uops: [],\n"
             "     dependency_breaking: true, source: a}\n"
             "  - {match: ADD64rm, memory: explicit, uops: [{ports: [p0]}],\n"
             "     latency: 6, source: a}\n");
  auto Has = [&](StringRef Opcode, EntryAttr A) {
    return entry(T, Opcode)->has(A);
  };
  EXPECT_TRUE(Has("ADD64rr", EA_HasLatency));
  EXPECT_FALSE(Has("ADD64rr", EA_HasUops));
  EXPECT_TRUE(Has("MOV64rr", EA_Eliminated));
  EXPECT_FALSE(Has("MOV64rr", EA_Executed));
  EXPECT_FALSE(Has("MOV32rr", EA_Eliminated));
  EXPECT_TRUE(Has("MOV32rr", EA_Executed));
  EXPECT_FALSE(Has("ADD64rr", EA_Executed));
  EXPECT_TRUE(
      Has("SUB64rr", EA_HasUops)); // None is something else than nothing.
  EXPECT_TRUE(Has("SUB64rr", EA_DependencyBreaking));
  EXPECT_EQ(entry(T, "SUB64rr")->When, EntryCondition::ZeroIdiom);
  EXPECT_TRUE(Has("ADD64rm", EA_ExplicitMemory));
}

/// Later entries come later: the mapper takes the last that applies.
TEST_F(ModelLoader, OrderOfEntries) {
  const ModelTables &T =
      tables("instructions:\n"
             "  - {match: 'ADD.*', latency: 1, source: a}\n"
             "  - {match: ADD64rr, latency: 2, source: b}\n");
  EXPECT_EQ(entry(T, "ADD64rr")->Latency.Data, 2);
  EXPECT_EQ(entry(T, "ADD32rr")->Latency.Data, 1);
  for (size_t I = 1; I < T.Opcodes.size(); ++I)
    EXPECT_LT(T.Opcodes[I - 1].Opcode, T.Opcodes[I].Opcode);
}

TEST_F(ModelLoader, MemoryAndFusion) {
  const ModelTables &T = tables(
      "loads:\n"
      "  - {latency: 5, uops: [{ports: [p0], kind: load}], source: a}\n"
      "  - {when: {class: vector, min_width: 17, indexed: false}, latency: 7,\n"
      "     uops: [], source: b}\n"
      "writeback: {latency: 1, uops: [], source: a}\n"
      "line_crossing: {load: 2, store: 0, page_store: 24, source: b}\n"
      "executed_width: {ports: [p0], per_cycle: 5, slots: 26, source: b}\n"
      "rename_limits:\n"
      "  - {ports: [p0], micro_ops: 3, source: b}\n"
      "  - {ports: [p0], micro_ops: 2, kind: load, source: b}\n"
      "  - {micro_ops: 4, kind: move, source: b}\n"
      "port_choice: {value: in-cycle-in-turn, source: b}\n"
      "schedulers:\n"
      "  - {ports: [p0], entries: 9, per_cycle: 2, wait_step: 8, "
      "third_operand: [p0], source: b}\n"
      "micro_fusion: {load_op: true, unlaminate_indexed: 'VADDPDrm', source: "
      "a}\n"
      "macro_fusion:\n"
      "  - {first: CMP64rr, second: JCC_1, conditions: [e, g], source: a}\n"
      "  - {first: TEST64rr, second: JCC_1, source: a}\n"
      "pipeline: {issue_width: {value: 6, source: b}}\n"
      "compat: {osaca2019: {load_latency: 4, store_latency: 3, source: a}}\n");
  ASSERT_EQ(T.Loads.size(), 2u);
  EXPECT_EQ(T.Loads[0].Vector, -1);
  EXPECT_EQ(T.Loads[1].Vector, 1);
  EXPECT_EQ(T.Loads[1].Indexed, 0);
  EXPECT_EQ(T.Loads[1].MinWidth, 17u);
  EXPECT_TRUE(T.HasWriteBack && T.HasMicroFusion && T.HasCompat);
  EXPECT_TRUE(T.HasLineCrossing);
  EXPECT_EQ(T.LineCrossing.LoadCycles, 2u);
  EXPECT_EQ(T.LineCrossing.StoreCycles, 0u);
  EXPECT_EQ(T.LineCrossing.PageLoadCycles, 0u);
  EXPECT_EQ(T.LineCrossing.PageStoreCycles, 24u);
  EXPECT_EQ(T.ExecutedWidth.Ports, 1u);
  EXPECT_EQ(T.ExecutedWidth.PerCycle, 5u);
  EXPECT_EQ(T.ExecutedWidth.Slots, 26u);
  ASSERT_EQ(T.RenameLimits.size(), 3u);
  EXPECT_EQ(T.RenameLimits[0].Ports, 1u);
  EXPECT_EQ(T.RenameLimits[0].MicroOps, 3u);
  EXPECT_FALSE(T.RenameLimits[0].LoadsOnly);
  EXPECT_TRUE(T.RenameLimits[1].LoadsOnly);
  EXPECT_FALSE(T.RenameLimits[1].isOfMoves());
  EXPECT_TRUE(T.RenameLimits[2].isOfMoves());
  EXPECT_EQ(T.RenameLimits[2].MicroOps, 4u);
  EXPECT_EQ(T.Choice, PortChoice::InCycleInTurn);
  ASSERT_EQ(T.Schedulers.size(), 1u);
  EXPECT_EQ(T.Schedulers[0].WaitStep, 8u);
  EXPECT_EQ(T.Schedulers[0].ThirdOperand, 1u);
  EXPECT_TRUE(T.FuseLoadOp);
  EXPECT_FALSE(T.FuseStore);
  EXPECT_EQ(T.UnlaminateEnd - T.UnlaminateBegin, 1u);
  ASSERT_EQ(T.MacroFusion.size(), 2u);
  EXPECT_EQ(T.MacroFusion[0].Conditions, 1u << 4 | 1u << 15); // e, g.
  EXPECT_EQ(T.MacroFusion[1].Conditions, 0xffff);
  ASSERT_EQ(T.Pipeline.size(), 1u);
  EXPECT_EQ(T.Pipeline[0].Value, 6u);
  EXPECT_EQ(T.CompatLoadLatency, 4);
  EXPECT_EQ(T.CompatStoreLatency, 3);
}

TEST_F(ModelLoader, Caches) {
  const ModelTables &T = tables(
      "caches:\n"
      "  levels:\n"
      "    - {size: 32, ways: 8, line: 64, replacement: tree-plru,"
      " latency: 4, miss_buffers: 12, write_back: false, source: a}\n"
      "    - {size: 1408, ways: 11, line: 64,"
      " replacement: qlru-h21-m1-r1-u3-umo, latency: 14, bandwidth: 51.5,"
      " write_bandwidth: 0.25, victim: true, source: b}\n"
      "  memory: {latency: 200, bandwidth: 4, source: a}\n"
      "  tlbs: [{entries: 64, ways: 4, source: a},"
      " {entries: 1536, ways: 12, latency: 9, source: a}]\n"
      "  page_walk: {latency: 30, walkers: 2, source: b}\n"
      "  prefetchers: [{kind: stride, level: 1, distance: 3, degree: 2,"
      " entries: 16, crosses_pages: true, source: a},"
      " {kind: adjacent, level: 2, source: a},"
      " {kind: stream, level: 2, distance: 9, entries: 4,"
      " crosses_pages: true, after_pages: 3, patience: 70, source: a}]\n");
  ASSERT_NE(T.Caches, nullptr);
  const CacheTables &C = *T.Caches;
  ASSERT_EQ(C.Levels.size(), 2u);
  EXPECT_EQ(C.Levels[0].Sets, 64u);
  EXPECT_TRUE(C.Levels[0].IsWriteThrough);
  EXPECT_EQ(C.Levels[0].Replacement.Kind, ReplacementKind::TreePLRU);
  EXPECT_EQ(C.Levels[1].Sets, 2048u);
  EXPECT_EQ(C.Levels[1].Bandwidth, 5150u);
  EXPECT_EQ(C.Levels[1].WriteBandwidth, 25u);
  EXPECT_TRUE(C.Levels[1].IsVictim);
  const ReplacementSpec &R = C.Levels[1].Replacement;
  EXPECT_EQ(R.Kind, ReplacementKind::QLRU);
  EXPECT_EQ(R.Hit3, 2);
  EXPECT_EQ(R.Hit2, 1);
  EXPECT_EQ(R.Update, 3);
  EXPECT_TRUE(R.OnMissOnly);
  EXPECT_EQ(C.Memory.Bandwidth, 400u);
  ASSERT_EQ(C.Tlbs.size(), 2u);
  EXPECT_EQ(C.Tlbs[1].Sets, 128u);
  EXPECT_EQ(C.PageWalk.Walkers, 2);
  ASSERT_EQ(C.Prefetchers.size(), 3u);
  EXPECT_EQ(C.Prefetchers[0].Level, 0);
  EXPECT_TRUE(C.Prefetchers[0].CrossesPages);
  EXPECT_EQ(C.Prefetchers[0].AfterPages, 0);
  EXPECT_EQ(C.Prefetchers[0].Patience, 0);
  EXPECT_EQ(C.Prefetchers[1].Kind, PrefetchKind::Adjacent);
  EXPECT_EQ(C.Prefetchers[2].AfterPages, 3);
  EXPECT_EQ(C.Prefetchers[2].Patience, 70);
  EXPECT_EQ(tables("").Caches, nullptr);
}

// Values of one source and spread share a declaration behind those of the file.
TEST_F(ModelLoader, Spreads) {
  const ModelTables &T = tables(
      "pipeline:\n"
      "  issue_width: {value: 4, source: b, spread: 1.25%}\n"
      "  load_buffer: {value: 4, spread: 1.25%, source: b}\n"
      "  store_buffer: {value: 4, source: b}\n"
      "forwarding: [{latency: 4, source: a, spread: 0%}]\n"
      "instructions: [{match: ADD64rr, latency: 1, source: b, spread: 7%}]\n");
  ASSERT_EQ(T.Sources.size(), 5u);
  auto Of = [&](uint16_t Source) {
    const SourceDecl &S = T.Sources[Source];
    return (S.Name + " " + S.Text + " " + Twine(S.Spread)).str();
  };
  EXPECT_EQ(Of(T.Pipeline[0].Source), "b second 125");
  EXPECT_EQ(T.Pipeline[1].Source, T.Pipeline[0].Source);
  EXPECT_EQ(Of(T.Pipeline[2].Source), "b second -1");
  EXPECT_EQ(Of(T.Forwarding[0].Source), "a first 0");
  EXPECT_EQ(Of(entry(T, "ADD64rr")->Source), "b second 700");
  for (StringRef Spread : {"3", "-1%", "301%", "much", "nan%"})
    EXPECT_EQ(problem("schema: 1\nname: m\ntarget: x86_64\nbase: znver1\n"
                      "sources: {a: first}\npipeline:\n"
                      "  issue_width: {value: 4, source: a, spread: " +
                      Spread.str() + "}\n"),
              "m.yaml:7:46: expected a percentage from 0% to 300%, such as "
              "1.5%, for 'spread', not '" +
                  Spread.str() + "'");
}

TEST_F(ModelLoader, ErrorsNameThePlace) {
  EXPECT_EQ(
      problem("schema: 1\nnames: m\n"),
      "m.yaml:2:1: unknown key 'names' in the model; known are schema, "
      "name, target, cpus, base, sources, ports, pipeline, loads, stores, "
      "forwarding, writeback, atomic, port_choice, compat, macro_fusion, "
      "bypasses, micro_fusion, schedulers, instructions, llvm, "
      "length_changing, line_crossing, store_commit, access_pair, "
      "update_extra, caches, memory_operands, aliasing, executed_width, "
      "rename_limits");
  EXPECT_EQ(StringRef(problem("a: [\n")).take_front(9), "m.yaml:2:");
  EXPECT_NE(problem(""), "");
}

} // namespace
