//===- CoreModel.cpp - Keys of a model from figures of a core -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ports of loads and stores have no counterpart in LLVM's models that time
/// could tell, so that they are new ones: `mem` for addresses, of which loads
/// have the first; `std` for the data of stores; and units `vld`, `vst` where
/// vectors are limited by more than these.
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreModel.h"
#include "CacheBanks.h"
#include "DecoderSwitch.h"
#include "FusionRules.h"
#include "MovesInRow.h"
#include "RenameRules.h"
#include "RetireWidth.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "kernel-bounds/Simulation/Unlamination.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

/// Whether two figures, in cycles, are not the same, given noise.
static bool areApart(double A, double B) {
  return std::fabs(A - B) > std::max(0.06 * std::max(A, B), 0.04);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {

/// Vectors of one width, by what they take of the units of their own.
struct VectorUse {
  StringLiteral Name;
  unsigned Bytes;
  unsigned Cycles = 0; ///< 0: none.
};

/// The ports and units of accesses in one direction.
struct AccessUnits {
  unsigned Ports = 1, Units = 0;
  VectorUse Widths[3] = {{"v16", 16}, {"v32", 32}, {"v64", 64}};
};

class AccessWriter {
public:
  /// \p Additions: names of the ports of additions.
  explicit AccessWriter(const CoreFigures &F,
                        ArrayRef<std::string> Additions = {})
      : F(F), Additions(Additions) {
    Loads = unitsOf("load", "");
    Stores = unitsOf("store", ".one-line");
  }
  bool write(CoreModel &Out);
  /// `line_crossing:`; "" if crossing a line takes nothing. \p WithPages: also
  /// what pages take.
  std::string crossingRule(bool WithPages) const;

private:
  static unsigned perCycle(double Cycles) {
    return std::max(1l, std::lround(1 / std::max(Cycles, 0.05)));
  }
  AccessUnits unitsOf(StringRef Direction, StringRef Suffix) const;
  std::string names(StringRef Prefix, unsigned Count) const;
  void declare(CoreModel &Out, StringRef Prefix, unsigned Count, bool IsUnit);
  std::string loadRules() const;
  bool doesIndexAdd(const Twine &How, unsigned Num) const;
  std::string storeRules() const;
  std::string commitRule() const;
  bool doStoresAdd() const;
  std::string pageRule(long LoadCycles, long StoreCycles, StringRef Stores,
                       double Usual) const;
  bool arePartsApart() const;
  int latency(StringRef Name, int Default) const {
    return std::lround(F.get(("latency." + Name).str(), Default));
  }

  const CoreFigures &F;
  ArrayRef<std::string> Additions;
  unsigned Addresses = 1;
  AccessUnits Loads, Stores;
};

} // namespace

AccessUnits AccessWriter::unitsOf(StringRef Direction, StringRef Suffix) const {
  AccessUnits U;
  auto Rate = [&](StringRef Kind) {
    return F.get((Direction + "." + Kind + Suffix).str());
  };
  U.Ports = perCycle(Rate("r64").value_or(1));
  for (VectorUse &W : U.Widths) {
    const std::optional<double> Cycles = Rate(W.Name);
    if (!Cycles || *Cycles < 1.2 / U.Ports)
      continue;
    if (U.Units == 0)
      U.Units = perCycle(*Cycles);
    W.Cycles = std::max(1l, std::lround(*Cycles * U.Units));
  }
  return U;
}

std::string AccessWriter::names(StringRef Prefix, unsigned Count) const {
  std::string Text = "[";
  for (unsigned I = 0; I < Count; ++I)
    Text += (I ? ", " : "") + Prefix.str() + std::to_string(I);
  return Text + "]";
}

void AccessWriter::declare(CoreModel &Out, StringRef Prefix, unsigned Count,
                           bool IsUnit) {
  for (unsigned I = 0; I < Count; ++I)
    Out.Ports.push_back("{name: " + Prefix.str() + std::to_string(I) +
                        (IsUnit ? ", kind: unit}" : "}"));
}

std::string AccessWriter::loadRules() const {
  std::string Text = "loads:\n";
  const std::string Address =
      "{ports: " + names("mem", Loads.Ports) + ", kind: load}";
  auto Add = [&](const Twine &When, int Latency, unsigned UnitCycles) {
    Text += "  - {" + When.str() + "latency: " + std::to_string(Latency) +
            ", uops: [";
    // The first of them counts longer where a line is crossed.
    if (UnitCycles)
      Text += "{ports: " + names("vld", Loads.Units) +
              ", cycles: " + std::to_string(UnitCycles) + ", kind: load}, ";
    Text += Address + "], source: measured}\n";
  };
  const int Plain = latency("r64", 4);
  Add("", Plain, 0);
  if (const int Indexed = latency("r64.indexed", Plain); Indexed != Plain)
    Add("when: {indexed: true}, ", Indexed, 0);
  const int Scaled = latency("r64.scaled", Plain);
  const int Complex = latency("r64.complex", Plain);
  if (Complex != Plain)
    Add("when: {complex: true}, ", Complex, 0);
  if (Scaled != Complex)
    Add("when: {scaled: true}, ", Scaled, 0);
  const int Scalar = latency("v8", Plain);
  unsigned LastCycles = Loads.Widths[0].Cycles;
  int Last = latency("v16", Scalar);
  Add("when: {class: vector}, ", Scalar, LastCycles);
  if (Last != Scalar)
    Add("when: {class: vector, min_width: 9}, ", Last, LastCycles);
  for (const VectorUse &W : ArrayRef(Loads.Widths).drop_front()) {
    const int Latency = latency(W.Name, Last);
    const unsigned Cycles = std::max(W.Cycles, LastCycles);
    if (Latency != Last || Cycles != LastCycles)
      Add(formatv("when: {{class: vector, min_width: {0}}, ", W.Bytes / 2 + 1),
          Latency, Cycles);
    Last = Latency;
    LastCycles = Cycles;
  }
  return Text;
}

/// Whether the datum of a store from a general register goes through a port of
/// additions: three of these beside each store then take longer.
bool AccessWriter::doStoresAdd() const {
  const std::optional<double> Both = F.get("width.test.store"),
                              Slot = F.get("width.zero"),
                              Store = F.get("store.r64.one-line");
  if (!Both || !Slot || !Store || Additions.empty())
    return false;
  const double N = Additions.size(),
               Apart = std::max({4 * *Slot, 3 / N, *Store}),
               Together = std::max(Apart, 4 / N);
  return Together > 1.1 * Apart && *Both > (Apart + Together) / 2;
}

/// Whether an index costs what is stored by \p How, "store" or "update", a port
/// of additions: with three of these beside each, it then takes longer.
/// \p Num: how many it takes without an index.
bool AccessWriter::doesIndexAdd(const Twine &How, unsigned Num) const {
  const std::optional<double> Slot = F.get("width.zero"),
                              Plain = F.get(("width.test." + How).str()),
                              Indexed = F.get(
                                  ("width.test." + How + ".indexed").str());
  if (!Slot || !Plain || !Indexed || Additions.empty())
    return false;
  const double Apart = std::max(*Plain, (4.0 + Num + 1) * *Slot),
               Together = std::max(Apart, (3.0 + Num + 1) / Additions.size());
  return Together > 1.1 * Apart && *Indexed > (Apart + Together) / 2;
}

std::string AccessWriter::storeRules() const {
  std::string Text = "stores:\n";
  const bool StoresAdd = doStoresAdd(),
             IndexAdds = !StoresAdd && doesIndexAdd("store", 0);
  bool WithAddition = StoresAdd, AddsIndex = false;
  auto Add = [&](StringRef When, unsigned UnitCycles, bool HasAddress) {
    Text += "  - {" + When.str() + "latency: 1, uops: [";
    if (HasAddress)
      Text += "{ports: " + names("mem", Addresses) + ", kind: store-address}, ";
    if (AddsIndex)
      Text += "{ports: [" + join(Additions, ", ") + "], kind: store-address}, ";
    if (UnitCycles)
      Text += "{ports: " + names("vst", Stores.Units) +
              ", cycles: " + std::to_string(UnitCycles) +
              ", kind: store-data}, ";
    Text += "{ports: " + names("std", Stores.Ports) + ", kind: store-data}";
    if (WithAddition)
      Text += ", {ports: [" + join(Additions, ", ") + "], kind: store-data}";
    Text += "], source: measured}\n";
  };
  Add("", 0, true);
  if (WithAddition) {
    WithAddition = false;
    Add("when: {class: vector}, ", 0, true);
  }
  unsigned Last = 0;
  for (const VectorUse &W : Stores.Widths) {
    if (W.Cycles > Last)
      Add(formatv("when: {{class: vector{0}}, ",
                  W.Bytes == 16
                      ? std::string()
                      : formatv(", min_width: {0}", W.Bytes / 2 + 1).str())
              .str(),
          W.Cycles, true);
    Last = std::max(Last, W.Cycles);
  }
  AddsIndex = IndexAdds;
  if (IndexAdds)
    Add("when: {class: gpr, indexed: true}, ", 0, true);
  // Whether an update needs one address, or one for each of its halves.
  const std::optional<double> Update = F.get("update.r64");
  const bool HasOneAddress = Update && Addresses == Loads.Ports &&
                             *Update < 1.5 / Addresses + 0.5 / Stores.Ports;
  AddsIndex = false;
  if (HasOneAddress)
    Add("when: {class: gpr, update: true}, ", 0, false);
  // The last rule that applies counts, so that of indexed stores would.
  AddsIndex = doesIndexAdd("update", 1);
  if (IndexAdds && (HasOneAddress || !AddsIndex))
    Add("when: {class: gpr, indexed: true, update: true}, ", 0, !HasOneAddress);
  return Text;
}

/// Cycles of the units of loads that a store takes when it is written: what two
/// loads and a store of one width take more than each alone would.
std::string AccessWriter::commitRule() const {
  for (auto [L, S] : zip(Loads.Widths, Stores.Widths)) {
    const std::optional<double> Both = F.get(("mix." + L.Name + ".2").str());
    if (!Both || Loads.Units == 0 || L.Cycles == 0)
      continue;
    const double Alone =
        std::max({2.0 * L.Cycles / Loads.Units, 3.0 / Addresses,
                  Stores.Units ? double(S.Cycles) / Stores.Units : 0});
    const long Cycles = std::lround((*Both - Alone) * Loads.Units);
    if (Cycles < 1 || Cycles > 8)
      continue;
    return formatv("store_commit: {{min_width: {0}, uops: [{{ports: {1}, "
                   "cycles: {2}, kind: store-data}], source: measured}\n",
                   L.Bytes / 2 + 1, names("vld", Loads.Units), Cycles)
        .str();
  }
  return "";
}

/// Of pages, what takes clearly longer than a line.
std::string AccessWriter::pageRule(long LoadCycles, long StoreCycles,
                                   StringRef Stores, double Usual) const {
  std::string Text;
  if (const auto Page = F.get("load.r64.page")) {
    const long Cycles = std::lround(*Page * Loads.Ports - 1);
    if (Cycles >= LoadCycles + 2)
      Text += formatv(", page_load: {0}", std::min(Cycles, 250l));
  }
  if (const auto Page = F.get(("store." + Stores + ".page").str())) {
    const long Cycles = std::lround(*Page - Usual);
    if (Cycles >= StoreCycles + 2)
      Text += formatv(", page_store: {0}", std::min(Cycles, 250l));
  }
  return Text;
}

/// Whether two loads of 32 bytes, of which one crosses a line, take as long as
/// three that do not, and not as two that both cross.
bool AccessWriter::arePartsApart() const {
  const double Within = F.get("load.v32", 0),
               Across = F.get("load.v32.crossing", 0),
               Turns = F.get("load.v32.stream", 0);
  return Within > 0 && Across > 1.7 * Within && Turns > 0 &&
         Turns < 0.45 * Within + 0.55 * Across;
}

std::string AccessWriter::crossingRule(bool WithPages) const {
  auto More = [&](StringRef Kind, unsigned Units) {
    const double Cycles = F.get(("load." + Kind + ".crossing").str(), 0);
    return Cycles * Units - 1;
  };
  double Load = More("r64", Loads.Ports);
  const VectorUse &Wide = Loads.Widths[1];
  if (F.get("load.v32.crossing") && Loads.Units && Wide.Cycles)
    Load = std::min(Load, More("v32", Loads.Units) - (Wide.Cycles - 1));
  // Where a part of the loads crosses, as in programs, each takes less on some
  // cores: 16 of 64 bytes over the width, or 32.
  const double Turns = Loads.Units ? Loads.Units : Loads.Ports;
  for (auto [Width, Parts] : {std::pair("v16", 4), std::pair("v32", 2)}) {
    const std::string Name = (Twine("load.") + Width).str();
    const std::optional<double> Within = F.get(Name),
                                Stream = F.get(Name + ".stream");
    if (Within && Stream)
      Load = std::min(Load, (*Stream - *Within) * Turns * Parts);
  }
  const StringRef Kind = F.get("store.v32.stream") ? "v32" : "v16";
  auto Store = [&](StringRef How, double Default) {
    return F.get(("store." + Kind + How).str(), Default);
  };
  const double Usual = Store(".lines", 1);
  const double All = Store(".crossing", Usual) - Usual;
  // One of 64 bytes over the width crosses there.
  const double Part =
      (Store(".stream", Usual) - Usual) * (Kind == "v32" ? 2 : 4);
  const long LoadCycles = std::max(0l, std::lround(Load)),
             StoreCycles = std::max(0l, std::lround(All));
  if (LoadCycles == 0 && StoreCycles == 0)
    return "";
  std::string Text =
      formatv("line_crossing: {{load: {0}, store: {1}", LoadCycles, StoreCycles)
          .str();
  if (Part > 0.1 && Part < 0.75 * All)
    Text += formatv(", store_every: {0}", std::lround(All / Part)).str();
  if (WithPages)
    Text += pageRule(LoadCycles, StoreCycles, Kind, Usual);
  if (arePartsApart())
    Text += ", apart: true";
  return Text + ", source: measured}\n";
}

bool AccessWriter::write(CoreModel &Out) {
  const std::optional<double> Mix = F.get("mix.r64.3");
  if (!F.get("load.r64") || !F.get("store.r64.one-line") || !Mix)
    return false;
  Addresses = std::clamp<unsigned>(std::lround(4 / *Mix), Loads.Ports,
                                   Loads.Ports + Stores.Ports);
  declare(Out, "mem", Addresses, false);
  declare(Out, "std", Stores.Ports, true);
  declare(Out, "vld", Loads.Units, true);
  declare(Out, "vst", Stores.Units, true);
  // For entries of forms.
  declare(Out, "vdiv", 2, true);
  declare(Out, "idiv", 2, true);
  declare(Out, "gather", 1, true);
  Out.Sections += loadRules() + storeRules() + commitRule() +
                  crossingRule(/*WithPages=*/true);
  if (const std::optional<double> Atomic = F.get("atomic.add")) {
    Out.Ports.push_back("{name: lock, kind: unit}");
    Out.Sections += formatv("atomic: {{uops: [{{ports: [lock], cycles: {0}}], "
                            "source: measured}\n",
                            std::max(1l, std::lround(*Atomic)))
                        .str();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Pipeline
//===----------------------------------------------------------------------===//

unsigned kernelbounds::findCodeWindow(const CoreFigures &F) {
  const double Slot = F.get("width.zero", 0);
  for (unsigned Window : {16, 32, 64}) {
    bool Explains = true, IsNeeded = false;
    for (unsigned N = 1; N <= MaxLongInsts; ++N) {
      const std::optional<double> Cycles = F.get(formatv("code.{0}", N).str());
      if (!Cycles)
        return 0;
      const unsigned Bytes = N * LongInstBytes + LoopEndBytes;
      const unsigned NumWindows = (Bytes + Window - 1) / Window;
      const double Windows = NumWindows, Slots = std::max(1.0, (N + 1) * Slot);
      Explains &= !areApart(*Cycles, std::max(Windows, Slots));
      IsNeeded |= areApart(*Cycles, Slots);
    }
    if (Explains && IsNeeded)
      return Window;
  }
  return 0;
}

namespace {

/// Collects the items of `pipeline:`.
class PipelineWriter {
public:
  PipelineWriter(const CoreFigures &F, const CoreFigures &Base, bool IsComplete)
      : F(F), Base(Base), IsComplete(IsComplete) {}
  std::string write();

private:
  void add(StringRef Key, unsigned Value, const Twine &Comment = "") {
    Text += formatv("  {0}: {{value: {1}, source: measured}", Key, Value).str();
    if (std::string C = Comment.str(); !C.empty())
      Text += "  # " + C;
    Text += "\n";
  }
  bool differs(StringRef Name) const {
    const std::optional<double> A = F.get(Name), B = Base.get(Name);
    return A && (!B || areApart(*A, *B));
  }
  void addSize(StringRef Name, StringRef Key);
  void addCode();

  const CoreFigures &F, &Base;
  bool IsComplete;
  std::string Text;
};

} // namespace

/// Instructions may share an entry of the reorder buffer: of two fillers, the
/// one of which fewer fit, unless registers are what it fills.
static const CoreFigure *findReorderBuffer(const CoreFigures &F) {
  const CoreFigure *Own = F.find("size.reorder-buffer"),
                   *Other = F.find("size.reorder-buffer.registers");
  const std::optional<double> Registers = F.get("size.integer-registers");
  const bool IsSmaller = Own && Other && Registers && Other->isKnown() &&
                         Other->Cycles / 2 < 0.95 * *Registers &&
                         (!Own->isKnown() || Other->Cycles < Own->Cycles);
  return IsSmaller ? Other : Own;
}

static const CoreFigure *findSize(const CoreFigures &F, StringRef Name) {
  return Name == "size.reorder-buffer" ? findReorderBuffer(F) : F.find(Name);
}

/// Where the reorder buffer is full first, or the registers of the loads, of
/// which each kind has half, the other buffer has at least that many entries.
static bool isSizeOfOther(StringRef Name, double Entries,
                          const CoreFigures &F) {
  constexpr StringLiteral Reorder = "size.reorder-buffer";
  const CoreFigure *All = findSize(F, Reorder);
  // A few are those of the chain.
  if (Name != Reorder && All && All->isKnown() &&
      Entries + 8 > 0.97 * All->Cycles)
    return true;
  return Name == "size.load-buffer" &&
         any_of(ArrayRef<StringRef>{"size.integer-registers",
                                    "size.vector-registers"},
                [&](StringRef Registers) {
                  const std::optional<double> Each = F.get(Registers);
                  return Each && Entries > 0.97 * 2 * *Each;
                });
}

void PipelineWriter::addSize(StringRef Name, StringRef Key) {
  const CoreFigure *Own = findSize(F, Name);
  if (!Own || (!Own->isKnown() && Own->Status != LoopStatus::NoStep))
    return;
  const bool IsLeast = !Own->isKnown() || isSizeOfOther(Name, Own->Cycles, F);
  const CoreFigure *Before = findSize(Base, Name);
  const std::optional<double> Old = Before && Before->isKnown()
                                        ? std::optional(Before->Cycles)
                                        : std::nullopt;
  const double Wide =
      std::max({2.0, 0.03 * Own->Cycles, Own->Spread * Own->Cycles});
  // The same size as that of a base may be another buffer's there.
  if (IsLeast ? !Old || IsComplete || *Old > Own->Cycles - Wide
              : !IsComplete && Old && std::fabs(*Old - Own->Cycles) <= Wide)
    return;
  const long Entries = std::lround(Own->Cycles),
             Half = std::lround(Own->Spread * Own->Cycles / 2 + 0.5);
  add(Key, Entries,
      IsLeast ? Twine("at least")
              : Twine(Entries - Half) + " to " + Twine(Entries + Half));
}

/// What of code is in the cache of micro-ops, and how fast the rest is decoded.
void PipelineWriter::addCode() {
  const unsigned Window = findCodeWindow(F);
  if (Window == 0)
    return;
  add("uop_cache_window", Window);
  const std::optional<double> Sparse = F.get("code-size.sparse"),
                              Dense = F.get("code-size.dense"),
                              Decoded = F.get("code.decoded");
  // A window of the sparse code is one line.
  const long Lines = Sparse ? std::lround(*Sparse * LongInstBytes / Window) : 0;
  const long LineInsts =
      Lines && Dense ? std::lround(std::ceil(*Dense / Lines - 0.25)) : 0;
  // An instruction belongs to the window in which it ends where the cache
  // counts instructions.
  if (LineInsts > 0) {
    add("uop_cache_insts", LineInsts);
    add("uop_cache_lines", Lines);
    // How many a window may take was not measured: all that it can need.
    add("uop_cache_ways", (Window + LineInsts - 1) / LineInsts);
  } else if (F.get("code.crossing", 0) > 1.7) {
    add("uop_cache_insts", Window);
  }
  if (Decoded && Dense)
    add("decode_width", std::max(1l, std::lround(1 / *Decoded)));
}

/// Cycles of a taken branch where its place is best.
static std::optional<double> leastTaken(const CoreFigures &F) {
  const std::optional<double> Near = F.get("branch.taken"),
                              Apart = F.get("branch.taken.apart");
  if (!Near || !Apart)
    return std::nullopt;
  return std::min(*Near, *Apart);
}

/// Vector micro-ops of a cycle, where zeros, which take no port, show that they
/// are fewer than others; 0 if not.
static long findVectorWidth(const CoreFigures &F) {
  const std::optional<double> Zero = F.get("width.vector.zero"),
                              Add = F.get("width.vector.add"),
                              Slot = F.get("width.zero");
  if (!Zero || !Add || !Slot || *Zero > 0.85 * *Add || *Zero < 1.1 * *Slot)
    return 0;
  return std::lround(1 / *Zero);
}

/// Of how many micro-ops of a cycle of rename, from its first on, trips with
/// un-laminated instructions take as long as measured; 0 if they take no longer
/// than their slots do, or as long as no such number explains.
static unsigned findUnlaminatedEntries(const CoreFigures &F) {
  const std::optional<double> Slot = F.get("width.zero");
  if (!Slot || *Slot <= 0)
    return 0;
  const auto Width = static_cast<unsigned>(std::lround(1 / *Slot));
  // By entries; the first one is that of the slots alone.
  std::vector<double> Error(Width + 1);
  unsigned NumTried = 0;
  for (unsigned N : numsTripFillers()) {
    const std::optional<double> Plain =
                                    F.get(formatv("trips.plain.{0}", N).str()),
                                Apart =
                                    F.get(formatv("trips.apart.{0}", N).str());
    // Two loads with an addition, of two slots each, and the end of the loop.
    std::vector<uint8_t> Slots(N + 3, 1);
    Slots[0] = Slots[1] = 2;
    const double Least = (5.0 + N) / Width;
    if (!Plain || !Apart || *Plain > Least + 0.1)
      continue;
    ++NumTried;
    Error[0] += std::abs(*Apart - Least) / Least;
    for (unsigned Entries = 1; Entries <= Width; ++Entries) {
      const double Cycles = unlaminatedCycles(Slots, Width, Entries).toDouble();
      Error[Entries] += std::abs(*Apart - Cycles) / Cycles;
    }
  }
  if (NumTried < 2)
    return 0;
  const auto Best = min_element(Error) - Error.begin();
  return Error[Best] < 0.05 * NumTried && Error[Best] < 0.5 * Error[0] ? Best
                                                                       : 0;
}

/// From how many stores on of which a load has a part each it waits for the
/// cache; 0 if not measured. Loads that wait take as long as in a chain.
static int findBlockedStores(const CoreFigures &F) {
  const std::optional<double> One = F.get("blocked.one"),
                              Two = F.get("blocked.two"),
                              Chain = F.get("forward.r32.partial");
  if (!One || !Two || !Chain)
    return 0;
  auto Waits = [&](double Cycles) { return Cycles > 0.5 * *Chain; };
  // More were not tried.
  return Waits(*One) ? 1 : Waits(*Two) ? 2 : 3;
}

std::string PipelineWriter::write() {
  auto WidthOf = [](const CoreFigures &Figures) {
    const std::optional<double> Slot = Figures.get("width.zero");
    return Slot ? std::max(1l, std::lround(1 / *Slot)) : 0;
  };
  if (const long Width = WidthOf(F); Width && Width != WidthOf(Base))
    add("issue_width", Width);
  if (const long Width = findVectorWidth(F);
      Width && Width != findVectorWidth(Base))
    add("issue_vectors", Width);
  if (const unsigned Width = findRetireWidth(F);
      Width && Width != findRetireWidth(Base))
    add("retire_width", Width);
  if (const unsigned Interval = findForwardInterval(F);
      Interval != 0 && Interval != findForwardInterval(Base))
    add("forward_interval", Interval);
  addSize("size.reorder-buffer", "reorder_buffer");
  addSize("size.load-buffer", "load_buffer");
  addSize("size.store-buffer", "store_buffer");
  addSize("size.integer-registers", "integer_registers");
  addSize("size.vector-registers", "vector_registers");
  // Of the base nothing says whether its windows or something else of it
  // differs, so that what it has stays.
  if (IsComplete)
    addCode();
  // The place of a jump may cost more; the bound must not.
  if (const std::optional<double> Taken = leastTaken(F))
    if (const std::optional<double> Old = leastTaken(Base);
        !Old || areApart(*Taken, *Old)) {
      if (*Taken > 0.95)
        add("taken_branch", std::lround(*Taken));
      else if (!IsComplete)
        add("taken_branch", 0, "more than one in a cycle");
    }
  const double OneLine = F.get("store.r64.one-line", 1),
               Lines = F.get("store.r64.lines", 1);
  const bool StoresDiffer =
      differs("store.r64.one-line") || differs("store.r64.lines");
  if (StoresDiffer && OneLine < 0.6 && Lines > 0.9)
    add("stores_per_line", std::lround(1 / OneLine));
  if (const unsigned Entries = findUnlaminatedEntries(F);
      Entries && Entries != findUnlaminatedEntries(Base))
    add("unlaminated_entries", Entries);
  // Without the key, one is enough.
  if (const int Stores = findBlockedStores(F);
      Stores && Stores != std::max(findBlockedStores(Base), 1))
    add("blocked_stores", Stores);
  if (const auto Banks = findCacheBanks(F);
      Banks && *Banks != findCacheBanks(Base).value_or(CacheBanks())) {
    add("bank_bytes", Banks->Bytes);
    add("loads_per_bank", Banks->LoadsPerBank);
  }
  // 0 takes back what a base has.
  auto AddIfOther = [&](StringRef Key, auto Find) {
    if (const std::optional<unsigned> Own = Find(F);
        Own && *Own != Find(Base).value_or(0))
      add(Key, *Own);
  };
  AddIfOther("moves_in_row", findMovesInRow);
  AddIfOther("decoder_switch", findDecoderSwitch);
  return Text.empty() ? "" : "pipeline:\n" + Text;
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// What crossing a line takes on \p Machine, if it is not what it takes on
/// \p Base.
static std::string differingCrossings(const CoreFigures &Machine,
                                      const CoreFigures &Base) {
  const AccessWriter Own(Machine), Other(Base);
  const std::string Lines = Own.crossingRule(/*WithPages=*/false);
  return Lines == Other.crossingRule(/*WithPages=*/false)
             ? ""
             : Own.crossingRule(/*WithPages=*/true);
}

/// \p Known, and as many ports more as \p Machine does additions in a cycle
/// beyond these. O(ports).
static std::vector<std::string> allAdditions(const CoreFigures &Machine,
                                             ArrayRef<std::string> Known) {
  std::vector<std::string> Names(Known);
  const std::optional<double> Each = Machine.get("width.test");
  if (!Each || Known.empty())
    return Names;
  // "ALU4" behind "ALU0" to "ALU3".
  const std::string Prefix = StringRef(Known.back()).rtrim("0123456789").str();
  const size_t All = std::min(std::lround(1 / std::max(*Each, 0.05)), 16l);
  for (unsigned I = 0; Names.size() < All; ++I)
    if (std::string Name = Prefix + std::to_string(I);
        !is_contained(Names, Name))
      Names.push_back(std::move(Name));
  return Names;
}

CoreModel kernelbounds::describeCore(const CoreFigures &Machine,
                                     const CoreFigures &Base, bool IsComplete,
                                     ArrayRef<std::string> Additions) {
  CoreModel Out;
  Out.Additions = allAdditions(Machine, Additions);
  for (const std::string &Name : drop_begin(Out.Additions, Additions.size()))
    Out.Ports.push_back("{name: " + Name + "}");
  if (!Machine.get("width.zero"))
    return Out;
  Out.Sections = PipelineWriter(Machine, Base, IsComplete).write();
  if (IsComplete || hasOtherFusion(Machine, Base))
    Out.Sections += microFusionRule(Machine);
  if (IsComplete)
    Out.HasAccesses = AccessWriter(Machine, Out.Additions).write(Out);
  else
    Out.Sections += differingCrossings(Machine, Base);
  if (const std::string Rule = aliasingRule(Machine);
      IsComplete || Rule != aliasingRule(Base))
    Out.Sections += Rule;
  Out.Sections +=
      IsComplete ? forwardingRules(Machine) : forwardingRules(Machine, Base);
  if (const std::string Delays = unitDelayRules(Machine);
      IsComplete || Delays != unitDelayRules(Base))
    Out.Sections += Delays;
  return Out;
}
