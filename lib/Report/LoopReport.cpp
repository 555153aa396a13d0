//===- LoopReport.cpp - What text and JSON say of a loop ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts what an Analysis holds into the order in which it is shown.
//
//===----------------------------------------------------------------------===//

#include "LoopReport.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Kernel/TripStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace kernelbounds;
using namespace llvm;

std::string InstRow::where() const {
  if (AsmLine)
    return "line " + std::to_string(AsmLine);
  if (!Text.Where.empty())
    return Text.Where;
  return "0x" + utohexstr(Text.Address, /*LowerCase=*/true);
}

/// "a.c:12", or what is known of it.
static std::string sourcePlace(StringRef File, unsigned Line) {
  std::string Text = File.empty() ? "?" : File.str();
  return Line ? Text + ":" + std::to_string(Line) : Text;
}

std::vector<std::string> kernelbounds::inlinedFrames(const Kernel &K,
                                                     const LoopPlace &P) {
  std::vector<std::string> Frames;
  if (P.Inlined.empty())
    return Frames;
  std::string Where = sourcePlace(P.SourceFile, P.SourceLine);
  auto Add = [&](StringRef Function) {
    Frames.push_back(escapeControls(
        Where + " in " + (Function.empty() ? "?" : demangledName(Function))));
  };
  for (const InlinedCall &Call : P.Inlined) {
    Add(Call.Callee);
    Where = sourcePlace(Call.File, Call.Line);
  }
  Add(K.Function);
  return Frames;
}

std::string kernelbounds::loopName(const Kernel &K, const LoopPlace &Place,
                                   bool WithLabel) {
  StringRef File = Place.SourceLine && !Place.SourceFile.empty()
                       ? Place.SourceFile
                       : Place.File;
  std::string Where = escapeControls(File);
  if (Place.line())
    Where += ":" + std::to_string(Place.line());
  if (const InlinedCall *Own =
          Place.Inlined.empty() ? nullptr : &Place.Inlined.back())
    Where +=
        ", inlined at " + escapeControls(sourcePlace(Own->File, Own->Line));
  if (WithLabel && !K.Label.empty())
    Where += ", label " + escapeControls(K.Label);
  if (K.Marked)
    Where += Place.Region.empty()
                 ? ", marked region"
                 : ", marked region " + escapeControls(Place.Region);
  return K.Function.empty()
             ? Where
             : escapeControls(demangledName(K.Function)) + " (" + Where + ")";
}

bool kernelbounds::isComplete(const Analysis &A, const LoopPlace &Place) {
  return A.Mapped.isComplete() && Place.NumUnread == 0;
}

std::string kernelbounds::shownFunction(const Kernel &K) {
  return escapeControls(demangledName(K.Function));
}

std::string LoopReport::name() const { return loopName(A.kernel(), Place); }

std::string LoopReport::atLeastCase() const {
  if (!A.isExpected())
    return A.atLeast() == A.Prediction ? "by the bounds alone"
                                       : "by what is proved";
  if (const auto I = A.firstByOperands())
    return "if " + Rows[*I].where() + " " + fasterOperands(A.Mapped, *I);
  const MemoryDependence *D = A.firstExpected();
  const InstRow &Load = Rows[D->DestInst];
  if (D->Class == DependenceClass::Must) {
    const ForwardingCost &Cost = A.Forwarding[D - A.Memory.data()];
    return "if " + Load.where() + " gets what " + Rows[D->SourceInst].where() +
           " stores in " + counted(Cost.Least, "cycle") + ", not in " +
           std::to_string(Cost.Latency);
  }
  return "if " + unlessOf(*D);
}

std::string LoopReport::unlessOf(const MemoryDependence &D) const {
  return unlessText(D, Rows[D.Unless].where(),
                    "what " + Rows[D.DestInst].where() + " loads");
}

std::string LoopReport::atMostCase() const {
  constexpr size_t Most = 2;
  SmallVector<std::string, 4> Pairs;
  const auto Overlaps = A.overlaps();
  for (const MemoryDependence *D : ArrayRef(Overlaps).take_front(Most))
    Pairs.push_back(Rows[D->SourceInst].where() + " stores what " +
                    Rows[D->DestInst].where() + " loads " +
                    iterationsLater(D->Distance));
  if (Overlaps.size() > Most)
    Pairs.push_back(counted(Overlaps.size() - Most, "more such pair"));
  return "if " + join(Pairs, ", and ");
}

std::string LoopReport::rateText() const {
  std::string Text;
  if (ElementsPerTrip > 1 && !Place.SourceIterations)
    Text = (L.prediction() / ElementsPerTrip).str() + " cycles per element (" +
           std::to_string(ElementsPerTrip) + " a trip)";
  if (!hasFloats())
    return Text;
  Text += (Text.empty() ? "" : "; ") + floatRateText(L.Floats, L.prediction());
  if (std::string Note = floatRateNote(L.Floats); !Note.empty())
    Text += "; " + Note;
  return Text;
}

std::string kernelbounds::iterationsLater(uint32_t Distance) {
  if (Distance == 0)
    return "in the same iteration";
  if (Distance == 1)
    return "one iteration later";
  return std::to_string(Distance) + " iterations later";
}

std::string LoopReport::gaps() const {
  SmallVector<std::string, 3> Parts;
  if (NumNotModeled)
    Parts.push_back(counted(NumNotModeled, "instruction") + " not modelled");
  if (!A.kernel().Calls.empty())
    Parts.push_back(counted(A.kernel().Calls.size(), "call") + " not modelled");
  if (A.Mapped.NumAtomicNotModeled)
    Parts.push_back("stalls by " +
                    counted(A.Mapped.NumAtomicNotModeled, "atomic update") +
                    " not modelled");
  if (Place.NumUnread)
    Parts.push_back(counted(Place.NumUnread, "statement") + " not understood");
  return join(Parts, ", ");
}

std::string LoopReport::gapsText() const {
  return gaps() + "; the true figure may be higher";
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

std::string Origin::spreadText() const {
  if (!Spread)
    return "";
  StringRef Decimals = *Spread % 100 == 0 ? "0" : *Spread % 10 == 0 ? "1" : "2";
  return "spread " +
         formatv(("{0:f" + Decimals + "}%").str().c_str(), *Spread / 100.0)
             .str();
}

std::string Origin::str() const {
  if (Source.empty())
    return Place;
  return Place + " (" + Source + (Spread ? "; " : "") + spreadText() + ")";
}

static Origin originOf(const Provenance &From, bool IsLLVM) {
  if (IsLLVM)
    return {"LLVM", ""};
  if (From.isLLVM())
    return {};
  std::string Place = From.Layer->File.str();
  if (From.Line)
    Place += ":" + std::to_string(From.Line);
  const SourceDecl &Source = From.Layer->Sources[From.Source];
  Origin O{std::move(Place), Source.Text.str()};
  if (Source.Spread != SourceDecl::NoSpread)
    O.Spread = Source.Spread;
  return O;
}

Origin InstRow::uopsFrom() const {
  return is(MF_NotModeled) ? Origin()
                           : originOf(From->UopsFrom, is(MF_UopsFromLLVM));
}

Origin InstRow::latencyFrom() const {
  return is(MF_NotModeled)
             ? Origin()
             : originOf(From->LatencyFrom, is(MF_LatencyFromLLVM));
}

LoopReport::LoopReport(const LoopResult &L, const LoopPlace &Place)
    : L(L), A(L.Bounds), Place(Place),
      ElementsPerTrip(findElementsPerTrip(A.kernel())) {
  collectPorts();
  collectRows();
  collectChains();
  collectMemory();
  collectLines();
  collectGaps();
  collectValueOrigins();
}

void LoopReport::collectPorts() {
  for (auto [P, Load] : enumerate(A.PortLoads))
    if (!Load.isZero()) {
      Ports.push_back(P);
      PortTotals.push_back(Load);
    }
}

void LoopReport::collectRows() {
  const Kernel &K = A.kernel();
  const MCInstrInfo &MII = A.model().instrInfo();
  std::vector<int64_t> OnLCD = A.latencyOnLCD(), OnCP = A.latencyOnCP();
  Rows.resize(K.Insts.size());
  for (auto [I, Row] : enumerate(Rows)) {
    const KernelInst &Inst = K.Insts[I];
    const MappedInst &M = A.Mapped.Insts[I];
    Row.Text = Place.Text(I);
    Row.Text.Text = escapeControls(Row.Text.Text);
    Row.Opcode = MII.getName(Inst.Opcode).str();
    Row.AsmLine = Inst.AsmLine;
    Row.SourceLine = Inst.SourceLine;
    for (unsigned P : Ports)
      Row.PortLoads.push_back(A.portShare(I, P));
    Row.IssueSlots = M.IssueSlots;
    Row.CyclesOnLCD = OnLCD[I];
    Row.CyclesOnCP = OnCP[I];
    Row.Flags = M.Flags;
    Row.IsZeroIdiom = Inst.is(IF_ZeroIdiom) && M.is(MF_DependencyBreaking);
    Row.From = &M;
  }
}

void LoopReport::collectChains() {
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    const DependencyGraph::Node &To = A.Graph.nodes()[Edge.To];
    LCD.push_back({To.Inst, To.Part, Edge.Latency, Edge.Distance, Edge.Kind});
    Rows[To.Inst].OnLCD = true;
  }
  for (auto [Node, Step] : zip_equal(A.CP.Nodes, A.CP.Steps)) {
    const DependencyGraph::Node &N = A.pathGraph().nodes()[Node];
    CP.push_back({N.Inst, N.Part, Step, 0, DependenceKind::Register});
    Rows[N.Inst].OnCP = true;
  }
}

void LoopReport::collectMemory() {
  for (auto [D, C] : zip_equal(A.Memory, A.Forwarding)) {
    std::optional<uint32_t> Unless;
    std::string Reason, ShortReason;
    if (D.Class == DependenceClass::Expected) {
      Unless = D.Unless;
      Reason = "unless " + unlessOf(D);
      ShortReason = "unless " + unlessText(D, Rows[D.Unless].where(), "it");
    }
    Memory.push_back(
        {D.SourceInst, D.DestInst, orderName(D.Order), className(D.Class),
         evidenceName(D.Evidence), forwardName(D.Forward), D.Distance,
         D.OverlapBytes, C.Latency, C.Least, C.IsGeneric, false,
         C.IsGeneric ? Origin{"generic", "load latency and one cycle"}
                     : originOf(C.From, false),
         Unless, std::move(Reason), std::move(ShortReason)});
  }
  for (uint32_t E : A.LCD.Edges)
    if (A.Graph.edges()[E].Kind == DependenceKind::Memory)
      Memory[A.Graph.edges()[E].Detail].OnLCD = true;
}

void LoopReport::collectLines() {
  for (auto [I, M] : enumerate(A.Mapped.Insts))
    for (const MappedUop &U : A.Mapped.uops(M)) {
      if (U.CrossingTrips == 0)
        continue;
      const unsigned Num = llvm::popcount(U.CrossingTrips);
      const unsigned Common = std::gcd(Num, LinePeriod);
      Lines.push_back({static_cast<uint32_t>(I), U.Kind != UopKind::Load,
                       Num / Common, LinePeriod / Common, U.CrossingCycles});
    }
}

static void addOnce(std::vector<std::string> &List, std::string Text) {
  if (!is_contained(List, Text))
    List.push_back(std::move(Text));
}

void LoopReport::collectGaps() {
  NumFromModel = A.NumFromModel;
  NumFromLLVM = A.NumFromLLVM;
  for (const std::string &Callee : A.kernel().Calls)
    addOnce(Callees, Callee);
  for (auto [Inst, Row] : zip_equal(A.kernel().Insts, Rows)) {
    if (!Row.is(MF_NotModeled) || Inst.is(IF_Call))
      continue;
    ++NumNotModeled;
    addOnce(NotModeled, targetOf(A.kernel()).code().mnemonicOf(Row.Text.Text));
  }
}

//===----------------------------------------------------------------------===//
// What the figures rest on
//===----------------------------------------------------------------------===//

void LoopReport::collectValueOrigins() {
  ValueOriginsOptions O;
  O.IsSimulated = L.Simulation.has_value();
  O.ExceedsBounds = L.prediction() > A.Prediction;
  Values = collectValues(A, O);
  Origins = totalByOrigin(Values);
}

Origin LoopReport::placeOf(const UsedValue &V) const {
  switch (V.Origin.What) {
  case ValueOrigin::Kind::Model:
    return originOf(V.Origin.From, false);
  case ValueOrigin::Kind::LLVM:
    return {"LLVM", ""};
  case ValueOrigin::Kind::Borrowed:
    return {("LLVM's model of " + A.model().borrowedFrom()).str(), ""};
  case ValueOrigin::Kind::Generic:
  case ValueOrigin::Kind::NotModeled:
    return {};
  }
  return {};
}

std::string LoopReport::valuesLine() const {
  unsigned FromModel = 0;
  SmallVector<std::string, 8> Names, Parts;
  auto Count = [](const OriginTotal &T) { return std::to_string(T.Count); };
  for (const OriginTotal &T : Origins) {
    switch (T.Origin.What) {
    case ValueOrigin::Kind::Model:
      FromModel += T.Count;
      Names.push_back(Count(T) + " " + T.Origin.name().str());
      break;
    case ValueOrigin::Kind::LLVM:
      Parts.push_back(Count(T) + " from LLVM's model");
      break;
    case ValueOrigin::Kind::Borrowed:
      Parts.push_back(Count(T) + " from LLVM's model of " +
                      A.model().borrowedFrom().str() + " (borrowed)");
      break;
    case ValueOrigin::Kind::Generic:
    case ValueOrigin::Kind::NotModeled:
      Parts.push_back(Count(T) + " " + T.Origin.name().str());
      break;
    }
  }
  if (FromModel != 0)
    Parts.insert(Parts.begin(), std::to_string(FromModel) +
                                    " from the model (" + join(Names, ", ") +
                                    ")");
  std::string Limit = describeLimitOrigins(Origins);
  return "values: " + (Parts.empty() ? "none" : join(Parts, ", ")) +
         (Limit.empty() ? "" : "; the limit rests on: " + Limit);
}

std::string LoopReport::places(ArrayRef<uint32_t> Insts) const {
  constexpr size_t Most = 4;
  std::string Text;
  for (uint32_t I : Insts.take_front(Most))
    Text += (Text.empty() ? "" : ", ") + Rows[I].where();
  if (Insts.size() > Most)
    Text += " and " + std::to_string(Insts.size() - Most) + " more";
  return Text;
}
