//===- LoopReport.h - What text and JSON say of a loop ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One struct from which both the text and the JSON are written, so that they
/// cannot differ. Private to lib/Report.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_REPORT_LOOPREPORT_H
#define KERNEL_BOUNDS_LIB_REPORT_LOOPREPORT_H

#include "kernel-bounds/Bounds/ValueOrigins.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/Report.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace kernelbounds {

struct BoundRules;

/// Where a value came from, in words.
struct Origin {
  std::string Place;  ///< "models/x.yaml:12", "LLVM"; empty for no value.
  std::string Source; ///< What the model file names; may be empty.
  /// By how much repetitions of the measurement differ, in hundredths of a per
  /// cent; not known unless the model file says it.
  std::optional<int> Spread = std::nullopt;

  /// "models/x.yaml:12 (manual)", "here/model.yaml:12 (measured; spread 1.5%)".
  std::string str() const;
  /// "spread 1.5%"; empty if it is not known.
  std::string spreadText() const;
};

/// One instruction: a row of the table.
struct InstRow {
  InstText Text;
  std::string Opcode; ///< LLVM's name.
  unsigned AsmLine = 0, SourceLine = 0;
  std::vector<CyclesPerIter> PortLoads; ///< Parallel to LoopReport::Ports.
  unsigned IssueSlots = 0;
  bool OnLCD = false, OnCP = false;
  int64_t CyclesOnLCD = 0, CyclesOnCP = 0;
  uint16_t Flags = 0; ///< Of MappedFlag.
  bool IsZeroIdiom = false;
  const MappedInst *From = nullptr; ///< What it was mapped to.

  /// Where its values come from; nowhere if it is not modelled.
  Origin uopsFrom() const;
  Origin latencyFrom() const;
  bool is(MappedFlag F) const { return Flags & F; }
  /// Its micro-ops come from LLVM's tables.
  bool isFromLLVM() const { return is(MF_UopsFromLLVM); }
  /// "line 12" or an address.
  std::string where() const;
};

/// One step along a chain of dependences.
struct ChainStep {
  uint32_t Inst; ///< Into LoopReport::Rows.
  NodePart Part;
  int64_t Latency;   ///< Cycles that it adds.
  uint32_t Distance; ///< Iterations crossed on the way to it.
  DependenceKind Kind;
};

/// A dependence through memory in words.
struct MemoryRow {
  uint32_t Source, Dest; ///< Into LoopReport::Rows.
  llvm::StringRef Order; ///< "RAW", "WAR", "WAW".
  llvm::StringRef Class; ///< "must", "expected", "may".
  llvm::StringRef Evidence, Forward;
  uint32_t Distance; ///< Iterations.
  unsigned Bytes;    ///< 0 = not known.
  int Latency;       ///< Cycles, of RAW.
  int Least;         ///< The same if the core is as fast as it can be.
  bool IsGeneric;
  bool OnLCD = false;
  Origin From;
  /// Of an "expected": the instruction that might make it untrue, into
  /// LoopReport::Rows, and how: "unless line 9 overwrites what line 7 loads, or
  /// the pointer to it", and the same with "it" for what is loaded.
  std::optional<uint32_t> Unless;
  std::string Reason, ShortReason;
};

/// An access across lines of the cache, as often as it must be at least.
struct LineRow {
  uint32_t Inst; ///< Into LoopReport::Rows.
  bool IsStore;
  unsigned Crossings, Trips; ///< In lowest terms: 1 of 2 trips.
  unsigned Cycles;           ///< More that its port is held each time.
};

/// Whether the figures leave out nothing: every instruction of the loop was
/// read and is modelled, and it calls nothing.
bool isComplete(const Analysis &A, const LoopPlace &Place);

struct LoopReport {
  LoopReport(const LoopResult &L, const LoopPlace &Place);

  const LoopResult &L;
  const Analysis &A; ///< Its bounds.
  const LoopPlace &Place;
  std::vector<InstRow> Rows;
  std::vector<unsigned> Ports; ///< Ports with a load, by number.
  std::vector<CyclesPerIter> PortTotals;
  /// Elements by which the loop's index register moves in a trip, which for a
  /// source loop with step 1 are its iterations; 0 = not known.
  unsigned ElementsPerTrip = 0;
  std::vector<ChainStep> LCD, CP;
  std::vector<MemoryRow> Memory; ///< Parallel to Analysis::Memory.
  std::vector<LineRow> Lines;
  unsigned NumFromModel = 0, NumFromLLVM = 0;
  /// Mnemonics of instructions without data, each once; calls are apart.
  std::vector<std::string> NotModeled;
  unsigned NumNotModeled = 0; ///< Without calls.
  /// Symbols, each once; "" for an indirect call.
  std::vector<std::string> Callees;
  std::vector<UsedValue> Values;    ///< That the figures rest on.
  std::vector<OriginTotal> Origins; ///< Of Values, added up.

  llvm::StringRef portName(unsigned Port) const {
    return A.model().ports()[Port].Name;
  }
  bool isComplete() const { return kernelbounds::isComplete(A, Place); }
  /// "dot (dot.c:12, label .L4)".
  std::string name() const;
  /// "line 3, line 7 and 2 more": where instructions stand.
  std::string places(llvm::ArrayRef<uint32_t> Insts) const;
  /// Whether the proved bound is less than the prediction.
  bool hasAtLeast() const { return A.atLeast() < L.prediction(); }
  /// Whether accesses that overlap would make the loop slower.
  bool hasAtMost() const { return A.WorstLCD.Ratio > L.prediction(); }
  /// When the proved bound is all that holds: "if line 9 overwrites what line
  /// 7 loads, or the pointer to it"; "by the bounds alone" where nothing but
  /// the simulated core exceeds it.
  std::string atLeastCase() const;
  /// What the loop takes at most if accesses overlap.
  const CyclesPerIter &atMost() const {
    return std::max(A.WorstLCD.Ratio, L.prediction());
  }
  /// When the worst case comes true: "if line 9 stores what line 7 loads one
  /// iteration later".
  std::string atMostCase() const;
  /// Whether there is floating point, and a time in which it is done.
  bool hasFloats() const {
    return !L.Floats.Shares.empty() && !L.prediction().isZero();
  }
  /// "0.25 cycles per element (16 a trip); 4.00 flop/cy, 12.5 % of the core's
  /// peak of 32 (fp64)": what is known of it, or "".
  std::string rateText() const;
  /// What is missing, or "" if nothing is.
  std::string gaps() const;
  /// gaps(), and what they mean: "1 call not modelled; the true figure may be
  /// higher".
  std::string gapsText() const;
  /// "values: 12 from the model (8 manual, 4 agner), 2 from LLVM's model; the
  /// limit rests on: manual".
  std::string valuesLine() const;
  /// Where the value stands: "models/x.yaml:12", "LLVM", or "".
  Origin placeOf(const UsedValue &V) const;

private:
  void collectRows();
  void collectPorts();
  void collectChains();
  void collectMemory();
  /// "line 9 overwrites what line 7 loads, or the pointer to it".
  std::string unlessOf(const MemoryDependence &D) const;
  void collectLines();
  void collectGaps();
  void collectValueOrigins();
};

/// "dot (dot.c:12, label .L4)": the function, or the file where there is none.
std::string loopName(const Kernel &K, const LoopPlace &Place,
                     bool WithLabel = true);

/// "zip.rs:286 in fold", "sum.rs:4 in sum": how the source line of the loop
/// came into its function, the last of them. Empty if the line stands there.
std::vector<std::string> inlinedFrames(const Kernel &K, const LoopPlace &Place);
/// "one iteration later".
std::string iterationsLater(uint32_t Distance);

/// What each instruction adds to the evidence of \p B: cycles of a chain, port
/// cycles or issue slots. By instruction; empty where there is no such thing.
std::vector<CyclesPerIter> evidenceWeights(const LoopReport &R, const Bound &B,
                                           const BoundRules &Rules);
/// "limited by ports p0 p1".
std::string verdict(const LoopReport &R);
/// "demangled", with bytes that would do something as escapes.
std::string shownFunction(const Kernel &K);

// What each format writes of a loop, which records keep.
/// One object of `loops` of the JSON report.
void writeLoopJSON(llvm::json::OStream &J, const LoopReport &R);
/// One object of `files`.
void writeFileJSON(llvm::json::OStream &J, const FileSummary &F);
/// The members of the object from which the page shows the loop.
void writePageJSON(llvm::json::OStream &J, const LoopReport &R);
/// A row of CSV without columns that only some reports have, and without the
/// end of the line.
std::string csvCells(const LoopResult &L, const LoopPlace &Place);
/// Lines in the form of a compiler's.
std::string gccNotes(const LoopReport &R, bool IsQuiet);
/// Results of SARIF, as elements of an open array.
void writeSarifJSON(llvm::json::OStream &J, const LoopReport &R,
                    llvm::StringRef Fingerprint);

/// Names for loops by which a service that compares two runs finds them again:
/// a loop is the n-th of its function.
class SarifFingerprints {
public:
  std::string next(const LoopReport &R) {
    const std::string Function =
        R.Place.File.str() + ":" + R.A.kernel().Function;
    return Function + "#" + std::to_string(NumOfFunction[Function]++);
  }

private:
  llvm::StringMap<unsigned> NumOfFunction; ///< Loops that were reported.
};

/// Writes the member `values` of an open object.
void writeValuesJSON(llvm::json::OStream &J, const LoopReport &R);

std::unique_ptr<Report> createTextReport(llvm::raw_ostream &OS,
                                         const ReportOptions &Options);
std::unique_ptr<Report> createJSONReport(llvm::raw_ostream &OS,
                                         const ReportOptions &Options);
std::unique_ptr<Report> createCSVReport(llvm::raw_ostream &OS,
                                        const ReportOptions &Options);
std::unique_ptr<Report> createDOTReport(llvm::raw_ostream &OS,
                                        const ReportOptions &Options);

std::unique_ptr<Report> createGccReport(llvm::raw_ostream &OS,
                                        const ReportOptions &Options);
std::unique_ptr<Report> createSarifReport(llvm::raw_ostream &OS,
                                          const ReportOptions &Options);

/// One table over the cores that are reported one after the other.
std::unique_ptr<Report> createCoresReport(llvm::raw_ostream &OS,
                                          const ReportOptions &Options);

std::unique_ptr<Report> createHTMLReport(llvm::raw_ostream &OS,
                                         const ReportOptions &Options);

std::unique_ptr<Report> createRecordReport(llvm::raw_ostream &OS,
                                           const ReportOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_REPORT_LOOPREPORT_H
