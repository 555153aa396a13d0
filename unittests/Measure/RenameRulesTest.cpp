//===- RenameRulesTest.cpp - What a cycle of rename has room for ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatedFigures.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

// Zen 4 renames four micro-ops for its ALUs in a cycle, two shifts, two that
// choose, four loads and three of vectors; Skylake has no such limits.
TEST(CoreModel, LimitsOfRename) {
  const std::string General[] = {"a", "b", "c", "d"}, Shift[] = {"b", "c"},
                    Choose[] = {"a", "d"}, Load[] = {"m"}, Vector[] = {"v"};
  const RenamePorts Ports = {General, Shift, Choose, Load, Vector};
  EXPECT_EQ(renameLimitRules(figuresOf("znver4"), Ports),
            "rename_limits:\n"
            "  - {ports: [a, b, c, d], micro_ops: 4, source: measured}\n"
            "  - {ports: [b, c], micro_ops: 2, source: measured}\n"
            "  - {ports: [a, d], micro_ops: 2, source: measured}\n"
            "  - {ports: [m], micro_ops: 4, kind: load, source: measured}\n"
            "  - {ports: [v], micro_ops: 3, source: measured}\n");
  EXPECT_EQ(renameLimitRules(figuresOf("skylake"), Ports), "");
  EXPECT_EQ(renameLimitRules(CoreFigures(), Ports), "");
  // Of ports that are not known, nothing is said, nor of those of additions.
  EXPECT_EQ(renameLimitRules(figuresOf("znver4"), {{}, {}, {}, {}, Vector}),
            "rename_limits:\n"
            "  - {ports: [v], micro_ops: 3, source: measured}\n");
  EXPECT_EQ(renameLimitRules(figuresOf("znver4"), {Shift, Shift, {}, {}, {}}),
            "rename_limits:\n"
            "  - {ports: [b, c], micro_ops: 4, source: measured}\n");
}

// Where three loads in four cycles are forwarded, stores go one a cycle.
TEST(CoreModel, StoresBesideForwarding) {
  auto SectionsOf = [](const CoreFigures &F) {
    return describeCore(F, CoreFigures(), true).Sections;
  };
  CoreFigures F = figuresOf("znver4");
  EXPECT_TRUE(
      StringRef(SectionsOf(F))
          .contains("  forward_interval: {value: 2, source: measured}"));
  F.set("forward.beside.3", {LoopStatus::Ok, 4.0});
  F.set("forward.beside.4", {LoopStatus::Ok, 4.0});
  EXPECT_FALSE(StringRef(SectionsOf(F)).contains("forward_interval"));
  EXPECT_FALSE(
      StringRef(SectionsOf(figuresOf("skylake"))).contains("forward_interval"));
}

// With an index, the address of a store takes an ALU; of an update on Zen 3,
// and not on Zen 4.
TEST(CoreModel, IndexedStores) {
  const std::string General[] = {"a", "b", "c", "d"};
  auto SectionsOf = [&](StringRef Cpu) {
    return describeCore(figuresOf(Cpu), CoreFigures(), true, General).Sections;
  };
  const StringLiteral Store =
      "when: {class: gpr, indexed: true}, latency: 1, uops: [{ports: [mem0, "
      "mem1, mem2], kind: store-address}, {ports: [a, b, c, d], kind: "
      "store-address}, {ports: [std0, std1], kind: store-data}]";
  const StringLiteral Update =
      "when: {class: gpr, indexed: true, update: true}, latency: 1, uops: [";
  const std::string Zen3 = SectionsOf("znver3"), Zen4 = SectionsOf("znver4"),
                    Skylake = SectionsOf("skylake");
  EXPECT_TRUE(StringRef(Zen3).contains(Store));
  EXPECT_TRUE(StringRef(Zen4).contains(Store));
  EXPECT_TRUE(StringRef(Zen3).contains(
      (Update + "{ports: [a, b, c, d], kind: store-address}").str()));
  EXPECT_TRUE(StringRef(Zen4).contains((Update + "{ports: [std0").str()));
  EXPECT_FALSE(StringRef(Skylake).contains("indexed: true"));
}

} // namespace
