//===- ValuesReport.cpp - What the figures rest on ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `kernel-opt model check`: for each loop the values in the evidence of its
/// limit, then all of its values by origin, then those nobody looked up.
/// Sample of `kernel-opt model check --cpu=cascadelake
/// gauss_seidel.cascadelake.s`:
///
///   gauss_seidel (gauss_seidel.cascadelake.s:26, label .L4): 12.00 cy/it,
///     limited by latency
///     the limit rests on: manual
///       line 28: vaddsd %xmm1, %xmm0, %xmm0: latency, 4 of 12: manual ...
///     all ... values
///         ... manual    Intel 64 and IA-32 Architectures ...
///     not looked up for this core
///       line 26: vmovsd (%rsi,%rax), %xmm0: load: llvm ...
///
/// Also the member `values` of the JSON of all reports.
//
//===----------------------------------------------------------------------===//

#include "JSONList.h"
#include "LoopReport.h"
#include "SimulationReport.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {

class TextValues final : public Report {
public:
  using Report::Report;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;

private:
  void value(const LoopReport &R, const UsedValue &V, int64_t Whole);
  void origins(const LoopReport &R);
  void weak(const LoopReport &R);
  unsigned NumLoops = 0;
};

} // namespace

static int64_t weightOf(const LoopReport &R) {
  int64_t Weight = 0;
  for (const OriginTotal &T : R.Origins)
    Weight += T.Weight;
  return Weight;
}

/// \p Whole is the weight of the whole limit; 0: no shares.
void TextValues::value(const LoopReport &R, const UsedValue &V, int64_t Whole) {
  OS << "    ";
  if (V.Inst != UsedValue::WholeLoop)
    OS << R.Rows[V.Inst].where() << ": " << R.Rows[V.Inst].Text.Text << ": ";
  OS << V.roleName();
  if (Whole != 0 && V.Weight != 0)
    OS << ", " << V.Weight << " of " << Whole;
  OS << ": " << V.Origin.name();
  const Origin From = R.placeOf(V);
  if (!From.Place.empty() && From.Place != V.Origin.name())
    OS << " (" << From.Place << (From.Spread ? ", " : "") << From.spreadText()
       << ')';
  OS << '\n';
}

/// What stands behind a name: the publication, or which model of LLVM.
static std::string meaningOf(const LoopReport &R, const OriginTotal &T) {
  switch (T.Origin.What) {
  case ValueOrigin::Kind::Model:
    return T.Origin.From.Layer->Sources[T.Origin.From.Source].Text.str();
  case ValueOrigin::Kind::LLVM:
    return "LLVM's scheduling model of this core";
  case ValueOrigin::Kind::Borrowed:
    return "LLVM's scheduling model of " + R.A.model().borrowedFrom().str() +
           ", used because this core has none of its own";
  case ValueOrigin::Kind::Generic:
    return "a default for every core: no model has a value";
  case ValueOrigin::Kind::NotModeled:
    return "no data: counted as zero cycles";
  }
  return "";
}

void TextValues::origins(const LoopReport &R) {
  size_t Width = 0;
  for (const OriginTotal &T : R.Origins)
    Width = std::max(Width, T.Origin.name().size());
  OS << "  all " << R.Values.size() << " values\n";
  for (const OriginTotal &T : R.Origins)
    OS << right_justify(std::to_string(T.Count), 8) << ' '
       << left_justify(T.Origin.name(), Width) << "  " << meaningOf(R, T)
       << '\n';
}

void TextValues::weak(const LoopReport &R) {
  if (none_of(R.Values, [](const UsedValue &V) { return V.Origin.isWeak(); }))
    return;
  OS << "  not looked up for this core\n";
  for (const UsedValue &V : R.Values)
    if (V.Origin.isWeak())
      value(R, V, 0);
}

void TextValues::addLoop(const LoopResult &L, const LoopPlace &Place) {
  LoopReport R(L, Place);
  if (NumLoops++ != 0)
    OS << '\n';
  OS << R.name() << ": " << L.prediction().str() << " cy/it, " << verdict(R)
     << '\n';
  std::string Limit = describeLimitOrigins(R.Origins);
  if (!Limit.empty())
    OS << "  the limit rests on: " << Limit << '\n';
  for (const UsedValue &V : R.Values)
    if (V.InLimit)
      value(R, V, weightOf(R));
  if (Options.Quiet)
    return;
  origins(R);
  weak(R);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

void kernelbounds::writeValuesJSON(json::OStream &J, const LoopReport &R) {
  J.attributeObject("values", [&] {
    J.attribute("count", int64_t(R.Values.size()));
    J.attributeArray("origins", [&] {
      for (const OriginTotal &T : R.Origins)
        J.object([&] {
          J.attribute("origin", T.Origin.kindName());
          J.attribute("source", utf8(T.Origin.name()));
          J.attribute("values", T.Count);
          J.attribute("in_limit", T.CountInLimit);
          J.attribute("weight", T.Weight);
          J.attribute("weak", T.Origin.isWeak());
        });
    });
  });
}

namespace {

class JSONValues final : public JSONList {
public:
  JSONValues(raw_ostream &OS, const ReportOptions &Options)
      : JSONList(OS, Options, "loops") {}
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;

private:
  void value(const LoopReport &R, const UsedValue &V);
};

} // namespace

void JSONValues::value(const LoopReport &R, const UsedValue &V) {
  J.attribute("role", V.roleName());
  if (V.Inst == UsedValue::WholeLoop) {
    J.attribute("instruction", nullptr);
  } else {
    J.attribute("instruction", V.Inst);
    J.attribute("text", utf8(R.Rows[V.Inst].Text.Text));
  }
  J.attribute("origin", V.Origin.kindName());
  J.attribute("source", utf8(V.Origin.name()));
  const Origin From = R.placeOf(V);
  J.attribute("place", utf8(From.Place));
  if (From.Spread)
    J.attribute("spread_percent", *From.Spread / 100.0);
  J.attribute("in_limit", V.InLimit);
  J.attribute("weight", V.Weight);
}

void JSONValues::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const Analysis &A = L.Bounds;
  LoopReport R(L, Place);
  J.object([&] {
    J.attribute("file", utf8(Place.File));
    J.attribute("function", utf8(A.kernel().Function));
    J.attribute("demangled", utf8(demangledName(A.kernel().Function)));
    J.attribute("label", utf8(A.kernel().Label));
    J.attributeObject("prediction",
                      [&] { writeCyclesJSON(J, L.prediction()); });
    J.attribute("limit", limitName(A.LimitedBy));
    writeValuesJSON(J, R);
    J.attributeArray("used", [&] {
      for (const UsedValue &V : R.Values)
        J.object([&] { value(R, V); });
    });
  });
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <typename T>
static std::unique_ptr<Report> create(raw_ostream &OS,
                                      const ReportOptions &Options) {
  return std::make_unique<T>(OS, Options);
}

static constexpr ReportInfo All[] = {
    {"text", "for people: the evidence of the limit, then all values",
     create<TextValues>},
    {"json", "one object per loop, with every value", create<JSONValues>},
};

ArrayRef<ReportInfo> kernelbounds::allValueReports() { return All; }
