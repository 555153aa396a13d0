//===- JSONReport.cpp - One document for programs -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything the text says, with exact fractions; docs/reference/json.md
/// describes every key. Sample of `kernel-opt --cpu=cascadelake --format=json
/// gauss_seidel.cascadelake.s`:
///
///   { "schema": 1, "generator": "kernel-opt ...", "loops": [ {
///     "file": "gauss_seidel.cascadelake.s", "function": "gauss_seidel",
///     "demangled": "gauss_seidel", "label": ".L4",
///
/// A change that can break a reader raises the schema version; new keys do not.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr int64_t SchemaVersion = 1;

/// Writes one loop.
class Writer {
public:
  Writer(json::OStream &J, const LoopReport &R) : J(J), R(R), A(R.A) {}
  void write();

private:
  void place();
  void attribute(StringRef Key, const CyclesPerIter &C);
  /// Members of an open object.
  void cycles(const CyclesPerIter &C);
  void decimal(StringRef Key, const CyclesPerIter &C);
  void verdictOfBounds();
  void verdictOfSimulation(const SimulatedLimit &Simulated);
  void bounds();
  void bound(const BoundInfo &Info);
  void fact(const Fact &F);
  void chain(StringRef Key, ArrayRef<ChainStep> Chain, bool IsCycle);
  void memory();
  void lines();
  void next();
  void rate();
  void model();
  void coverage();
  void ports();
  void instruction(uint32_t Inst);
  void number(StringRef Key, unsigned N) {
    if (N)
      J.attribute(Key, N);
    else
      J.attribute(Key, nullptr);
  }

  json::OStream &J;
  const LoopReport &R;
  const Analysis &A;
};

class JSONReport final : public Report {
public:
  JSONReport(raw_ostream &OS, const ReportOptions &Options)
      : Report(OS, Options), J(OS, /*IndentSize=*/2) {}

  void begin() override {
    J.objectBegin();
    J.attribute("schema", SchemaVersion);
    J.attribute("generator", Options.Generator);
    J.attributeBegin("loops");
    J.arrayBegin();
  }
  void addLoop(const LoopResult &L, const LoopPlace &Place) override {
    Writer(J, LoopReport(L, Place)).write();
  }
  void addStored(const StoredLoop &L) override;
  void addFile(const FileSummary &F) override { Files.push_back(F); }
  void end() override;

private:
  json::OStream J;
  std::vector<FileSummary> Files;
};

} // namespace

void kernelbounds::writeFileJSON(json::OStream &J, const FileSummary &F) {
  J.object([&] {
    J.attribute("file", utf8(F.File));
    J.attribute("triple", F.Triple);
    J.attribute("loops", F.NumLoops);
    J.attribute("omitted_loops", F.NumOmitted);
    J.attributeArray("warnings", [&] {
      for (const std::string &W : F.Warnings)
        J.value(utf8(W));
    });
    if (F.Error.empty())
      J.attribute("error", nullptr);
    else
      J.attribute("error", utf8(F.Error));
  });
}

/// A line for each loop: of ten thousand, indented documents are hard to look
/// through.
void JSONReport::addStored(const StoredLoop &L) {
  json::Value Loop = L.form("report");
  if (json::Object *O = Loop.getAsObject())
    (*O)["copies"] = json::Array(L.Copies);
  std::string Text;
  raw_string_ostream(Text) << Loop;
  J.rawValue(Text);
}

void JSONReport::end() {
  J.arrayEnd();
  J.attributeEnd();
  J.attributeArray("files", [&] {
    for (const FileSummary &F : Files)
      writeFileJSON(J, F);
  });
  J.objectEnd();
  OS << '\n';
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// \p C rounded to six places, without a detour over floating point where the
/// numbers are of sensible size.
static std::string sixPlaces(const CyclesPerIter &C) {
  CyclesPerIter Rest = C;
  std::string Text = Rest.numerator() < 0 ? "-" : "";
  __int128 N = Rest.numerator() < 0 ? -__int128(Rest.numerator())
                                    : __int128(Rest.numerator());
  __int128 D = Rest.denominator();
  __int128 Millionths = (2 * N * 1000000 + D) / (2 * D);
  std::string Fraction = std::to_string(int64_t(Millionths % 1000000));
  Fraction.insert(0, 6 - Fraction.size(), '0');
  while (Fraction.size() > 1 && Fraction.back() == '0')
    Fraction.pop_back();
  return Text + std::to_string(int64_t(Millionths / 1000000)) + "." + Fraction;
}

void kernelbounds::writeCyclesJSON(json::OStream &J, const CyclesPerIter &C) {
  J.attributeBegin("cycles");
  J.rawValue(sixPlaces(C));
  J.attributeEnd();
  J.attribute("exact", C.exactStr());
}

void Writer::decimal(StringRef Key, const CyclesPerIter &C) {
  J.attributeBegin(Key);
  J.rawValue(sixPlaces(C));
  J.attributeEnd();
}

void Writer::cycles(const CyclesPerIter &C) {
  writeCyclesJSON(J, C);
  if (unsigned N = R.Place.SourceIterations)
    decimal("cycles_per_source_iteration", C / N);
}

void Writer::attribute(StringRef Key, const CyclesPerIter &C) {
  J.attributeObject(Key, [&] { cycles(C); });
}

//===----------------------------------------------------------------------===//
// Parts of a loop
//===----------------------------------------------------------------------===//

void Writer::place() {
  const Kernel &K = A.kernel();
  J.attribute("file", utf8(R.Place.File));
  J.attribute("function", utf8(K.Function));
  J.attribute("demangled", utf8(demangledName(K.Function)));
  J.attribute("label", utf8(K.Label));
  J.attribute("region", utf8(R.Place.Region));
  J.attribute("marked", K.Marked);
  J.attribute("source_file", utf8(R.Place.SourceFile));
  number("source_line", R.Place.SourceLine);
  number("assembly_line", R.Place.AsmLine);
  J.attributeArray("inlined", [&] {
    for (const InlinedCall &Call : R.Place.Inlined)
      J.object([&] {
        J.attribute("function", utf8(Call.Callee));
        J.attribute("demangled", utf8(demangledName(Call.Callee)));
        J.attribute("call_file", utf8(Call.File));
        number("call_line", Call.Line);
      });
  });
  number("source_iterations", R.Place.SourceIterations);
  number("elements_per_trip", R.ElementsPerTrip);
  if (R.Place.Vectorizer.empty())
    J.attribute("vectorizer", nullptr);
  else
    J.attribute("vectorizer", utf8(R.Place.Vectorizer));
  J.attributeBegin("share");
  J.rawValue(R.Place.Share ? decimalOf(R.Place.Share) : "null");
  J.attributeEnd();
}

void Writer::fact(const Fact &F) {
  auto Overloads = [&](const auto &V) {
    using T = std::decay_t<decltype(V)>;
    if constexpr (std::is_same_v<T, CyclesPerIter>) {
      attribute(F.Key, V);
    } else if constexpr (std::is_same_v<T, Fact::Decimal>) {
      if (V.Value.denominator() == 1)
        J.attribute(F.Key, V.Value.numerator());
      else
        decimal(F.Key, V.Value);
    } else if constexpr (std::is_same_v<T, Fact::Number>) {
      J.attribute(F.Key, V ? json::Value(*V) : json::Value(nullptr));
    } else if constexpr (std::is_same_v<T, bool>) {
      J.attribute(F.Key, V);
    } else {
      J.attribute(F.Key, json::Array(V));
    }
  };
  std::visit(Overloads, F.Value);
}

void Writer::bound(const BoundInfo &Info) {
  const Bound &B = A.bound(Info.Kind);
  J.attributeObject(Info.JSONKey, [&] {
    cycles(B.Cycles);
    for (const Fact &F : Info.Rules->Explain(A, B).Facts)
      fact(F);
    if (Info.Kind == Limit::Latency)
      chain("steps", R.LCD, /*IsCycle=*/true);
  });
}

static StringRef partName(NodePart Part) {
  switch (Part) {
  case NodePart::Load:
    return "load";
  case NodePart::Result:
    return "result";
  case NodePart::WriteBack:
    return "write-back";
  case NodePart::Store:
    return "store";
  }
  return "";
}

static StringRef kindName(DependenceKind Kind) {
  switch (Kind) {
  case DependenceKind::Register:
    return "register";
  case DependenceKind::Flags:
    return "flags";
  case DependenceKind::Internal:
    return "internal";
  case DependenceKind::Overwritten:
    return "overwritten";
  case DependenceKind::Memory:
    return "memory";
  }
  return "";
}

void Writer::chain(StringRef Key, ArrayRef<ChainStep> Chain, bool IsCycle) {
  J.attributeArray(Key, [&] {
    for (const ChainStep &S : Chain)
      J.object([&] {
        J.attribute("instruction", S.Inst);
        J.attribute("part", partName(S.Part));
        J.attribute("latency", S.Latency);
        if (!IsCycle)
          return;
        J.attribute("distance", S.Distance);
        J.attribute("through", kindName(S.Kind));
      });
  });
}

/// Of what the bounds say: members of an open object.
void Writer::verdictOfBounds() {
  J.attributeArray("limits", [&] {
    for (const Bottleneck &B : A.Why.Limits)
      J.object([&] {
        J.attribute("limit", limitName(B.Kind));
        J.attributeArray("ports", [&] {
          B.Ports.forEach([&](unsigned P) { J.value(R.portName(P)); });
        });
      });
  });
  J.attribute("gain_percent", A.Why.gainPercent());
  if (A.Why.Next.Kind == Limit::None)
    J.attribute("next", nullptr);
  else
    J.attribute("next", limitName(A.Why.Next.Kind));
}

void Writer::verdictOfSimulation(const SimulatedLimit &Simulated) {
  J.attributeObject("verdict", [&] {
    J.attributeArray("limits", [&] {
      J.object([&] {
        J.attribute("limit", Simulated.Name);
        J.attributeArray("ports", [] {});
      });
    });
    J.attribute("gain_percent", nullptr);
    J.attribute("next", nullptr);
  });
}

void Writer::bounds() {
  attribute("prediction", R.L.prediction());
  attribute("bound", A.atLeast());
  attribute("bounds", A.Prediction);
  attribute("worst", R.atMost());
  J.attribute("limit", limitName(R.L));
  J.attribute("bounds_limit", limitName(A.LimitedBy));
  if (const SimulatedLimit Simulated = findSimulatedLimit(R.L);
      Simulated.isFound()) {
    verdictOfSimulation(Simulated);
    J.attributeObject("bounds_verdict", [&] { verdictOfBounds(); });
  } else {
    J.attributeObject("verdict", [&] { verdictOfBounds(); });
    J.attribute("bounds_verdict", nullptr);
  }
  J.attributeObject("bracket", [&] {
    attribute("lower", A.Prediction);
    attribute("upper", R.L.upper());
  });
  J.attributeObject("tp", [&] {
    cycles(A.TP);
    for (const BoundInfo &Info : allBounds())
      if (Info.Rules->IsResource)
        bound(Info);
  });
  for (const BoundInfo &Info : allBounds())
    if (!Info.Rules->IsResource)
      bound(Info);
  J.attributeObject("cp", [&] {
    cycles(CyclesPerIter(A.CP.Latency));
    chain("steps", R.CP, /*IsCycle=*/false);
  });
}

/// Elements and floating-point operations by time.
void Writer::rate() {
  if (R.ElementsPerTrip)
    decimal("cycles_per_element", R.L.prediction() / R.ElementsPerTrip);
  else
    J.attribute("cycles_per_element", nullptr);
  if (!R.hasFloats()) {
    J.attribute("flops", nullptr);
    return;
  }
  const FloatRate &F = R.L.Floats;
  J.attributeObject("flops", [&] {
    J.attribute("per_trip", F.operations());
    decimal("per_cycle", F.perCycle(R.L.prediction()));
    if (std::optional<int64_t> Milli = F.milliOfPeak(R.L.prediction()))
      decimal("peak_percent", CyclesPerIter(*Milli, 10));
    else
      J.attribute("peak_percent", nullptr);
    J.attributeArray("types", [&] {
      for (const FloatShare &S : F.Shares)
        J.object([&] {
          J.attribute("type", floatTypeName(S.Type));
          J.attribute("per_trip", S.Operations);
          if (S.Peak.isZero())
            J.attribute("peak_per_cycle", nullptr);
          else
            decimal("peak_per_cycle", S.Peak);
        });
    });
    J.attribute("counts_masked", F.HasMasked);
    J.attribute("shortest_vectors", F.IsShortest);
  });
}

void Writer::lines() {
  J.attributeArray("line_crossings", [&] {
    for (const LineRow &L : R.Lines)
      J.object([&] {
        J.attribute("instruction", L.Inst);
        J.attribute("access", L.IsStore ? "store" : "load");
        J.attribute("crossings", L.Crossings);
        J.attribute("trips", L.Trips);
        J.attribute("cycles", L.Cycles);
      });
  });
}

void Writer::memory() {
  attribute("lcd_proved", A.ProvedLCD.Ratio);
  attribute("lcd_worst", A.WorstLCD.Ratio);
  J.attributeArray("memory", [&] {
    for (const MemoryRow &M : R.Memory)
      J.object([&] {
        J.attribute("source", M.Source);
        J.attribute("destination", M.Dest);
        J.attribute("distance", M.Distance);
        J.attribute("kind", M.Order);
        J.attribute("class", M.Class);
        number("bytes", M.Bytes);
        J.attribute("evidence", M.Evidence);
        if (M.Unless) {
          J.attribute("unless", *M.Unless);
          J.attribute("reason", utf8(M.Reason));
        } else {
          J.attribute("unless", nullptr);
          J.attribute("reason", nullptr);
        }
        if (M.Order != "RAW")
          return;
        J.attribute("forwarding", M.Forward);
        J.attribute("latency", M.Latency);
        J.attribute("least_latency", M.Least);
        J.attribute("latency_from", utf8(M.From.str()));
        J.attribute("on_lcd", M.OnLCD);
      });
  });
}

void Writer::next() {
  const Opportunity &O = R.L.Next;
  if (O.What == Opportunity::Kind::None)
    return J.attribute("next", nullptr);
  J.attributeObject("next", [&] {
    J.attribute("kind", opportunityName(O.What));
    J.attribute("count", O.Count);
    J.attribute("iterations", O.Iterations);
    attribute("from", O.From);
    attribute("to", O.To);
    J.attribute("if_apart", O.IfApart);
    J.attribute("reductions", O.Reductions);
    J.attribute("unroll", O.Unroll);
    J.attributeArray("instructions", [&] {
      for (uint32_t I : O.Insts)
        J.value(I);
    });
  });
}

void Writer::model() {
  const PortModel &M = A.model();
  J.attributeObject("model", [&] {
    J.attribute("cpu", M.cpu());
    J.attribute("default_cpu", R.Place.IsDefaultCpu);
    J.attribute("description", M.description());
    if (M.borrowedFrom().empty())
      J.attribute("borrowed_from", nullptr);
    else
      J.attribute("borrowed_from", M.borrowedFrom());
    J.attribute("port_assignment",
                A.Options.Assignment == PortAssignment::Uniform ? "uniform"
                                                                : "optimal");
    if (A.Options.CompatOsaca2019)
      J.attribute("compat", "osaca2019");
    else
      J.attribute("compat", nullptr);
  });
}

void Writer::coverage() {
  J.attributeObject("coverage", [&] {
    J.attribute("complete", R.isComplete());
    J.attribute("from_model", R.NumFromModel);
    J.attribute("from_llvm", R.NumFromLLVM);
    J.attribute("not_modeled", A.Mapped.NumNotModeled);
    J.attributeArray("not_modeled_names", [&] {
      for (const std::string &Name : R.NotModeled)
        J.value(utf8(Name));
    });
    J.attributeArray("calls", [&] {
      for (const std::string &Name : R.Callees)
        J.value(utf8(Name));
    });
    J.attributeArray("calls_demangled", [&] {
      for (const std::string &Name : R.Callees)
        J.value(utf8(demangledName(Name)));
    });
    J.attribute("atomic_not_modeled", R.A.Mapped.NumAtomicNotModeled);
    J.attribute("not_understood", R.Place.NumUnread);
    J.attribute("other_entries", R.Place.NumOtherEntries);
    J.attribute("other_blocks", A.kernel().NumOtherBlocks);
    J.attribute("path_by_frequency", A.kernel().PathByFrequency);
  });
}

void Writer::ports() {
  J.attributeArray("ports", [&] {
    for (auto [P, Load] : zip_equal(R.Ports, R.PortTotals))
      J.object([&, P = P, &Load = Load] {
        J.attribute("name", R.portName(P));
        J.attribute("kind",
                    A.model().issuePorts().contains(P) ? "port" : "unit");
        cycles(Load);
      });
  });
}

void Writer::instruction(uint32_t Inst) {
  const InstRow &Row = R.Rows[Inst];
  J.attribute("text", utf8(Row.Text.Text));
  J.attribute("opcode", Row.Opcode);
  number("assembly_line", Row.AsmLine);
  number("source_line", Row.SourceLine);
  if (Row.AsmLine || !Row.Text.Where.empty())
    J.attribute("address", nullptr);
  else
    J.attribute("address", int64_t(Row.Text.Address));
  J.attributeObject("ports", [&] {
    for (auto [P, Load] : zip_equal(R.Ports, Row.PortLoads))
      if (!Load.isZero())
        J.attributeObject(R.portName(P), [&, &Load = Load] {
          decimal("cycles", Load);
          J.attribute("exact", Load.exactStr());
        });
  });
  J.attribute("issue_slots", Row.IssueSlots);
  J.attribute("on_lcd", Row.OnLCD);
  J.attribute("on_cp", Row.OnCP);
  J.attribute("lcd_cycles", Row.CyclesOnLCD);
  J.attribute("cp_cycles", Row.CyclesOnCP);
  J.attribute("macro_fused_with_next", Row.is(MF_FusedWithNext));
  J.attribute("eliminated", Row.is(MF_Eliminated));
  J.attribute("dependency_breaking", Row.is(MF_DependencyBreaking));
  J.attribute("microcoded", Row.is(MF_Microcoded));
  J.attribute("zero_idiom", Row.IsZeroIdiom);
  J.attribute("modeled", !Row.is(MF_NotModeled));
  J.attribute("micro_ops_from", utf8(Row.uopsFrom().str()));
  J.attribute("latency_from", utf8(Row.latencyFrom().str()));
  writeWaitsJSON(J, R, Inst);
}

void Writer::write() {
  J.object([&] {
    place();
    bounds();
    memory();
    lines();
    next();
    rate();
    writeSimulationJSON(J, R);
    writeSensitivityJSON(J, R);
    model();
    coverage();
    writeValuesJSON(J, R);
    ports();
    J.attributeArray("instructions", [&] {
      for (uint32_t I = 0; I < R.Rows.size(); ++I)
        J.object([&] { instruction(I); });
    });
  });
}

void kernelbounds::writeLoopJSON(json::OStream &J, const LoopReport &R) {
  Writer(J, R).write();
}

std::unique_ptr<Report>
kernelbounds::createJSONReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<JSONReport>(OS, Options);
}
