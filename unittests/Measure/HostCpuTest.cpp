//===- HostCpuTest.cpp - Tests of the choice of the host's core -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

using Names = std::vector<std::string>;

/// What a host with the core \p Cpu reports: all that any listed core has is
/// known, and is there or not.
CpuFeatures featuresOf(StringRef Cpu, const Names &With = {},
                       const Names &Without = {}) {
  CpuFeatures Host;
  for (StringRef Any : {"diamondrapids", "znver5", "bdver4"}) {
    SmallVector<StringRef> Features;
    X86::getFeaturesForCPU(Any, Features);
    for (StringRef F : Features)
      Host[F] = false;
  }
  for (StringRef Each : {StringRef("x86-64"), Cpu}) {
    SmallVector<StringRef> Own;
    X86::getFeaturesForCPU(Each, Own);
    for (StringRef F : Own) {
      Host[F] = true;
      X86::updateImpliedFeatures(F, /*Enabled=*/true, Host);
    }
  }
  for (StringRef F : With)
    Host[F] = true;
  for (StringRef F : Without)
    Host[F] = false;
  return Host;
}

TEST(HostCpu, ChosenName) {
  struct Row {
    const char *What, *Reported;
    CpuFeatures Host;
    const char *Want;
    bool IsContradicted;
  };
  const Row Rows[] = {
      {"as it says", "skylake-avx512", featuresOf("skylake-avx512"),
       "skylake-avx512", false},
      {"less than the core has", "sapphirerapids",
       featuresOf("sapphirerapids", {}, {"amx-tile", "amx-int8", "amx-bf16"}),
       "sapphirerapids", false},
      {"model number of another core", "rocketlake",
       featuresOf("sapphirerapids"), "sapphirerapids", true},
      {"AMX-FP16 as well", "rocketlake", featuresOf("graniterapids"),
       "graniterapids", true},
      {"bfloat16 among Skylake's heirs", "skylake-avx512",
       featuresOf("cooperlake"), "cooperlake", true},
      {"vendors are not mixed", "znver3", featuresOf("znver4"), "znver4", true},
      {"no core has both", "znver4", featuresOf("znver4", {"amx-tile"}),
       "znver4", true},
      {"what systems turn off", "haswell", featuresOf("haswell", {"pku"}),
       "haswell", false},
      {"AVX10 is no extension of its own", "graniterapids",
       featuresOf("graniterapids", {"avx10.1"}), "graniterapids", false},
      {"no core of LLVM's", "no-such-core", featuresOf("haswell"),
       "no-such-core", false},
      {"a level", "x86-64", featuresOf("haswell"), "x86-64", false},
  };
  for (const Row &R : Rows) {
    CpuChoice C = chooseCpu(R.Reported, R.Host);
    EXPECT_EQ(C.Name, R.Want) << R.What;
    EXPECT_EQ(!C.Contradictions.empty(), R.IsContradicted) << R.What;
  }
}

TEST(HostCpu, EveryCoreIsFoundByItsOwnName) {
  SmallVector<StringRef> All;
  X86::fillValidCPUArchList(All, /*Only64Bit=*/true);
  for (StringRef Cpu : All)
    EXPECT_EQ(chooseCpu(Cpu, featuresOf(Cpu)).Name, Cpu);
}

TEST(HostCpu, Contradictions) {
  CpuChoice C = chooseCpu("skylake-avx512", featuresOf("cooperlake"));
  EXPECT_EQ(C.Contradictions, (Names{"avx512bf16", "avx512vnni"}));
  HostCpu Host =
      makeHostCpu("skylake-avx512", featuresOf("cooperlake"), "", "");
  EXPECT_EQ(Host.note(),
            "the processor reports skylake-avx512 but has avx512bf16, "
            "avx512vnni, which that core lacks; it is taken for cooperlake");
  Host = makeHostCpu("znver4", featuresOf("znver4", {"amx-tile"}), "", "");
  EXPECT_EQ(Host.note(), "the processor reports znver4 but has amx-tile, which "
                         "that core lacks; no core that LLVM knows has all of "
                         "them");
  EXPECT_EQ(makeHostCpu("znver4", featuresOf("znver4"), "", "").note(), "");
}

TEST(HostCpu, MissingFeatures) {
  CpuFeatures Host = featuresOf("x86-64");
  EXPECT_EQ(missingFeatures("x86-64", Host), Names());
  EXPECT_TRUE(is_contained(missingFeatures("x86-64-v3", Host), "avx2"));
  EXPECT_FALSE(is_contained(missingFeatures("x86-64-v3", Host), "avx512f"));
  // What the host does not mention may be there.
  EXPECT_EQ(missingFeatures("x86-64-v4", CpuFeatures()), Names());
  EXPECT_EQ(missingFeatures("native", Host), Names());
}

TEST(HostCpu, WithoutVariables) {
  HostCpu Host = makeHostCpu("znver4", featuresOf("znver4"), "", "");
  EXPECT_EQ(Host.Name, "znver4");
  EXPECT_EQ(Host.compilerFlags(), (Names{"-march=native"}));
  EXPECT_TRUE(Host.MayUseStamps);
  EXPECT_EQ(Host.whyNotRun({"-O2", "-march=native"}), "");
  EXPECT_EQ(Host.whyNotRun({"-march=x86-64-v4"}), "");
  EXPECT_EQ(Host.whyNotRun({"-march=x86-64", "-march=cascadelake"}), "");
}

TEST(HostCpu, NamedCore) {
  HostCpu Host =
      makeHostCpu("rocketlake", featuresOf("sapphirerapids"), "znver4", "");
  EXPECT_EQ(Host.Name, "znver4");
  EXPECT_EQ(Host.note(), "");
  EXPECT_EQ(Host.compilerFlags(), (Names{"-march=znver4"}));
  std::string Why = Host.whyNotRun(Host.compilerFlags());
  EXPECT_NE(Why.find("this machine lacks "), std::string::npos);
  EXPECT_NE(Why.find("sse4a"), std::string::npos) << Why;
  EXPECT_EQ(Host.whyNotRun({"-march=skylake-avx512"}), "");
}

TEST(HostCpu, TakenAway) {
  HostCpu Host = makeHostCpu("skylake-avx512", featuresOf("skylake-avx512"), "",
                             "avx512f,constant-tsc");
  EXPECT_FALSE(Host.MayUseStamps);
  EXPECT_TRUE(Host.MayUseCounters);
  EXPECT_EQ(Host.Name, "skylake-avx512");
  EXPECT_FALSE(Host.Features.lookup("avx512vl")) << "it rests on avx512f";
  EXPECT_TRUE(Host.Features.lookup("avx2"));
  EXPECT_EQ(Host.compilerFlags(), (Names{"-march=native", "-mno-avx512f"}));
  EXPECT_EQ(Host.whyNotRun(Host.compilerFlags()), "");
  EXPECT_EQ(Host.whyNotRun({"-march=x86-64-v3"}), "");
  EXPECT_EQ(Host.whyNotRun({"-march=x86-64-v4", "-mno-avx512f"}), "");
  EXPECT_EQ(Host.whyNotRun({"-march=x86-64-v4"}),
            "this machine lacks avx512bw, avx512cd, avx512dq, avx512f, "
            "avx512vl");
  Host = makeHostCpu("znver4", featuresOf("znver4"), "", "port-counters");
  EXPECT_FALSE(Host.MayUseCounters);
  EXPECT_TRUE(Host.Lacks.empty());
}

} // namespace
