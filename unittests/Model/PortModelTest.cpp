//===- PortModelTest.cpp - A core, ready for mapping ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/PortModel.h"
#include "TargetTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <memory>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A model file that exists as long as this does.
class ModelFile {
public:
  explicit ModelFile(StringRef Text) {
    int FD;
    EXPECT_FALSE(sys::fs::createTemporaryFile("model", "yaml", FD, Path));
    raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
  }
  ~ModelFile() { sys::fs::remove(Path); }
  PortModelRequest request(StringRef Cpu = "") const {
    return {Cpu.str(), cantFail(readModelFile(Path))};
  }

private:
  SmallString<64> Path;
};

std::vector<std::string> names(const PortModel &M) {
  std::vector<std::string> Names;
  for (const Port &P : M.ports())
    Names.push_back(P.Name);
  return Names;
}

constexpr const char *Alone =
    "schema: 1\nname: alone\ntarget: x86_64\nbase: none\nsources: {t: t}\n"
    "ports: [{name: a}, {name: b}, {name: d, kind: unit}]\n"
    "pipeline: {issue_width: {value: 3, source: t}}\n"
    "loads:\n"
    "  - {latency: 4, uops: [], source: t}\n"
    "  - {when: {class: vector}, latency: 6, uops: [], source: t}\n"
    "  - {when: {class: vector, min_width: 32}, latency: 8, uops: [], source: "
    "t}\n"
    "micro_fusion: {load_op: true, unlaminate_indexed: [ADD64rm], source: t}\n"
    "macro_fusion:\n"
    "  - {first: CMP64rr, second: JCC_1, conditions: [e], source: t}\n"
    "instructions:\n"
    "  - {match: ADD64rr, latency: 1, uops: [{ports: [a]}], source: t}\n"
    "  - {match: 'ADD64r[rm]', latency: 2, source: t}\n";

TEST(PortModel, FileAlone) {
  TargetTester T;
  ModelFile F(Alone);
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  EXPECT_EQ(M->cpu(), "alone");
  EXPECT_EQ(names(*M), (std::vector<std::string>{"a", "b", "d"}));
  EXPECT_EQ(M->issuePorts(), PortSet(0b011));
  EXPECT_EQ(M->llvmSchedule(), nullptr);
  EXPECT_EQ(M->layers().size(), 1u);
  EXPECT_EQ(M->borrowedFrom(), "");
  EXPECT_EQ(M->pipeline(PipelineParam::IssueWidth).Value, 3u);
  EXPECT_EQ(M->pipeline(PipelineParam::ReorderBuffer).Value, 0u);
}

TEST(PortModel, StrongestFirst) {
  TargetTester T;
  ModelFile F(Alone);
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  auto Entries = M->entries(T.opcode("ADD64rr"));
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].Entry->Latency.Data, 2);
  EXPECT_EQ(Entries[1].Entry->Latency.Data, 1);
  EXPECT_TRUE(M->entries(T.opcode("SUB64rr")).empty());
  EXPECT_TRUE(M->entries(~0u).empty());
}

TEST(PortModel, OpcodeByName) {
  TargetTester T;
  ModelFile F(Alone);
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  const MCInstrInfo &MII = M->instrInfo();
  for (unsigned O = TargetOpcode::GENERIC_OP_END + 1; O < MII.getNumOpcodes();
       ++O)
    ASSERT_EQ(M->opcodeByName(MII.getName(O)), O) << MII.getName(O).str();
  EXPECT_EQ(M->opcodeByName("ADD65rr"), 0u);
  EXPECT_EQ(M->opcodeByName(""), 0u);
}

TEST(PortModel, MemoryRules) {
  TargetTester T;
  ModelFile F(Alone);
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  auto Latency = [&](bool IsVector, unsigned Width) {
    return int(M->loadRule({IsVector, false, false, Width})->Rule->Latency);
  };
  EXPECT_EQ(Latency(false, 8), 4);
  EXPECT_EQ(Latency(true, 16), 6);
  EXPECT_EQ(Latency(true, 32), 8);
  EXPECT_EQ(Latency(true, 0), 6); // A width not known meets no minimum.
  EXPECT_FALSE(M->storeRule({false, false, false, 8}));
  EXPECT_FALSE(M->writeBackRule());
}

/// Each rule asks one more than the one before; the last that applies wins.
TEST(PortModel, ForwardingRules) {
  TargetTester T;
  ModelFile F(std::string(Alone) + R"(
forwarding:
  - {latency: 7, source: t}
  - {when: {computes: false}, latency: 6, source: t}
  - {when: {computes: false, max_distance: 1}, latency: 0, source: t}
  - {when: {update: true}, latency: 5, source: t}
  - {when: {min_store_width: 17}, latency: 10, source: t}
)");
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  PortModel::ForwardingShape S{};
  S.Load.Width = S.StoreWidth = 8;
  auto Latency = [&] { return int(M->forwardingRule(S)->Rule->Latency); };
  S.Distance = 1;
  EXPECT_EQ(Latency(), 0);
  S.Distance = 2;
  EXPECT_EQ(Latency(), 6);
  S.Computes = true;
  EXPECT_EQ(Latency(), 7);
  S.Load.IsUpdate = true;
  EXPECT_EQ(Latency(), 5);
  S.StoreWidth = 16;
  EXPECT_EQ(Latency(), 5);
  S.StoreWidth = 32;
  EXPECT_EQ(Latency(), 10);
}

TEST(PortModel, Fusion) {
  TargetTester T;
  ModelFile F(Alone);
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  unsigned Cmp = T.opcode("CMP64rr"), Jcc = T.opcode("JCC_1");
  EXPECT_TRUE(M->mayStartMacroFusion());
  EXPECT_TRUE(M->macroFuses(Cmp, Jcc, 4, false));
  EXPECT_FALSE(M->macroFuses(Cmp, Jcc, 5, false));
  EXPECT_FALSE(M->macroFuses(Jcc, Cmp, 4, false));
  EXPECT_TRUE(M->isUnlaminated(T.opcode("ADD64rm")));
  EXPECT_FALSE(M->isUnlaminated(T.opcode("ADD64rr")));
}

/// A user's file over a shipped model: its ports come first and keep their
/// numbers, its values win, the rest stays.
TEST(PortModel, FileOverShipped) {
  TargetTester T;
  ModelFile F("schema: 1\nname: mine\ntarget: x86_64\nbase: skylake-avx512\n"
              "sources: {t: t}\n"
              "pipeline: {issue_width: {value: 9, source: t}}\n"
              "instructions:\n"
              "  - {match: ADD64rr, latency: 7, source: t}\n");
  auto Below = T.model({"skylake-avx512"}), Mine = T.model(F.request());
  ASSERT_TRUE(Below && Mine);
  EXPECT_EQ(Mine->cpu(), "mine");
  EXPECT_EQ(names(*Mine), names(*Below));
  EXPECT_EQ(Mine->layers().size(), Below->layers().size() + 1);
  EXPECT_EQ(Mine->pipeline(PipelineParam::IssueWidth).Value, 9u);
  EXPECT_EQ(Mine->pipeline(PipelineParam::ReorderBuffer).Value,
            Below->pipeline(PipelineParam::ReorderBuffer).Value);
  EXPECT_EQ(Mine->entries(T.opcode("ADD64rr"))[0].Entry->Latency.Data, 7);
  EXPECT_EQ(Mine->entries(T.opcode("SUB64rr")).size(),
            Below->entries(T.opcode("SUB64rr")).size());
  EXPECT_NE(Mine->llvmSchedule(), nullptr);
}

TEST(PortModel, FileOverLLVM) {
  TargetTester T;
  ModelFile F("schema: 1\nname: e-core\ntarget: x86_64\nbase: alderlake\n"
              "sources: {t: t}\nports: [{name: first, llvm: ADLPPort00}]\n");
  auto M = T.model(F.request());
  ASSERT_TRUE(M);
  EXPECT_EQ(M->ports()[0].Name, "first");
  // The unit that the file names is no second port.
  for (const std::string &Name : names(*M))
    EXPECT_NE(Name, "ADLPPort00");
  EXPECT_GT(M->ports().size(), 1u);
}

/// Shipped models over one another: the values of the upper ones win, the ports
/// keep their numbers, and LLVM's part is the one that a layer names.
TEST(PortModel, ShippedOverShipped) {
  TargetTester T;
  auto M = T.model({"tigerlake"});
  ASSERT_TRUE(M);
  std::vector<StringRef> Layers;
  for (const ModelTables *L : M->layers())
    Layers.push_back(L->Name);
  EXPECT_EQ(Layers,
            (std::vector<StringRef>{"x86_64-generic", "skylake-avx512",
                                    "icelake", "icelake-client", "tigerlake"}));
  EXPECT_EQ(M->description(),
            "models/tigerlake.yaml over models/icelake-client.yaml over "
            "models/icelake.yaml over models/skylake-avx512.yaml over LLVM's "
            "scheduling model of icelake-server");
  EXPECT_EQ(M->borrowedFrom(), "");
  EXPECT_EQ(M->pipeline(PipelineParam::IssueWidth).Value, 5u);
  EXPECT_EQ(M->pipeline(PipelineParam::JumpBoundary).Value, 0u);
  EXPECT_EQ(names(*M), (std::vector<std::string>{
                           "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7",
                           "div", "fpdiv", "lock", "gather", "p8", "p9"}));
  // A rule of the upper layer hides all of the lower ones: stores with an index
  // have the same ports.
  PortModel::AccessShape Indexed{false, true, false, 8};
  auto Store = M->storeRule(Indexed);
  ASSERT_TRUE(Store);
  EXPECT_EQ(Store->Layer->Name, "icelake");
}

/// Calls \p F for each shipped model of one core, with its tables and a target.
void forEachShipped(
    function_ref<void(TargetTester &, const ModelTables &, PortModel &)> F) {
  std::map<StringRef, std::unique_ptr<TargetTester>> Testers;
  for (const ModelTables *Tables : shippedModels()) {
    if (Tables->Base == "any")
      continue;
    auto &Tester = Testers[Tables->Target];
    if (!Tester)
      Tester = std::make_unique<TargetTester>(
          (Tables->Target + "-unknown-linux-gnu").str());
    TargetTester &T = *Tester;
    auto M = T.model({Tables->Name.str()});
    ASSERT_TRUE(M) << Tables->Name.str();
    F(T, *Tables, *M);
  }
}

/// A shipped model appears once, though its base has its own name.
TEST(PortModel, Shipped) {
  forEachShipped([](TargetTester &T, const ModelTables &Tables, PortModel &M) {
    EXPECT_EQ(count(M.layers(), &Tables), 1) << Tables.Name.str();
    EXPECT_EQ(M.layers().back(), &Tables);
    for (StringRef Cpu : Tables.Cpus) {
      auto Same = T.model({Cpu.str()});
      ASSERT_TRUE(Same) << Cpu.str();
      EXPECT_EQ(Same->layers().back(), &Tables) << Cpu.str();
      EXPECT_EQ(Same->cpu(), Cpu);
    }
  });
}

/// The units of LLVM that a shipped model names are units of its CPU: else what
/// LLVM's tables serve would have ports of its own.
TEST(PortModel, ShippedUnits) {
  forEachShipped([](TargetTester &, const ModelTables &Tables, PortModel &M) {
    if (!M.llvmSchedule())
      return;
    for (const PortDecl &P : Tables.Ports) {
      SmallVector<StringRef, 4> Units;
      P.LLVMUnits.split(Units, ',', -1, /*KeepEmpty=*/false);
      for (StringRef Unit : Units)
        EXPECT_TRUE(is_contained(
            map_range(M.llvmSchedule()->units(),
                      [](const BaseUnit &U) { return StringRef(U.Name); }),
            Unit))
            << Tables.Name.str() << ": " << Unit.str();
    }
  });
}

TEST(PortModel, Borrowed) {
  TargetTester T;
  auto M = T.model({"pantherlake"});
  ASSERT_TRUE(M);
  EXPECT_EQ(M->borrowedFrom(), "alderlake");
  EXPECT_EQ(M->description(), "models/x86_64-generic.yaml over LLVM's "
                              "scheduling model of alderlake, borrowed: "
                              "LLVM has none of its own for pantherlake");
}

TEST(PortModel, Problems) {
  TargetTester T;
  std::string Problem;
  EXPECT_FALSE(T.model({"bogus"}, &Problem));
  EXPECT_EQ(Problem,
            "unknown CPU 'bogus'; 'kernel-opt --list-cpus' lists the known");
  auto Missing = readModelFile("/no/such/file.yaml");
  ASSERT_FALSE(Missing);
  EXPECT_NE(toString(Missing.takeError()).find("/no/such/file.yaml"),
            std::string::npos);
  ModelFile F(Alone);
  TargetTester Arm("aarch64-unknown-linux-gnu");
  EXPECT_FALSE(Arm.model(F.request(), &Problem));
  EXPECT_NE(Problem.find("the model is for x86_64, the code for aarch64"),
            std::string::npos);
  TargetTester Other("s390x-unknown-linux-gnu");
  EXPECT_FALSE(Other.model({"z14"}, &Problem));
  EXPECT_NE(Problem.find("x86-64, AArch64 and RISC-V are supported"),
            std::string::npos);
}

/// Every CPU that is listed can be had.
TEST(PortModel, EveryCpu) {
  for (const char *Name :
       {"x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu",
        "riscv64-unknown-linux-gnu"}) {
    TargetTester T(Name);
    std::vector<CpuSupport> All = listCpus(*T.T, T.TT);
    EXPECT_GT(All.size(), 50u);
    for (const CpuSupport &C : All) {
      auto M = T.model({C.Cpu});
      ASSERT_TRUE(M) << C.Cpu;
      EXPECT_FALSE(M->issuePorts().empty()) << C.Cpu;
      EXPECT_LE(M->ports().size(), size_t(PortSet::MaxPorts)) << C.Cpu;
      EXPECT_FALSE(M->description().empty()) << C.Cpu;
    }
  }
}

} // namespace
