//===- TextReport.cpp - The report for people -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Headline, next step, bounds with their reasons, table of instructions.
/// Sample of `kernel-opt --cpu=cascadelake gauss_seidel.cascadelake.s`:
///
///   gauss_seidel (gauss_seidel.cascadelake.s:26, label .L4): 12.00 cy/it,
///     limited by latency
///     rate: 0.33 flop/cy, 1.0 % of the core's peak of 32 (fp64)
///
///     bounds, in cycles per assembly iteration (cy/it)
///       ports      2.00  4 micro-ops of 4 instructions on p0 p1: 4/2
///       issue      2.50  10 issue slots / 4
///       LCD       12.00  12 cycles around 3 steps, once per iteration
///                          line 29: vaddsd 8(%rdx,%rax), %xmm0, %xmm0  +4
///                          ...
///       CP        22.00  longest path through one iteration, 6 steps
///                          line 26: vmovsd (%rsi,%rax), %xmm0  +5
///                          ...
///       bracket  [12.00, 22.00]
///     ...
///     p0 p1 p2 p3 p4 p5 p6  slots  LCD  CP  line    instruction
///               0.50  0.50  1            5    26    vmovsd (%rsi,%rax), %xmm0
///
/// The table has the form of Table II in Laukemann et al., PMBS 2019
/// (doi:10.1109/PMBS49563.2019.00006).
//
//===----------------------------------------------------------------------===//

#include "SimulationReport.h"
#include "kernel-bounds/Advice/OpportunityText.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr auto LCDColor = raw_ostream::RED;
constexpr auto CPColor = raw_ostream::CYAN;

/// Changes the colour of a stream until the end of the scope; nothing happens
/// on a stream without colours.
class Colored {
public:
  Colored(raw_ostream &OS, raw_ostream::Colors C, bool Bold = false) : OS(OS) {
    OS.changeColor(C, Bold);
  }
  ~Colored() { OS.resetColor(); }

private:
  raw_ostream &OS;
};

/// Writes one loop.
class Writer {
public:
  Writer(raw_ostream &OS, const LoopReport &R, const ReportOptions &Options)
      : OS(OS), R(R), A(R.A), Options(Options) {}
  void write();

private:
  void headline();
  void otherCases();
  void inlined();
  void next();
  void rate();
  void bounds();
  void boundLine(StringRef Name, const CyclesPerIter &Value, bool Limits);
  void bound(const BoundInfo &Info);
  void path();
  void steps(ArrayRef<ChainStep> Chain, raw_ostream::Colors Color);
  void memory();
  void memoryLine(const MemoryRow &M);
  void lines();
  void bracket();
  void background();
  void gaps();
  void table();
  void tableHeader(ArrayRef<unsigned> Widths);
  void tableRow(const InstRow &Row, ArrayRef<unsigned> Widths);
  void totals(ArrayRef<unsigned> Widths);
  void legend();
  void sources();
  /// "4.00 cy/it", with cycles per source iteration where these are known.
  std::string cycles(const CyclesPerIter &C) const { return cyclesText(R, C); }

  raw_ostream &OS;
  const LoopReport &R;
  const Analysis &A;
  const ReportOptions &Options;
};

/// Loops of a report that begins with a summary of them at least, and of one
/// that ends with it; rows of the summary unless the user wants all.
constexpr size_t LeastForSummary = 6, MostHeld = 1000, MostSummaryRows = 20;

/// One loop in the summary.
struct SummaryRow {
  std::string Name;
  CyclesPerIter Cycles, Next; ///< Next: with what would help, or the same.
  std::string LimitName;
  bool IsComplete;
  TimeShare Share = 0; ///< Of a run.
};

class TextReport final : public Report {
public:
  TextReport(raw_ostream &OS, const ReportOptions &Options)
      : Report(OS, Options), Held(Text) {
    Held.enable_colors(OS.colors_enabled());
  }
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
  void addStored(const StoredLoop &L) override;
  void addFile(const FileSummary &F) override {
    ++NumFiles;
    if (!F.Error.empty() && Options.IsMerged)
      Faults += "  " + escapeControls(F.Error) + '\n';
    if (F.NumOmitted != 0)
      out() << '\n' << escapeControls(F.File) << ": " << omittedText(F) << '\n';
  }
  void end() override;

private:
  raw_ostream &out() { return IsHolding ? Held : OS; }
  void release();
  void summary();

  std::vector<SummaryRow> Rows;
  std::string Text; ///< Behind the summary.
  raw_string_ostream Held;
  /// The summary comes first, unless the report is too long to be kept.
  bool IsHolding = true;
  size_t NumFiles = 0;
  std::string Faults; ///< Of files that were analysed elsewhere.
};

} // namespace

static void pad(raw_ostream &OS, StringRef Text, unsigned Width) {
  if (Text.size() < Width)
    OS.indent(Width - Text.size());
  OS << Text;
}

//===----------------------------------------------------------------------===//
// Headline
//===----------------------------------------------------------------------===//

std::string kernelbounds::verdict(const LoopReport &R) {
  std::string More = headroomText(R.A);
  return verdictText(R.A) + (More.empty() ? "" : ": " + More);
}

std::string kernelbounds::cyclesText(const LoopReport &R,
                                     const CyclesPerIter &C) {
  std::string Text = C.str() + " cy/it";
  if (unsigned N = R.Place.SourceIterations)
    Text += " (" + (C / N).str() + " cy/src-it)";
  return Text;
}

std::string kernelbounds::headlineText(const LoopReport &R) {
  const Analysis &A = R.A;
  std::string Text = cyclesText(R, R.L.prediction());
  Text += R.hasAtLeast() ? " expected, " : ", ";
  if (R.L.WhatIf)
    return Text + sensitivityVerdict(*R.L.WhatIf, A);
  const SimulatedLimit Simulated = findSimulatedLimit(R.L);
  Text += Simulated.isFound() ? "limited by " + Simulated.str() : verdict(R);
  // What else holds the simulated core back is for --sensitivity to say.
  if (isAboveBounds(R.L))
    Text += " and more";
  if (Simulated.isFound() || R.L.prediction() > A.Prediction)
    Text += " (bounds alone: " + A.Prediction.str() + ")";
  return Text;
}

std::vector<std::string> kernelbounds::otherCases(const LoopReport &R) {
  std::vector<std::string> Cases;
  if (R.hasAtLeast())
    Cases.push_back("at least: " + cyclesText(R, R.A.atLeast()) + ", " +
                    R.atLeastCase());
  if (R.hasAtMost())
    Cases.push_back("at most: " + cyclesText(R, R.A.WorstLCD.Ratio) + ", " +
                    R.atMostCase());
  return Cases;
}

void Writer::headline() {
  {
    Colored C(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    OS << R.name() << ": " << headlineText(R);
  }
  OS << '\n';
  if (R.Place.Share)
    OS << "  time: " << shareText(R.Place.Share) << " of the run\n";
  if (R.isComplete())
    return;
  OS << "  ";
  {
    Colored C(OS, raw_ostream::MAGENTA, /*Bold=*/true);
    OS << "incomplete:";
  }
  OS << ' ' << R.gapsText() << '\n';
}

/// What is proved, and the worst case, where they are other numbers.
void Writer::otherCases() {
  for (const std::string &Case : kernelbounds::otherCases(R))
    OS << "  " << Case << '\n';
}

std::string kernelbounds::nextStep(const LoopReport &R) {
  return opportunityText(
      R.L.Next, R.A, [&](ArrayRef<uint32_t> Insts) { return R.places(Insts); });
}

void Writer::inlined() {
  StringRef Title = "  inlined: ";
  for (const std::string &Frame : inlinedFrames(A.kernel(), R.Place)) {
    OS << left_justify(Title, 11) << Frame << '\n';
    Title = "";
  }
}

void Writer::next() {
  std::string Change = nextStep(R);
  if (!Change.empty())
    OS << "  next: " << Change << " would give " << cycles(R.L.Next.To) << '\n';
}

void Writer::rate() {
  if (std::string Text = R.rateText(); !Text.empty())
    OS << "  rate: " << Text << '\n';
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

void Writer::boundLine(StringRef Name, const CyclesPerIter &Value,
                       bool Limits) {
  OS << "    " << left_justify(Name, 7);
  Colored C(OS, raw_ostream::SAVEDCOLOR, Limits);
  pad(OS, Value.str(), 8);
}

void Writer::bound(const BoundInfo &Info) {
  const Bound &B = A.bound(Info.Kind);
  const Evidence E = Info.Rules->Explain(A, B);
  if (!E.IsShown)
    return;
  boundLine(Info.Label, B.Cycles, A.LimitedBy == Info.Kind);
  OS << "  " << E.Text << '\n';
  for (const InstNote &N : E.Notes) {
    OS.indent(23);
    if (N.Inst)
      OS << R.Rows[*N.Inst].where() << ": " << R.Rows[*N.Inst].Text.Text
         << "  ";
    OS << N.Why << '\n';
  }
}

static StringRef partNote(NodePart Part) {
  switch (Part) {
  case NodePart::Load:
    return " (load)";
  case NodePart::WriteBack:
    return " (address update)";
  case NodePart::Store:
    return " (store)";
  case NodePart::Result:
    return "";
  }
  return "";
}

void Writer::steps(ArrayRef<ChainStep> Chain, raw_ostream::Colors Color) {
  for (const ChainStep &S : Chain) {
    const InstRow &Row = R.Rows[S.Inst];
    OS.indent(23);
    bool IsWhole = S.Part == NodePart::Load && Row.is(MF_PureLoad);
    OS << Row.where() << ": " << Row.Text.Text
       << (IsWhole ? StringRef() : partNote(S.Part))
       << (S.Kind == DependenceKind::Overwritten ? " (false dependence)" : "")
       << "  ";
    {
      Colored C(OS, Color);
      OS << (S.Latency < 0 ? "" : "+") << S.Latency;
    }
    if (S.Distance == 1)
      OS << "  from the iteration before";
    else if (S.Distance > 1)
      OS << "  from " << S.Distance << " iterations before";
    OS << '\n';
  }
}

void Writer::path() {
  boundLine("CP", CyclesPerIter(A.CP.Latency), false);
  OS << "  longest path through one iteration, " << counted(R.CP.size(), "step")
     << '\n';
  steps(R.CP, CPColor);
}

void Writer::memoryLine(const MemoryRow &M) {
  const InstRow &From = R.Rows[M.Source], &To = R.Rows[M.Dest];
  OS << "      " << From.where() << ": " << From.Text.Text << " -> "
     << To.where();
  if (M.Source != M.Dest)
    OS << ": " << To.Text.Text;
  OS << ' ' << iterationsLater(M.Distance);
  if (M.Bytes)
    OS << ", " << counted(M.Bytes, "byte");
  OS << (M.Forward == "partial" ? " (not forwarded)" : "") << ", "
     << counted(M.Latency, "cycle") << (M.IsGeneric ? " (generic)" : "");
  if (M.Least < M.Latency)
    OS << " (expected, " << M.Least << " at least)";
  if (M.Unless)
    OS << "; expected " << M.ShortReason;
  OS << '\n';
}

/// Stores that later loads read: those on the LCD first, then the rest.
void Writer::memory() {
  constexpr unsigned MaxLines = 8;
  std::vector<const MemoryRow *> Fed;
  for (bool OnLCD : {true, false})
    for (const MemoryRow &M : R.Memory)
      if (M.Order == "RAW" && M.Class != "may" && M.OnLCD == OnLCD)
        Fed.push_back(&M);
  if (!Fed.empty())
    OS << "    memory   " << counted(Fed.size(), "load")
       << " from a store of the loop\n";
  for (const MemoryRow *M : ArrayRef(Fed).take_front(MaxLines))
    memoryLine(*M);
  if (Fed.size() > MaxLines)
    OS << "      and " << Fed.size() - MaxLines
       << " more: kernel-opt deps lists them\n";
  if (any_of(Fed, [](const MemoryRow *M) { return M->IsGeneric; }))
    OS << "    generic  the model has no store-forwarding latency; the load "
          "latency plus one cycle is taken\n";
}

/// Accesses that must cross lines of the cache, and how often.
void Writer::lines() {
  constexpr unsigned MaxLines = 8;
  if (R.Lines.empty())
    return;
  OS << "    lines    " << R.Lines.size()
     << (R.Lines.size() == 1 ? " access" : " accesses")
     << " across cache lines, wherever the data lie\n";
  for (const LineRow &L : ArrayRef(R.Lines).take_front(MaxLines)) {
    const InstRow &Row = R.Rows[L.Inst];
    OS.indent(23) << Row.where() << ": " << Row.Text.Text
                  << (L.IsStore ? " (store)  in " : "  in ");
    if (L.Trips == 1)
      OS << "each trip";
    else
      OS << L.Crossings << " of " << L.Trips << " trips";
    OS << ": +" << L.Cycles << '\n';
  }
  if (R.Lines.size() > MaxLines)
    OS.indent(23) << "and " << R.Lines.size() - MaxLines << " more\n";
}

void Writer::bracket() {
  OS << "    bracket  [" << A.Prediction.str() << ", " << R.L.upper().str()
     << "]";
  if (unsigned N = R.Place.SourceIterations)
    OS << " = [" << (A.Prediction / N).str() << ", " << (R.L.upper() / N).str()
       << "] cy/src-it with " << N << " source iterations per trip";
  OS << '\n';
}

void Writer::bounds() {
  OS << "\n  bounds, in cycles per assembly iteration (cy/it)\n";
  for (const BoundInfo &Info : allBounds()) {
    bound(Info);
    // What belongs to one of them is shown beneath it.
    if (Info.Kind == Limit::Unit)
      lines();
    if (Info.Kind == Limit::Latency)
      steps(R.LCD, LCDColor);
  }
  path();
  bracket();
  memory();
}

//===----------------------------------------------------------------------===//
// What stands behind the numbers
//===----------------------------------------------------------------------===//

void Writer::gaps() {
  if (!R.NotModeled.empty())
    OS << "  not modelled: " << join(R.NotModeled, ", ") << '\n';
  if (A.Mapped.NumAtomicNotModeled != 0)
    OS << "  atomic updates: how long they stall other instructions is not "
          "modelled on this core\n";
  if (!R.Callees.empty()) {
    SmallVector<std::string, 4> Names;
    for (const std::string &C : R.Callees)
      Names.push_back(C.empty() ? "an indirect call"
                                : escapeControls(demangledName(C)));
    OS << "  calls, not modelled: " << join(Names, ", ") << '\n';
  }
  if (unsigned N = R.Place.NumOtherEntries)
    OS << "  entry: control enters the loop in its middle, too ("
       << counted(N, "way")
       << "); code before it was not used to find distances in memory\n";
  if (unsigned N = A.kernel().NumOtherBlocks)
    OS << "  path: " << counted(N, "other block")
       << " of the loop not on the analysed path, which "
       << (A.kernel().PathByFrequency ? "is the most frequent one"
                                      : "follows the order of the code")
       << '\n';
}

void Writer::background() {
  const PortModel &M = A.model();
  OS << "\n  cpu: " << M.cpu();
  if (R.Place.IsDefaultCpu)
    OS << " (default; choose with --cpu)";
  OS << "\n  model: " << escapeControls(M.description()) << '\n';
  if (A.Options.CompatOsaca2019)
    OS << "  mode: --compat=osaca2019, figures as in OSACA's paper of 2019\n";
  else if (A.Options.Assignment == PortAssignment::Uniform)
    OS << "  mode: --port-assignment=uniform\n";
  OS << "  instructions: " << R.Rows.size() << "; " << R.NumFromModel
     << " from model files, " << R.NumFromLLVM << " from LLVM's tables (*), "
     << A.Mapped.NumNotModeled << " not modelled (X)\n";
  gaps();
  OS << "  " << R.valuesLine() << '\n';
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Marks of one row, at most four characters.
static std::string flagsOf(const InstRow &Row) {
  std::string Flags;
  if (Row.is(MF_FusedWithNext))
    Flags += 'f';
  if (Row.is(MF_Eliminated))
    Flags += 'e';
  if (Row.is(MF_DependencyBreaking))
    Flags += 'z';
  if (Row.is(MF_Microcoded))
    Flags += 'm';
  if (Row.isFromLLVM())
    Flags += '*';
  if (Row.is(MF_NotModeled))
    Flags += 'X';
  return Flags;
}

static std::string place(const InstRow &Row) {
  return Row.AsmLine ? std::to_string(Row.AsmLine) : Row.where();
}

/// Widths of the columns: ports, slots, LCD, CP, line, flags.
static std::vector<unsigned> columnWidths(const LoopReport &R) {
  std::vector<unsigned> W;
  for (auto [P, Total] : zip_equal(R.Ports, R.PortTotals))
    W.push_back(std::max(R.portName(P).size(), Total.str().size()));
  unsigned Where = 4, Flags = 0;
  for (const InstRow &Row : R.Rows) {
    Where = std::max<unsigned>(Where, place(Row).size());
    Flags = std::max<unsigned>(Flags, flagsOf(Row).size());
  }
  unsigned Latency =
      std::to_string(std::max(R.A.LCD.Latency, R.A.CP.Latency)).size();
  W.push_back(5);
  W.push_back(std::max(4u, Latency));
  W.push_back(std::max(4u, Latency));
  W.push_back(Where);
  W.push_back(Flags);
  return W;
}

void Writer::tableHeader(ArrayRef<unsigned> Widths) {
  Colored C(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  unsigned Col = 0;
  for (unsigned P : R.Ports) {
    OS << "  ";
    pad(OS, R.portName(P), Widths[Col++]);
  }
  for (StringRef Name : {"slots", "LCD", "CP", "line"}) {
    OS << "  ";
    pad(OS, Name, Widths[Col++]);
  }
  OS << "  ";
  OS.indent(Widths[Col] ? Widths[Col] + 1 : 0) << "instruction";
}

void Writer::tableRow(const InstRow &Row, ArrayRef<unsigned> Widths) {
  unsigned Col = 0;
  for (const CyclesPerIter &C : Row.PortLoads) {
    OS << "  ";
    pad(OS, C.isZero() ? "" : C.str(), Widths[Col++]);
  }
  OS << "  ";
  pad(OS, Row.IssueSlots ? std::to_string(Row.IssueSlots) : "", Widths[Col++]);
  OS << "  ";
  {
    Colored C(OS, LCDColor);
    pad(OS, Row.OnLCD ? std::to_string(Row.CyclesOnLCD) : "", Widths[Col++]);
  }
  OS << "  ";
  {
    Colored C(OS, CPColor);
    pad(OS, Row.OnCP ? std::to_string(Row.CyclesOnCP) : "", Widths[Col++]);
  }
  OS << "  ";
  pad(OS, place(Row), Widths[Col++]);
  OS << "  ";
  if (Widths[Col])
    OS << left_justify(flagsOf(Row), Widths[Col]) << ' ';
  OS << Row.Text.Text << '\n';
}

void Writer::totals(ArrayRef<unsigned> Widths) {
  Colored C(OS, raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  unsigned Col = 0;
  for (const CyclesPerIter &Total : R.PortTotals) {
    OS << "  ";
    pad(OS, Total.str(), Widths[Col++]);
  }
  for (int64_t N :
       {int64_t(issueWitness(A).Slots), A.LCD.Latency, A.CP.Latency}) {
    OS << "  ";
    pad(OS, std::to_string(N), Widths[Col++]);
  }
  OS << "  ";
  pad(OS, "", Widths[Col++]);
  OS << "  ";
  OS.indent(Widths[Col] ? Widths[Col] + 1 : 0) << "total";
}

void Writer::legend() {
  const std::pair<char, StringRef> Marks[] = {
      {'f', "macro-fused with the next"},
      {'e', "eliminated at rename"},
      {'z', "does not wait for its operands"},
      {'m', "from microcode"},
      {'*', "LLVM's tables"},
      {'X', "not modelled"}};
  SmallVector<std::string, 6> Used;
  for (const auto &[Mark, Meaning] : Marks)
    if (any_of(R.Rows, [Mark = Mark](const InstRow &Row) {
          return StringRef(flagsOf(Row)).contains(Mark);
        }))
      Used.push_back((Twine(Mark) + " " + Meaning).str());
  if (!Used.empty())
    OS << "  " << join(Used, ", ") << '\n';
}

void Writer::table() {
  std::vector<unsigned> Widths = columnWidths(R);
  OS << '\n';
  tableHeader(Widths);
  OS << '\n';
  for (const InstRow &Row : R.Rows)
    tableRow(Row, Widths);
  totals(Widths);
  OS << '\n';
  legend();
}

void Writer::sources() {
  std::vector<std::string> Known; // Printed as [1], [2], …
  auto Print = [&](const Origin &O) {
    OS << (O.Place.empty() ? "none" : O.Place);
    if (O.Source.empty())
      return;
    size_t Id = llvm::find(Known, O.Source) - Known.begin();
    if (Id == Known.size())
      Known.push_back(O.Source);
    OS << " [" << Id + 1 << ']';
  };
  OS << "\n  where the values come from: micro-ops, latency\n";
  for (const InstRow &Row : R.Rows) {
    OS << "    " << Row.where() << ": " << Row.Opcode << ": ";
    Print(Row.uopsFrom());
    OS << ", ";
    Print(Row.latencyFrom());
    OS << '\n';
  }
  for (auto [I, Source] : enumerate(Known))
    OS << "  [" << I + 1 << "] " << Source << '\n';
}

void Writer::write() {
  headline();
  otherCases();
  next();
  if (Options.Quiet)
    return;
  rate();
  if (!R.Place.Vectorizer.empty())
    OS << "  vectorizer: " << escapeControls(R.Place.Vectorizer) << '\n';
  inlined();
  bounds();
  if (R.L.Simulation)
    writeSimulation(OS, R);
  if (R.L.WhatIf)
    writeSensitivity(OS, R);
  background();
  table();
  if (R.L.Simulation) {
    writeWaits(OS, R);
    writeTimeline(OS, R);
  }
  if (Options.Verbose)
    sources();
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

void TextReport::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const LoopReport R(L, Place);
  if (!Rows.empty())
    out() << '\n';
  Writer(out(), R, Options).write();
  const bool HasNext = !nextStep(R).empty();
  Rows.push_back({R.name(), L.prediction(),
                  HasNext ? L.Next.To : L.prediction(), limitName(L).str(),
                  R.isComplete(), Place.Share});
  if (IsHolding && Rows.size() > MostHeld)
    release();
}

/// Of loops that were analysed elsewhere there is the summary only.
void TextReport::addStored(const StoredLoop &L) {
  const std::string Copies =
      L.Copies.empty() ? "" : ", and " + counted(L.Copies.size(), "more place");
  Rows.push_back({L.Name + Copies, L.Cycles, L.Next.value_or(L.Cycles),
                  L.LimitName, L.IsComplete, L.Share});
}

/// Gives up holding what is written back.
void TextReport::release() {
  IsHolding = false;
  OS << Text;
  Text.clear();
}

/// A line for each of the loops with the most cycles, or, if the user has
/// chosen an order, for the first of them.
void TextReport::summary() {
  std::vector<const SummaryRow *> Shown;
  Shown.reserve(Rows.size());
  for (const SummaryRow &Row : Rows)
    Shown.push_back(&Row);
  if (!Options.IsSorted)
    llvm::sort(Shown, [](const SummaryRow *A, const SummaryRow *B) {
      return A->Cycles == B->Cycles ? A < B : A->Cycles > B->Cycles;
    });
  const size_t Most = Options.Top ? Options.Top : MostSummaryRows;
  if (Shown.size() > Most)
    Shown.resize(Most);
  OS << counted(Rows.size(), "loop")
     << (Options.IsMerged ? " of " + counted(NumFiles, "file") : "")
     << " in cycles per assembly iteration";
  if (Shown.size() < Rows.size())
    OS << ", of which these " << Shown.size() << " are "
       << (Options.IsSorted ? "the first" : "the largest");
  const bool HasShares =
      any_of(Rows, [](const SummaryRow &Row) { return Row.Share != 0; });
  OS << "\n\n"
     << (HasShares ? "    time" : "")
     << "     cy/it      next  limit     loop\n";
  for (const SummaryRow *Row : Shown) {
    if (HasShares)
      pad(OS, Row->Share ? shareText(Row->Share) : "", 8);
    pad(OS, Row->Cycles.str() + (Row->IsComplete ? "" : "+"), 10);
    pad(OS, Row->Next < Row->Cycles ? Row->Next.str() : "", 10);
    OS << "  " << left_justify(Row->LimitName, 8) << "  " << Row->Name << '\n';
  }
  OS << "  next: with the change that helps most\n";
  if (HasShares)
    OS << "  time: of the run of --profile\n";
  if (any_of(Shown, [](const SummaryRow *Row) { return !Row->IsComplete; }))
    OS << "  +: incomplete, the true figure may be higher\n";
  if (!Faults.empty())
    OS << "not analysed:\n" << Faults;
}

void TextReport::end() {
  const bool HasSummary =
      Options.IsMerged || (Rows.size() >= LeastForSummary && !Options.Quiet);
  if (HasSummary && !IsHolding)
    OS << '\n';
  if (HasSummary)
    summary();
  if (HasSummary && IsHolding && !Options.IsMerged)
    OS << '\n';
  if (IsHolding)
    release();
}

std::unique_ptr<Report>
kernelbounds::createTextReport(raw_ostream &OS, const ReportOptions &Options) {
  return std::make_unique<TextReport>(OS, Options);
}
