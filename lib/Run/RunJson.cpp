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
#include "kernel-bounds/Run/RunReport.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

static std::string utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

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
  J.attribute("not_modeled", F.NumNotModeled);
  J.attribute("other_blocks", F.NumOtherBlocks);
}

static void writeRow(json::OStream &J, const HotCode &Code, const RunRow &Row) {
  const HotSpot &S = *Row.Spot;
  J.attribute("kind", kindOf(S));
  J.attribute("share", std::round(Code.share(S) * 1e6) / 1e6);
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
  if (!Row.Figures)
    J.attribute("prediction", nullptr);
  else
    J.attributeObject("prediction", [&] { writeFigures(J, *Row.Figures); });
}

void kernelbounds::printRunJson(raw_ostream &OS, const RunReport &R) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("generator", R.Generator);
    J.attribute("cpu", R.Cpu);
    J.attributeArray("command", [&] {
      for (const std::string &Word : R.Command)
        J.value(utf8(Word));
    });
    if (R.Attached)
      J.attribute("attached", R.Attached);
    else
      J.attribute("attached", nullptr);
    J.attribute("exit_code", R.Run->ExitCode);
    J.attribute("processes", R.Run->NumProcesses);
    J.attribute("threads", R.Run->NumThreads);
    J.attribute("samples", R.Code->NumSamples);
    J.attribute("nanoseconds", R.Code->Nanoseconds);
    J.attributeArray("unread", [&] {
      for (const std::string &U : R.Code->Unread)
        J.value(utf8(U));
    });
    J.attribute("omitted", R.Code->Spots.size() - R.Rows.size());
    J.attributeArray("spots", [&] {
      for (const RunRow &Row : R.Rows)
        J.object([&] { writeRow(J, *R.Code, Row); });
    });
  });
  OS << '\n';
}
