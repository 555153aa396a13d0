//===- RunJson.cpp - What a run did, for programs -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/RunReportTest.cpp and test/Run/rank.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Run/RunReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

static StringRef kindOf(const HotSpot &S) {
  if (S.Loop)
    return "loop";
  if (!S.Function.empty())
    return "function";
  return S.Module == "[system]" ? "system" : "module";
}

static void textOrNull(json::OStream &J, StringRef Key, StringRef Text) {
  if (Text.empty())
    J.attribute(Key, nullptr);
  else
    J.attribute(Key, utf8(Text));
}

static void writeFigures(json::OStream &J, const LoopFigures &F) {
  J.attribute("cycles", std::round(F.Prediction.toDouble() * 1e6) / 1e6);
  J.attribute("exact", F.Prediction.exactStr());
  J.attribute("verdict", F.Verdict);
  textOrNull(J, "next", F.Next);
  J.attribute("next_if_apart", F.NextIfApart);
  J.attribute("not_modeled", F.NumNotModeled);
  J.attribute("other_blocks", F.NumOtherBlocks);
}

static void number(json::OStream &J, StringRef Key, double Value) {
  J.attribute(Key, std::round(Value * 1e6) / 1e6);
}

/// Numbers by the name of the level.
template <typename Number>
static void writeLevels(json::OStream &J, ArrayRef<std::string> Levels,
                        ArrayRef<Number> Numbers) {
  J.attributeObject("from", [&] {
    for (auto [Name, Value] : zip(Levels, Numbers))
      if constexpr (std::is_integral_v<Number>)
        J.attribute(Name, Value);
      else
        number(J, Name, Value);
  });
}

/// What the caches did.
static void writeAccesses(json::OStream &J, ArrayRef<std::string> Levels,
                          const LoopRunFigures &F) {
  J.attributeArray("stack", [&] {
    for (const CycleShare &S : F.Stack)
      J.object([&] {
        J.attribute("name", S.Name);
        number(J, "cycles", S.Cycles);
      });
  });
  writeLevels(J, Levels, ArrayRef(F.FromLevel));
  number(J, "page_walks", F.Walks);
  J.attributeArray("accesses", [&] {
    for (const RunAccesses &A : F.Accesses)
      J.object([&] {
        J.attribute("address", A.Address);
        textOrNull(J, "module", A.Module);
        J.attribute("store", A.IsStore);
        J.attribute("runs", A.NumRuns);
        writeLevels(J, Levels, ArrayRef(A.FromLevel));
        J.attribute("page_walks", A.NumWalks);
        J.attribute("late_cycles", A.Delay);
      });
  });
}

static void writeMeasured(json::OStream &J, const LoopRunFigures &F) {
  if (F.Measured)
    J.attributeObject("measured", [&] {
      number(J, "cycles", F.Measured->Cycles);
      J.attribute("windows", F.Measured->NumWindows);
      J.attribute("agreeing_windows", F.Measured->NumOnLine);
      if (F.NumCounted != 0)
        number(J, "not_explained", F.Measured->Cycles - F.CyclesAround);
      else
        J.attribute("not_explained", nullptr);
    });
  else
    J.attribute("measured", nullptr);
}

static void writeRan(json::OStream &J, ArrayRef<std::string> Levels,
                     const LoopRunFigures &F) {
  J.attribute("visits", F.NumVisits);
  J.attribute("trips", F.NumTrips);
  J.attribute("ways", F.NumWays);
  number(J, "first_way", F.FirstWay);
  if (F.NumWholeVisits == 0)
    J.attribute("trips_per_visit", nullptr);
  else
    J.attributeObject("trips_per_visit", [&] {
      J.attribute("visits", F.NumWholeVisits);
      J.attribute("least", F.LeastTrips);
      J.attribute("median", F.MedianTrips);
      J.attribute("most", F.MostTrips);
    });
  if (F.Bound)
    J.attribute("bound", F.Bound->exactStr());
  else
    J.attribute("bound", nullptr);
  textOrNull(J, "verdict", F.Verdict);
  J.attribute("counted_trips", F.NumCounted);
  number(J, "instructions", F.Instructions);
  number(J, "cycles", F.Cycles);
  number(J, "around_cycles", F.CyclesAround);
  number(J, "own_cycles", F.CyclesOwn);
  number(J, "own_mispredicted", F.MispredictedOwn);
  writeMeasured(J, F);
  number(J, "core_cycles", F.Cycles - F.CyclesOfBranches);
  number(J, "branch_cycles", F.CyclesOfBranches);
  number(J, "mispredicted", F.Mispredicted);
  number(J, "forwarded_loads", F.Forwarded);
  number(J, "new_lines", F.NewLines);
  number(J, "met_loads", F.Met);
  J.attributeArray("sensitivity", [&] {
    for (const RunEffect &E : F.Sensitivity)
      J.object([&] {
        J.attribute("name", E.Name);
        number(J, "cycles", E.Cycles);
      });
  });
  J.attributeArray("advice", [&] {
    for (const RunAdvice &A : F.Advice)
      J.object([&] {
        J.attribute("kind", adviceName(A.Kind));
        J.attribute("text", A.Text);
        number(J, "from", A.From);
        number(J, "to", A.To);
      });
  });
  writeAccesses(J, Levels, F);
  J.attributeArray("insts", [&] {
    for (const RunInst &I : F.Insts)
      J.object([&] {
        J.attribute("address", I.Address);
        textOrNull(J, "module", I.Module);
        number(J, "runs", I.Runs);
        number(J, "cycles", I.Cycles);
        J.attribute("text", I.Text);
      });
  });
  J.attributeArray("branches", [&] {
    for (const RunBranch &B : F.Branches)
      J.object([&] {
        J.attribute("address", B.Address);
        textOrNull(J, "module", B.Module);
        J.attribute("target", B.Target);
        J.attribute("runs", B.NumRuns);
        J.attribute("taken", B.NumTaken);
        J.attribute("mispredicted", B.NumMispredicted);
      });
  });
}

static void writeRow(json::OStream &J, const RunReport &R, const RunRow &Row) {
  const HotSpot &S = *Row.Spot;
  J.attribute("kind", kindOf(S));
  J.attribute("share", std::round(R.Code->share(S) * 1e6) / 1e6);
  J.attribute("samples", S.NumSamples);
  J.attribute("nanoseconds", S.Nanoseconds);
  J.attribute("module", utf8(S.Module));
  textOrNull(J, "function", S.Function);
  textOrNull(J, "demangled",
             S.Function.empty() ? "" : demangledName(S.Function));
  J.attribute("address", S.Address);
  textOrNull(J, "source_file", Row.SourceFile);
  if (Row.SourceLine)
    J.attribute("source_line", Row.SourceLine);
  else
    J.attribute("source_line", nullptr);
  if (!Row.Fingerprint)
    J.attribute("fingerprint", nullptr);
  else
    J.attributeObject("fingerprint", [&] {
      J.attribute("instructions", Row.Fingerprint->Instructions);
      J.attribute("loads", Row.Fingerprint->Loads);
      J.attribute("stores", Row.Fingerprint->Stores);
      J.attribute("branches", Row.Fingerprint->Branches);
      J.attribute("calls", Row.Fingerprint->Calls);
    });
  if (!Row.Figures)
    J.attribute("prediction", nullptr);
  else
    J.attributeObject("prediction", [&] { writeFigures(J, *Row.Figures); });
  if (!Row.Ran)
    J.attribute("ran", nullptr);
  else
    J.attributeObject("ran", [&] { writeRan(J, R.Levels, *Row.Ran); });
}

void kernelbounds::printRunJson(raw_ostream &OS, const RunReport &R) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("generator", R.Generator);
    J.attribute("cpu", R.Cpu);
    textOrNull(J, "caches", R.CacheSource);
    J.attributeArray("command", [&] {
      for (const std::string &Word : R.Command)
        J.value(utf8(Word));
    });
    if (R.Attached)
      J.attribute("attached", R.Attached);
    else
      J.attribute("attached", nullptr);
    textOrNull(J, "trace", R.TraceFile);
    textOrNull(J, "perf_data", R.PerfFile);
    if (R.Run) {
      if (R.PerfFile.empty())
        J.attribute("exit_code", R.Run->ExitCode);
      J.attribute("event", R.Run->Event);
      J.attribute("processes", R.Run->NumProcesses);
      J.attribute("threads", R.Run->NumThreads);
    }
    J.attribute("stretches", R.Trace ? R.Trace->Stretches.size() : 0);
    J.attribute("recorded_instructions",
                R.Trace ? R.Trace->numInstructions() : 0);
    J.attribute("samples", R.Code->NumSamples);
    J.attribute("nanoseconds", R.Code->Nanoseconds);
    J.attributeArray("unread", [&] {
      for (const std::string &U : R.Code->Unread)
        J.value(utf8(U));
    });
    J.attribute("omitted", R.Code->Spots.size() - R.Rows.size());
    J.attributeArray("spots", [&] {
      for (const RunRow &Row : R.Rows)
        J.object([&] { writeRow(J, R, Row); });
    });
  });
  OS << '\n';
}
