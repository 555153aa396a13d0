//===- RunHtml.cpp - What a run did, as a page ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A page that needs no other file and no script: the time by function and
/// loop, and for each recorded loop what its cycles consist of, drawn as a bar,
/// what would help, and its instructions beside their lines.
///
/// All names and instructions are escaped.
///
/// Tested by unittests/Run/RunHtmlTest.cpp and test/Run/html.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Run/RunReport.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>What a run did</title>
<style>
:root{color-scheme:light dark;--line:#8886;--soft:#8882}
body{font:14px/1.45 system-ui,sans-serif;max-width:1200px;margin:0 auto;padding:12px}
h1{font-size:18px}details{margin:4px 0 4px 14px}summary{cursor:pointer}
summary .share,td{font-variant-numeric:tabular-nums}
.share{display:inline-block;width:5em;text-align:right;margin-right:8px}
.stack{display:flex;height:22px;margin:6px 0;border:1px solid var(--line);overflow:hidden}
.stack span{min-width:1px}
.key i{display:inline-block;width:11px;height:11px;margin:0 4px 0 12px}
.dim{opacity:.7}p{margin:3px 0 3px 14px}
table{border-collapse:collapse;margin:6px 0 6px 14px}
td,th{padding:1px 8px;text-align:right;border-bottom:1px solid var(--soft)}
td.code{font:12px/1.5 ui-monospace,monospace;text-align:left;white-space:pre}
td.heat{background:linear-gradient(to left,#cf3a3588 var(--p),transparent var(--p))}
</style></head><body>
)";

/// Colours of the shares in the order of the stack; they repeat.
static constexpr StringLiteral Colours[] = {"#3478c6", "#5aa6d8", "#7a5cc0",
                                            "#b06ac0", "#6aa84f", "#c9a227",
                                            "#e08a2c", "#d6604d", "#9a3b3b"};

static StringRef colourOf(size_t Number) {
  return Colours[Number % std::size(Colours)];
}

namespace {

class Page {
public:
  Page(raw_ostream &OS, const RunReport &R) : OS(OS), R(R) {}
  void write();

private:
  void text(const Twine &Text) {
    OS << "<p>" << escapeHtml(Text.str()) << "</p>\n";
  }
  void head();
  void function(StringRef Name, ArrayRef<const RunRow *> Rows);
  void row(const RunRow &Row);
  void ran(const LoopRunFigures &F);
  void stack(const LoopRunFigures &F);
  void effects(const LoopRunFigures &F);
  void instructions(const LoopRunFigures &F);

  raw_ostream &OS;
  const RunReport &R;
};

} // namespace

static std::string fixed(double Value) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("%.2f", Value);
  return Text;
}

void Page::head() {
  std::string What = R.TraceFile.empty() ? R.PerfFile : R.TraceFile;
  if (What.empty())
    What = R.Attached ? "process " + std::to_string(R.Attached)
                      : join(R.Command, " ");
  OS << "<h1>" << escapeHtml(What) << "</h1>\n";
  std::string Line = "figures of " + R.Cpu;
  if (!R.CacheSource.empty() && R.CacheSource != R.Cpu)
    Line += " with the caches of " + R.CacheSource;
  if (R.Trace)
    Line += "; " + std::to_string(R.Trace->Stretches.size()) +
            " stretches of " + std::to_string(R.Trace->numInstructions()) +
            " instructions recorded";
  if (R.Run && R.Run->EventIsTime)
    Line += "; " + fixed(double(R.Code->Nanoseconds) * 1e-9) +
            " s of processor time";
  if (R.Run)
    Line += "; " + std::to_string(R.Code->NumSamples) + " samples";
  text(Line + "; " + R.Generator);
  for (const std::string &U : R.Code->Unread)
    text("cannot read " + U);
}

void Page::stack(const LoopRunFigures &F) {
  if (F.Cycles <= 0)
    return;
  OS << "<div class=\"stack\">";
  for (auto [N, S] : enumerate(F.Stack))
    if (S.Cycles >= 0.005)
      OS << "<span style=\"background:" << colourOf(N)
         << ";width:" << format("%.2f", 100 * S.Cycles / F.Cycles)
         << "%\" title=\"" << escapeHtml(S.Name) << ": " << fixed(S.Cycles)
         << "\"></span>";
  OS << "</div>\n<p class=\"key\">" << fixed(F.Cycles) << " cy/it =";
  for (auto [N, S] : enumerate(F.Stack))
    if (S.Cycles >= 0.005)
      OS << " <i style=\"background:" << colourOf(N) << "\"></i>"
         << fixed(S.Cycles) << ' ' << escapeHtml(S.Name);
  OS << "</p>\n";
}

void Page::effects(const LoopRunFigures &F) {
  for (const RunAdvice &A : F.Advice)
    text("next: " + A.Text + " would give " + fixed(A.To) + " cy/it for " +
         fixed(A.From));
  if (F.Sensitivity.empty())
    return;
  OS << "<details><summary>with one thing better at a time</summary><table>\n"
        "<tr><th>cy/it</th><th>times as fast</th><th></th></tr>\n";
  for (const RunEffect &E : F.Sensitivity)
    OS << "<tr><td>" << fixed(E.Cycles) << "</td><td>"
       << fixed(F.Cycles / E.Cycles) << "</td><td class=\"code\">"
       << escapeHtml(E.Name) << "</td></tr>\n";
  OS << "</table></details>\n";
}

void Page::instructions(const LoopRunFigures &F) {
  if (F.Insts.empty())
    return;
  OS << "<details><summary>instructions, and the cycles of a trip in which "
        "nothing retired before them</summary><table>\n"
        "<tr><th>cycles</th><th>runs a trip</th><th>address</th><th></th>"
        "</tr>\n";
  for (const RunInst &I : F.Insts)
    OS << "<tr><td class=\"heat\" style=\"--p:"
       << format("%.0f", F.Cycles > 0 ? 100 * I.Cycles / F.Cycles : 0) << "%\">"
       << fixed(I.Cycles) << "</td><td>" << fixed(I.Runs) << "</td><td>0x"
       << utohexstr(I.Address, /*LowerCase=*/true)
       << (I.Module.empty() ? "" : " of ")
       << escapeHtml(sys::path::filename(I.Module))
       << "</td><td class=\"code\">" << escapeHtml(I.Text) << "</td></tr>\n";
  OS << "</table></details>\n";
}

void Page::ran(const LoopRunFigures &F) {
  text(std::to_string(F.NumTrips) + " trips in " + std::to_string(F.NumVisits) +
       " visits recorded");
  if (F.Bound)
    text("on the way of most trips: " + F.Bound->str() + " cy/it or more, " +
         F.Verdict);
  if (F.NumCounted == 0)
    return;
  stack(F);
  if (F.Measured)
    text("measured: " + fixed(F.Measured->Cycles) + " cy/it; " +
         fixed(F.CyclesAround) + " with what ran between visits, " +
         fixed(F.Measured->Cycles - F.CyclesAround) + " not explained");
  effects(F);
  instructions(F);
}

void Page::row(const RunRow &Row) {
  const HotSpot &S = *Row.Spot;
  OS << "<details" << (Row.Ran ? " open" : "")
     << "><summary><span class=\"share\">"
     << format("%.1f %%", 100 * R.Code->share(S)) << "</span>"
     << (S.Loop ? "loop at 0x" : "outside of innermost loops, at 0x")
     << utohexstr(S.Address, /*LowerCase=*/true);
  if (Row.SourceLine)
    OS << " (" << escapeHtml(sys::path::filename(Row.SourceFile)) << ':'
       << Row.SourceLine << ')';
  OS << "</summary>\n";
  if (Row.Figures) {
    text(Row.Figures->Prediction.str() + " cy/it or more, " +
         Row.Figures->Verdict);
    if (!Row.Figures->Next.empty())
      text("next: " + Row.Figures->Next);
  }
  if (Row.Ran)
    ran(*Row.Ran);
  OS << "</details>\n";
}

void Page::function(StringRef Name, ArrayRef<const RunRow *> Rows) {
  double Share = 0;
  for (const RunRow *Row : Rows)
    Share += R.Code->share(*Row->Spot);
  OS << "<details open><summary><span class=\"share\">"
     << format("%.1f %%", 100 * Share) << "</span><b>" << escapeHtml(Name)
     << "</b> <span class=\"dim\">"
     << escapeHtml(sys::path::filename(Rows.front()->Spot->Module))
     << "</span></summary>\n";
  for (const RunRow *Row : Rows)
    row(*Row);
  OS << "</details>\n";
}

void Page::write() {
  OS << Head;
  head();
  // The functions in the order of their first rows, which have most time.
  MapVector<std::pair<StringRef, StringRef>, std::vector<const RunRow *>>
      Functions;
  for (const RunRow &Row : R.Rows)
    Functions[{Row.Spot->Module, Row.Spot->Function}].push_back(&Row);
  for (const auto &[Key, Rows] : Functions) {
    std::string Name =
        Key.second.empty() ? "code of no function" : demangledName(Key.second);
    if (Key.first == "[system]")
      Name = "system calls";
    function(Name, Rows);
  }
  if (const size_t Left = R.Code->Spots.size() - R.Rows.size())
    text(std::to_string(Left) +
         (Left == 1 ? " more place has less; --top=N shows it"
                    : " more places have less; --top=N shows them"));
  OS << "</body></html>\n";
}

void kernelbounds::printRunHtml(raw_ostream &OS, const RunReport &R) {
  Page(OS, R).write();
}
