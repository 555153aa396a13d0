//===- JSONReport.cpp - One document for programs -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything the text says, with exact fractions; docs/json.md describes every
/// key. Sample of `kernel-opt --cpu=cascadelake --format=json
/// gauss_seidel.cascadelake.s`:
///
///   { "schema": 1, "generator": "kernel-opt ...", "loops": [ {
///     "file": "gauss_seidel.cascadelake.s", "function": "gauss_seidel",
///     "label": ".L4",
///
/// A change that can break a reader raises the schema version; new keys do not.
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
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
  void bounds();
  void resource(StringRef Key, const ResourceRow &Row);
  void issue();
  void frontEnd();
  void chain(StringRef Key, ArrayRef<ChainStep> Chain, bool IsCycle);
  void memory();
  void lines();
  void next();
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
  void addLoop(const Analysis &A, const LoopPlace &Place) override {
    Writer(J, LoopReport(A, Place)).write();
  }
  void addFile(const FileSummary &F) override { Files.push_back(F); }
  void end() override;

private:
  json::OStream J;
  std::vector<FileSummary> Files;
};

} // namespace

void JSONReport::end() {
  J.arrayEnd();
  J.attributeEnd();
  J.attributeArray("files", [&] {
    for (const FileSummary &F : Files)
      J.object([&] {
        J.attribute("file", utf8(F.File));
        J.attribute("triple", F.Triple);
        J.attribute("loops", F.NumLoops);
        J.attributeArray("warnings", [&] {
          for (const std::string &W : F.Warnings)
            J.value(utf8(W));
        });
        if (F.Error.empty())
          J.attribute("error", nullptr);
        else
          J.attribute("error", utf8(F.Error));
      });
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
  J.attribute("label", utf8(K.Label));
  J.attribute("region", utf8(R.Place.Region));
  J.attribute("marked", K.Marked);
  J.attribute("source_file", utf8(R.Place.SourceFile));
  number("source_line", R.Place.SourceLine);
  number("assembly_line", R.Place.AsmLine);
  number("source_iterations", R.Place.SourceIterations);
  number("elements_per_trip", R.Place.ElementsPerTrip);
}

void Writer::resource(StringRef Key, const ResourceRow &Row) {
  J.attributeObject(Key, [&] {
    cycles(Row.Value);
    J.attribute("ports", json::Array(Row.Ports));
    J.attribute("instructions", Row.NumInsts);
    J.attribute("micro_ops", Row.NumUops);
    if (Row.PortCycles.denominator() == 1)
      J.attribute("port_cycles", Row.PortCycles.numerator());
    else
      decimal("port_cycles", Row.PortCycles);
  });
}

void Writer::issue() {
  J.attributeObject("issue", [&] {
    cycles(A.Issue.Value);
    J.attribute("issue_slots", A.Issue.IssueSlots);
    number("issue_width", A.Issue.IssueWidth);
    number("instruction_width", A.Issue.InstWidth);
    J.attribute("renamed_instructions", A.Issue.IssueInsts);
  });
}

void Writer::frontEnd() {
  const FrontEndBound &B = A.FrontEnd;
  J.attributeObject("frontend", [&] {
    cycles(B.Value);
    J.attribute("windows", B.NumWindows);
    J.attribute("decoded_windows", B.NumLegacyWindows);
    J.attribute("decoded_blocks", B.NumBlocks);
    J.attribute("alignment_known", B.IsAlignmentKnown);
    J.attributeArray("boundary_jumps", [&] {
      for (uint32_t Jump : B.Jumps)
        J.value(Jump);
    });
    J.attribute("lines", B.NumLines);
    J.attribute("window_uops", B.NumUops);
    J.attribute("predecode_cycles", B.PredecodeCycles);
    J.attributeObject("decoders", [&] { cycles(B.DecoderCycles); });
    J.attribute("delivery_cycles", B.DeliveryCycles);
    J.attribute("switch_cycles", B.SwitchCycles);
    J.attributeArray("length_changing", [&] {
      for (uint32_t I : B.LengthChanging)
        J.value(I);
    });
    J.attributeArray("first_decoder", [&] {
      for (uint32_t I : B.Complex)
        J.value(I);
    });
  });
  J.attributeObject("branch", [&] {
    cycles(A.Branches.Value);
    J.attribute("taken_branches", int64_t(A.Branches.Insts.size()));
  });
  J.attributeObject("retire", [&] {
    cycles(A.Retire.Value);
    number("retire_width", A.Retire.IssueWidth);
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

void Writer::bounds() {
  attribute("prediction", R.Place.prediction(A));
  attribute("bound", A.Prediction);
  J.attribute("limit", limitName(A.LimitedBy));
  J.attributeObject("verdict", [&] {
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
  });
  J.attributeObject("bracket", [&] {
    attribute("lower", A.Prediction);
    attribute("upper", R.Place.upper(A));
  });
  J.attributeObject("tp", [&] {
    cycles(A.TP);
    resource("ports", R.PortBound);
    resource("units", R.UnitBound);
    issue();
    frontEnd();
  });
  J.attributeObject("lcd", [&] {
    cycles(A.LCD.Ratio);
    J.attribute("latency", A.LCD.Latency);
    J.attribute("distance", A.LCD.Distance);
    chain("steps", R.LCD, /*IsCycle=*/true);
  });
  J.attributeObject("cp", [&] {
    cycles(CyclesPerIter(A.CP.Latency));
    chain("steps", R.CP, /*IsCycle=*/false);
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
  attribute("lcd_with_may", A.LCDWithMay.Ratio);
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
        if (M.Order != "RAW")
          return;
        J.attribute("forwarding", M.Forward);
        J.attribute("latency", M.Latency);
        J.attribute("latency_from", utf8(M.From.str()));
        J.attribute("on_lcd", M.OnLCD);
      });
  });
}

void Writer::next() {
  const Opportunity &O = R.Place.next(A);
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
    J.attribute("atomic_not_modeled", R.NumAtomicNotModeled);
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
  if (Row.AsmLine)
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

std::unique_ptr<Report>
kernelbounds::createJSONReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<JSONReport>(OS, Options);
}
