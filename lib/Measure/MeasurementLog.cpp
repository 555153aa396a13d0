//===- MeasurementLog.cpp - Measurements on disk --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/MeasurementLog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

constexpr StringLiteral Columns[] = {
    "kernel", "variant", "source",  "compiler", "flags",        "status",
    "detail", "loop",    "few",     "many",     "jitter",       "jitters",
    "trips",  "blocks",  "share",   "cycles",   "instructions", "spread",
    "rounds", "ways",    "timings", "final",    "machine"};
/// The last columns; logs of earlier versions have fewer of them.
constexpr StringLiteral LaterColumns[] = {"conditions", "carried"};

static std::string rowName(const MeasurementKey &K) {
  return K.Kernel + "\n" + K.Variant;
}

/// "1024/0.001 1030/0.005": cycles and spread of each steady timing.
static std::string formatTimings(ArrayRef<Timing> Timings) {
  std::string Text;
  for (const Timing &T : Timings)
    if (T.IsSteady)
      Text += (Text.empty() ? "" : " ") + formatExact(T.Cycles) + "/" +
              formatExact(T.Spread);
  return Text;
}

static Expected<std::vector<Timing>> parseTimings(StringRef Text) {
  std::vector<Timing> Timings;
  SmallVector<StringRef, 16> Parts;
  Text.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts) {
    Timing T;
    auto [Cycles, Spread] = Part.split('/');
    if (Cycles.getAsDouble(T.Cycles) || Spread.getAsDouble(T.Spread))
      return createStringError("expected CYCLES/SPREAD, not '" + Part + "'");
    T.IsSteady = true;
    Timings.push_back(T);
  }
  return Timings;
}

static std::vector<std::string> cellsOf(const LoggedMeasurement &L,
                                        StringRef Machine) {
  const KernelMeasurement &M = L.M;
  return {L.Key.Kernel,
          L.Key.Variant,
          L.Key.Source,
          L.Key.Compiler,
          L.Key.Flags,
          statusName(M.Status).str(),
          M.Detail,
          utohexstr(M.LoopHash, true, 16),
          std::to_string(M.Plan.Few),
          std::to_string(M.Plan.Many),
          std::to_string(M.Plan.Jitter),
          std::to_string(M.Plan.NumJitters),
          std::to_string(M.Trips),
          formatBlockCounts(M.Blocks),
          formatExact(M.Share),
          formatExact(M.Time.Cycles),
          std::to_string(M.Instructions),
          formatExact(M.Time.Spread),
          std::to_string(M.Time.Rounds),
          formatTripLog(M.Ways),
          formatTimings(M.Timings),
          M.IsFinal ? "yes" : "no",
          Machine.str()};
}

/// Parallel to LaterColumns.
static std::vector<std::string> laterCellsOf(const KernelMeasurement &M) {
  return {M.Conditions, !M.IsCarried ? "" : *M.IsCarried ? "yes" : "no"};
}

static Expected<LoggedMeasurement> readRow(const CsvTable &T, size_t Row) {
  LoggedMeasurement L;
  L.Key = {T.cell(Row, "kernel").str(), T.cell(Row, "variant").str(),
           T.cell(Row, "source").str(), T.cell(Row, "compiler").str(),
           T.cell(Row, "flags").str()};
  KernelMeasurement &M = L.M;
  auto Status = parseStatus(T.cell(Row, "status"));
  if (!Status)
    return createStringError(T.place(Row) + ": " +
                             toString(Status.takeError()));
  M.Status = *Status;
  M.Detail = T.cell(Row, "detail").str();
  auto Blocks = parseBlockCounts(T.cell(Row, "blocks"));
  if (!Blocks)
    return createStringError(T.place(Row) + ": " +
                             toString(Blocks.takeError()));
  M.Blocks = std::move(*Blocks);
  auto Ways = parseTripLog(T.cell(Row, "ways"));
  if (!Ways)
    return createStringError(T.place(Row) + ": " + toString(Ways.takeError()));
  M.Ways = std::move(*Ways);
  auto Timings = parseTimings(T.cell(Row, "timings"));
  if (!Timings)
    return createStringError(T.place(Row) + ": " +
                             toString(Timings.takeError()));
  M.Timings = std::move(*Timings);
  M.IsFinal = T.cell(Row, "final") != "no";
  M.Conditions = T.cell(Row, LaterColumns[0]).str();
  if (StringRef Carried = T.cell(Row, LaterColumns[1]); !Carried.empty())
    M.IsCarried = Carried == "yes";
  if (T.cell(Row, "loop").getAsInteger(16, M.LoopHash))
    return createStringError(T.place(Row) + ": 'loop' is no hash");
  Error Fault = Error::success();
  auto Number = [&](StringRef Column, auto &Into) {
    auto N = T.number(Row, Column);
    if (N)
      Into = N->value_or(0);
    else
      Fault = joinErrors(std::move(Fault), N.takeError());
  };
  Number("few", M.Plan.Few);
  Number("many", M.Plan.Many);
  Number("jitter", M.Plan.Jitter);
  Number("jitters", M.Plan.NumJitters);
  Number("trips", M.Trips);
  Number("share", M.Share);
  Number("cycles", M.Time.Cycles);
  Number("spread", M.Time.Spread);
  Number("instructions", M.Instructions);
  Number("rounds", M.Time.Rounds);
  if (Fault)
    return std::move(Fault);
  M.Time.IsSteady = M.Status == MeasureStatus::Ok;
  if (M.Time.IsSteady && !M.Timings.empty()) {
    // With --accept-noise they need not agree.
    Timing All = confirmTiming(M.Timings, TimerOptions().Tolerance);
    if (All.IsSteady) {
      M.Time.Cycles = All.Cycles;
      M.Time.Spread = All.Spread;
    }
  }
  return L;
}

Error MeasurementLog::readRows(StringRef Text, StringRef File) {
  auto T = CsvTable::parse(Text, File);
  if (!T)
    return T.takeError();
  SmallVector<StringRef> Names(std::begin(Columns), std::end(Columns));
  if (Error Missing = T->require(Names))
    return Missing;
  NumLaterColumns = 0;
  for (StringRef Column : LaterColumns)
    NumLaterColumns += T->hasColumn(Column);
  for (size_t Row = 0; Row < T->numRows(); ++Row) {
    if (Machine.empty())
      Machine = T->cell(Row, "machine");
    if (T->cell(Row, "machine") != Machine)
      return createStringError(T->place(Row) + ": measured on '" +
                               T->cell(Row, "machine") + "', this is '" +
                               Machine + "'; choose another directory");
    auto L = readRow(*T, Row);
    if (!L)
      return L.takeError();
    Rows[rowName(L->Key)] = std::move(*L);
  }
  return Error::success();
}

Expected<std::unique_ptr<MeasurementLog>>
MeasurementLog::open(StringRef File, StringRef Machine) {
  std::unique_ptr<MeasurementLog> L(new MeasurementLog);
  L->Machine = Machine.str();
  auto PrintHead = [&](raw_ostream &OS) {
    std::vector<std::string> Names(std::begin(Columns), std::end(Columns));
    Names.insert(Names.end(), std::begin(LaterColumns), std::end(LaterColumns));
    L->NumLaterColumns = std::size(LaterColumns);
    writeCsvRow(OS, Names);
  };
  auto Log = CsvLog::open(
      File, PrintHead, [&](StringRef Text) { return L->readRows(Text, File); });
  if (!Log)
    return Log.takeError();
  L->Log.emplace(std::move(*Log));
  return L;
}

const LoggedMeasurement *MeasurementLog::find(const MeasurementKey &K) const {
  auto It = Rows.find(rowName(K));
  if (It == Rows.end())
    return nullptr;
  const MeasurementKey &Have = It->second.Key;
  bool Same = Have.Source == K.Source && Have.Compiler == K.Compiler &&
              Have.Flags == K.Flags;
  return Same ? &It->second : nullptr;
}

Error MeasurementLog::append(const MeasurementKey &K,
                             const KernelMeasurement &M) {
  LoggedMeasurement &L = Rows[rowName(K)];
  L = {K, M};
  std::vector<std::string> Cells = cellsOf(L, Machine);
  std::vector<std::string> Later = laterCellsOf(M);
  Cells.insert(Cells.end(), Later.begin(), Later.begin() + NumLaterColumns);
  return Log->append([&](raw_ostream &OS) { writeCsvRow(OS, Cells); });
}
