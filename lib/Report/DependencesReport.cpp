//===- DependencesReport.cpp - Dependences through memory -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every dependence through memory, for people, spreadsheets and programs.
/// Sample of `kernel-opt deps --cpu=cascadelake
/// gauss_seidel.f90.cascadelake.s`:
///
///   gauss_seidel_ (gauss_seidel.f90.cascadelake.s:52, label .L4)
///     source                      destination
///       it  kind  class     bytes  cycles  evidence
///     57: vmovsd %xmm0, -8(%rax)  53: vaddsd (%rax,%rsi,8), %xmm0, %xmm0
///       1   RAW   may              5       assumed
///
/// Source and destination are lines of the assembly, in objects addresses. In
/// JSON each dependence is an object with the keys of the table. What would
/// have to happen for an expected dependence not to hold stands behind its
/// evidence.
//
//===----------------------------------------------------------------------===//

#include "JSONList.h"
#include "LoopReport.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class TextDependences final : public Report {
public:
  using Report::Report;
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
};

class CSVDependences final : public Report {
public:
  using Report::Report;
  void begin() override {
    OS << "file,function,label,source,destination,distance,kind,class,bytes,"
          "forwarding,latency,evidence,reason\n";
  }
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;
};

class JSONDependences final : public JSONList {
public:
  JSONDependences(raw_ostream &OS, const ReportOptions &Options)
      : JSONList(OS, Options, "dependences") {}
  void addLoop(const LoopResult &L, const LoopPlace &Place) override;

protected:
  void tail() override { J.attribute("left_out", NumLeftOut); }

private:
  size_t NumLeftOut = 0;
  void access(StringRef Key, const LoopReport &R, uint32_t Inst);
  void reason(const LoopReport &R, const MemoryRow &M);
};

} // namespace

static std::string placeOf(const InstRow &Row) {
  return Row.AsmLine ? std::to_string(Row.AsmLine) : Row.where();
}

static std::string described(const InstRow &Row) {
  return placeOf(Row) + ": " + Row.Text.Text;
}

void TextDependences::addLoop(const LoopResult &L, const LoopPlace &Place) {
  LoopReport R(L, Place);
  OS << R.name() << '\n';
  if (R.Memory.empty()) {
    OS << "  no dependence through memory\n";
    return;
  }
  size_t Width = 12;
  for (const MemoryRow &M : R.Memory)
    for (uint32_t I : {M.Source, M.Dest})
      Width = std::max(Width, described(R.Rows[I]).size());
  OS << "  " << left_justify("source", Width) << "  "
     << left_justify("destination", Width)
     << "     it  kind  class     bytes  cycles  evidence\n";
  for (const MemoryRow &M : R.Memory) {
    OS << "  " << left_justify(described(R.Rows[M.Source]), Width) << "  "
       << left_justify(described(R.Rows[M.Dest]), Width) << "  "
       << right_justify(std::to_string(M.Distance), 5) << "  "
       << left_justify(M.Order, 4) << "  " << left_justify(M.Class, 8) << "  "
       << right_justify(M.Bytes ? std::to_string(M.Bytes) : "", 5) << "  "
       << right_justify(M.Order == "RAW" ? std::to_string(M.Latency) : "", 6)
       << "  " << M.Evidence << (M.Unless ? ", " : "") << M.ShortReason << '\n';
  }
  if (L.Bounds.NumMayLeftOut != 0)
    OS << "  and " << L.Bounds.NumMayLeftOut
       << " more pairs that may overlap; --all lists them\n";
}

/// A cell that others follow.
static void field(raw_ostream &OS, StringRef Text) {
  writeCsvCell(OS, Text);
  OS << ',';
}

void CSVDependences::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const Analysis &A = L.Bounds;
  LoopReport R(L, Place);
  for (const MemoryRow &M : R.Memory) {
    field(OS, Place.File);
    field(OS, demangledName(A.kernel().Function));
    field(OS, A.kernel().Label);
    OS << placeOf(R.Rows[M.Source]) << ',' << placeOf(R.Rows[M.Dest]) << ','
       << M.Distance << ',' << M.Order << ',' << M.Class << ',';
    if (M.Bytes)
      OS << M.Bytes;
    OS << ',';
    if (M.Order == "RAW")
      OS << M.Forward << ',' << M.Latency;
    else
      OS << ',';
    OS << ',' << M.Evidence << ',';
    writeCsvCell(OS, M.Reason);
    OS << '\n';
  }
}

void JSONDependences::access(StringRef Key, const LoopReport &R,
                             uint32_t Inst) {
  const InstRow &Row = R.Rows[Inst];
  J.attributeObject(Key, [&] {
    J.attribute("instruction", Inst);
    J.attribute("text", utf8(Row.Text.Text));
    if (Row.AsmLine) {
      J.attribute("assembly_line", Row.AsmLine);
      J.attribute("address", nullptr);
    } else {
      J.attribute("assembly_line", nullptr);
      J.attribute("address", int64_t(Row.Text.Address));
    }
  });
}

void JSONDependences::reason(const LoopReport &R, const MemoryRow &M) {
  if (!M.Unless) {
    J.attribute("unless", nullptr);
    J.attribute("reason", nullptr);
    return;
  }
  access("unless", R, *M.Unless);
  J.attribute("reason", utf8(M.Reason));
}

void JSONDependences::addLoop(const LoopResult &L, const LoopPlace &Place) {
  const Analysis &A = L.Bounds;
  LoopReport R(L, Place);
  NumLeftOut += A.NumMayLeftOut;
  for (const MemoryRow &M : R.Memory)
    J.object([&] {
      J.attribute("file", utf8(Place.File));
      J.attribute("function", utf8(A.kernel().Function));
      J.attribute("demangled", utf8(demangledName(A.kernel().Function)));
      J.attribute("label", utf8(A.kernel().Label));
      access("source", R, M.Source);
      access("destination", R, M.Dest);
      J.attribute("distance", M.Distance);
      J.attribute("kind", M.Order);
      J.attribute("class", M.Class);
      if (M.Bytes)
        J.attribute("bytes", M.Bytes);
      else
        J.attribute("bytes", nullptr);
      J.attribute("evidence", M.Evidence);
      reason(R, M);
      if (M.Order == "RAW") {
        J.attribute("forwarding", M.Forward);
        J.attribute("latency", M.Latency);
        J.attribute("least_latency", M.Least);
      }
    });
}

template <typename T>
static std::unique_ptr<Report> create(raw_ostream &OS,
                                      const ReportOptions &Options) {
  return std::make_unique<T>(OS, Options);
}

static constexpr ReportInfo All[] = {
    {"text", "for people: a table per loop", create<TextDependences>, true,
     false, 0, true},
    {"json", "one object per dependence", create<JSONDependences>, true, false,
     0, true},
    {"csv", "one line per dependence", create<CSVDependences>, true, false, 0,
     true},
};

ArrayRef<ReportInfo> kernelbounds::allDependenceReports() { return All; }
