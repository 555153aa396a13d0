//===- DOTReport.cpp - Dependency graphs for Graphviz ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One digraph per loop, a node per value: what an instruction loads, computes,
/// writes back, stores. Edges carry latency in cycles; those from an earlier
/// iteration are dashed and say from how many before. The LCD cycle is red, the
/// CP blue, as in figure 3 of Laukemann et al., PMBS 2019.
///
/// The program `dot -Tsvg` draws it. Sample of `kernel-opt --cpu=cascadelake
/// --format=dot gauss_seidel.cascadelake.s`:
///
///   digraph "gauss_seidel (gauss_seidel.cascadelake.s:26, label .L4)" {
///     ...
///     n0 [label="line 26: vmovsd (%rsi,%rax), %xmm0", color="blue"];
///
/// Several loops are several digraphs in one file, which dot draws in turn.
//
//===----------------------------------------------------------------------===//

#include "LoopReport.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/GraphWriter.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Writes the graph of one loop.
class Writer {
public:
  Writer(raw_ostream &OS, const LoopReport &R) : OS(OS), R(R), A(R.A) {}
  void write();

private:
  void findCritical();
  /// The flags groups that one instruction writes are drawn as one node.
  void mergeFlags();
  bool isFlags(const DependencyGraph::Node &N) const;
  void node(uint32_t N);
  void edge(uint32_t E);

  raw_ostream &OS;
  const LoopReport &R;
  const Analysis &A;
  BitVector NodeOnLCD, NodeOnCP; ///< By node.
  BitVector EdgeOnLCD, EdgeOnCP; ///< By edge.
  std::vector<uint32_t> DrawnAs; ///< The node drawn for a node.
  std::set<std::string> Drawn;   ///< Edges, as written.
};

class DOTReport final : public Report {
public:
  using Report::Report;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override {
    Writer(OS, LoopReport(L, Place)).write();
  }
};

} // namespace

/// With --compat the path is one of another graph, over the same nodes.
void Writer::findCritical() {
  const DependencyGraph &G = A.pathGraph();
  NodeOnLCD.resize(G.nodes().size());
  NodeOnCP.resize(G.nodes().size());
  EdgeOnLCD.resize(G.edges().size());
  EdgeOnCP.resize(G.edges().size());
  std::vector<uint32_t> After(G.nodes().size(), ~0u); // On the path, by node.
  for (size_t I = 0; I < A.CP.Nodes.size(); ++I) {
    NodeOnCP.set(A.CP.Nodes[I]);
    if (I != 0)
      After[A.CP.Nodes[I - 1]] = A.CP.Nodes[I];
  }
  auto Key = [](const DependencyGraph::Edge &E) {
    return std::tuple(E.From, E.To, E.Distance, E.Latency);
  };
  std::set<std::tuple<uint32_t, uint32_t, uint32_t, int32_t>> OnLCD;
  for (uint32_t E : A.LCD.Edges) {
    NodeOnLCD.set(A.Graph.edges()[E].To);
    OnLCD.insert(Key(A.Graph.edges()[E]));
  }
  for (auto [E, Edge] : enumerate(G.edges())) {
    if (Edge.Distance == 0 && After[Edge.From] == Edge.To)
      EdgeOnCP.set(E);
    if (OnLCD.count(Key(Edge)))
      EdgeOnLCD.set(E);
  }
}

bool Writer::isFlags(const DependencyGraph::Node &N) const {
  const KernelInst &I = A.kernel().Insts[N.Inst];
  return N.Part == NodePart::Result && N.Write < I.NumWrites &&
         A.kernel().writes(I)[N.Write].IsFlags;
}

void Writer::mergeFlags() {
  ArrayRef<DependencyGraph::Node> Nodes = A.pathGraph().nodes();
  for (uint32_t N = 0; N < Nodes.size(); ++N) {
    // Results of an instruction are adjacent.
    bool Same = N != 0 && Nodes[N - 1].Inst == Nodes[N].Inst &&
                isFlags(Nodes[N - 1]) && isFlags(Nodes[N]);
    DrawnAs.push_back(Same ? DrawnAs.back() : N);
    if (NodeOnLCD[N])
      NodeOnLCD.set(DrawnAs[N]);
    if (NodeOnCP[N])
      NodeOnCP.set(DrawnAs[N]);
  }
}

static StringRef partLabel(NodePart Part) {
  switch (Part) {
  case NodePart::Load:
    return "load of ";
  case NodePart::WriteBack:
    return "address of ";
  case NodePart::Store:
    return "store of ";
  case NodePart::Result:
    return "";
  }
  return "";
}

static StringRef colorOf(bool OnLCD, bool OnCP) {
  return OnLCD && OnCP ? "purple" : OnLCD ? "red" : OnCP ? "blue" : "black";
}

void Writer::node(uint32_t N) {
  if (DrawnAs[N] != N)
    return;
  const DependencyGraph::Node &Node = A.pathGraph().nodes()[N];
  const InstRow &Row = R.Rows[Node.Inst];
  // A load that is the whole instruction needs no word.
  StringRef Part = Node.Part == NodePart::Load && Row.is(MF_PureLoad)
                       ? StringRef()
                   : isFlags(Node) ? StringRef("flags of ")
                                   : partLabel(Node.Part);
  std::string Label = Row.where() + ": " + Part.str() + Row.Text.Text;
  OS << "  n" << N << " [label=\"" << DOT::EscapeString(Label) << "\", color=\""
     << colorOf(NodeOnLCD[N], NodeOnCP[N]) << "\"];\n";
}

void Writer::edge(uint32_t E) {
  const DependencyGraph::Edge &Edge = A.pathGraph().edges()[E];
  std::string Text;
  raw_string_ostream S(Text);
  S << "  n" << DrawnAs[Edge.From] << " -> n" << DrawnAs[Edge.To]
    << " [label=\"" << Edge.Latency;
  bool IsMemory = Edge.Kind == DependenceKind::Memory;
  if (IsMemory)
    S << (Edge.isMay() ? " may" : " memory") << " \u0394k=" << Edge.Distance;
  else if (Edge.Distance)
    S << " (" << Edge.Distance << " it)";
  S << '"';
  if (Edge.isMay())
    S << ", style=dotted";
  else if (Edge.Distance || IsMemory)
    S << ", style=dashed";
  if (Edge.Distance || Edge.isMay())
    S << ", constraint=false";
  S << ", color=\"" << colorOf(EdgeOnLCD[E], EdgeOnCP[E]) << "\"];\n";
  if (Drawn.insert(Text).second)
    OS << Text;
}

void Writer::write() {
  findCritical();
  mergeFlags();
  std::string Name = DOT::EscapeString(R.name());
  OS << "digraph \"" << Name << "\" {\n"
     << "  label=\"" << Name << "\\nTP " << A.TP.str() << ", LCD "
     << A.LCD.Ratio.str() << " (red), CP " << CyclesPerIter(A.CP.Latency).str()
     << " (blue) cycles per assembly iteration\";\n"
     << "  node [shape=box, fontname=\"monospace\"];\n";
  for (uint32_t N = 0; N < A.pathGraph().nodes().size(); ++N)
    node(N);
  for (uint32_t E = 0; E < A.pathGraph().edges().size(); ++E)
    edge(E);
  OS << "}\n";
}

std::unique_ptr<Report>
kernelbounds::createDOTReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<DOTReport>(OS, Options);
}
