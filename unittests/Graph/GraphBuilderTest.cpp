//===- GraphBuilderTest.cpp - Dependences of a mapped kernel --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/GraphBuilder.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Node as "load0", "result1", "writeback2", "store3", by instruction.
std::string name(const DependencyGraph &G, uint32_t N) {
  const char *Parts[] = {"load", "result", "writeback", "store"};
  const DependencyGraph::Node &Node = G.nodes()[N];
  return Parts[static_cast<unsigned>(Node.Part)] + std::to_string(Node.Inst);
}

/// Edges as "from>to latency" and, if carried, "/distance"; flags are left out.
std::vector<std::string> edges(ToyTester &T, StringRef Text,
                               const GraphOptions &Options = {}) {
  MappedKernel M = T.map(Text);
  DependencyGraph G = buildDependencyGraph(M, T.numUnits(), Options);
  std::vector<std::string> Out;
  auto IsFlags = [&](uint32_t N) {
    const DependencyGraph::Node &Node = G.nodes()[N];
    const KernelInst &I = M.K->Insts[Node.Inst];
    return Node.Part == NodePart::Result && Node.Write < I.NumWrites &&
           M.K->writes(I)[Node.Write].IsFlags;
  };
  for (const DependencyGraph::Edge &E : G.edges()) {
    if (IsFlags(E.From) || IsFlags(E.To))
      continue;
    Out.push_back(name(G, E.From) + ">" + name(G, E.To) + " " +
                  std::to_string(E.Latency) +
                  (E.Distance ? "/" + std::to_string(E.Distance) : ""));
  }
  std::sort(Out.begin(), Out.end());
  return Out;
}

using Edges = std::vector<std::string>;

struct Row {
  const char *Name, *Asm;
  Edges Want;
};

TEST(GraphBuilder, X86) {
  const Row Rows[] = {
      {"empty", "", {}},
      {"none", "vaddpd %xmm0, %xmm1, %xmm2", {}},
      {"self", "vaddpd %xmm0, %xmm1, %xmm1", {"result0>result0 4/1"}},
      {"forward",
       "vaddpd %xmm0, %xmm1, %xmm2\n vmulpd %xmm2, %xmm1, %xmm3",
       {"result0>result1 4"}},
      {"backward",
       "vmulpd %xmm2, %xmm1, %xmm3\n vaddpd %xmm0, %xmm1, %xmm2",
       {"result1>result0 4/1"}},
      {"redefined in between",
       "vaddpd %xmm0, %xmm1, %xmm2\n vorpd %xmm0, %xmm1, %xmm2\n"
       "vmulpd %xmm2, %xmm1, %xmm3",
       {"result1>result2 4"}},
      {"both operands once",
       "vaddpd %xmm0, %xmm1, %xmm2\n vmulpd %xmm2, %xmm2, %xmm3",
       {"result0>result1 4", "result0>result1 4"}},
      {"load and operation",
       "vaddpd (%rax), %xmm1, %xmm1",
       {"load0>result0 4", "result0>result0 4/1"}},
      {"pure load is one node",
       "vmovupd (%rax), %xmm1\n vaddpd %xmm1, %xmm0, %xmm2",
       {"load0>result1 4"}},
      {"address through the load", "movq (%rax), %rax", {"load0>load0 5/1"}},
      {"store",
       "vaddpd %xmm0, %xmm1, %xmm2\n vmovupd %xmm2, (%rax)",
       {"result0>store1 1"}},
      {"accumulator",
       "vfmadd231pd %xmm0, %xmm1, %xmm2",
       {"result0>result0 2/1"}},
      {"factor", "vfmadd213pd %xmm0, %xmm1, %xmm2", {"result0>result0 4/1"}},
      {"zero idiom cuts",
       "xorq %rax, %rax\n imulq %rbx, %rax",
       {"result0>result1 3"}},
      {"move costs nothing",
       "imulq %rbx, %rax\n movq %rax, %rbx",
       {"result0>result0 3/1", "result0>result1 0", "result1>result0 3/1"}},
  };
  ToyTester T;
  for (const Row &R : Rows)
    EXPECT_EQ(edges(T, R.Asm), R.Want) << R.Name;
}

TEST(GraphBuilder, CallEndsChains) {
  ToyTester T;
  EXPECT_EQ(edges(T, "addq %rcx, %rax\n call f\n addq %rax, %rdx\n"
                     "addq %rdx, %rbx"),
            (Edges{"result2>result3 1"}));
}

TEST(GraphBuilder, WriteBackDoesNotWaitForTheDatum) {
  ToyTester T("thunderx2t99", "aarch64-unknown-linux-gnu");
  auto IsLate = [](const std::string &E) {
    return StringRef(E).starts_with("result0>writeback1");
  };
  const char *Text = "fadd d0, d1, d2\n str d0, [x0], #8";
  Edges Plain = edges(T, Text);
  EXPECT_TRUE(std::none_of(Plain.begin(), Plain.end(), IsLate));
  Edges Compat = edges(T, Text, {true, {}, {}});
  EXPECT_TRUE(std::any_of(Compat.begin(), Compat.end(), IsLate));
}

/// Renaming registers changes nothing.
TEST(GraphBuilder, RenamingLaw) {
  ToyTester T;
  EXPECT_EQ(edges(T, "vmovupd (%rax), %xmm1\n vaddpd %xmm1, %xmm2, %xmm2\n"
                     "vmovupd %xmm2, (%rbx)"),
            edges(T, "vmovupd (%r9), %xmm14\n vaddpd %xmm14, %xmm7, %xmm7\n"
                     "vmovupd %xmm7, (%rsi)"));
}

} // namespace
