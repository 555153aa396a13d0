//===- CacheFindings.cpp - What walks say of caches -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The caches of a base are known from documents: what time adds are latencies
/// and bandwidths. Where nothing is known, a chase over more and more memory
/// shows one plateau for each level.
/// Tested by unittests/Measure/CacheStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CacheExperiments.h"
#include "kernel-bounds/Model/CacheTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The section
//===----------------------------------------------------------------------===//

namespace {

/// Where a value comes from; originText() has their names in this order.
enum Origin : uint16_t { FromBase, IsAssumed, IsMeasured };

/// CacheTables that can be changed. `Source` is an Origin.
struct CacheSpecs {
  SmallVector<CacheLevelSpec, 4> Levels;
  SmallVector<TlbSpec, 2> Tlbs;
  SmallVector<PrefetcherSpec, 4> Prefetchers;
  MemorySpec Memory;
  PageWalkSpec PageWalk;

  void copy(const CacheTables &T);
  /// Brings all values into the ranges of a model file; each level, and memory,
  /// takes longer than the level above.
  void restrict();
  std::string text() const;
};

} // namespace

void CacheSpecs::copy(const CacheTables &T) {
  auto Copy = [](auto &To, const auto &From) {
    To.assign(From.begin(), From.end());
    for (auto &X : To)
      X.Source = FromBase;
  };
  Copy(Levels, T.Levels);
  Copy(Tlbs, T.Tlbs);
  Copy(Prefetchers, T.Prefetchers);
  Memory = T.Memory;
  PageWalk = T.PageWalk;
  Memory.Source = PageWalk.Source = FromBase;
}

void CacheSpecs::restrict() {
  constexpr uint16_t MostLatency = 10000, MostOfTlb = 1000;
  constexpr uint32_t MostBandwidth = 102400;
  uint16_t Above = 0;
  auto Restrict = [&](auto &X) {
    X.Latency = std::clamp<uint16_t>(X.Latency, Above + 1, MostLatency);
    Above = X.Latency;
    X.Bandwidth = std::clamp<uint32_t>(X.Bandwidth, 1, MostBandwidth);
    X.WriteBandwidth = std::min(X.WriteBandwidth, MostBandwidth);
  };
  for (CacheLevelSpec &L : Levels)
    Restrict(L);
  Levels.front().Bandwidth = 0; // Nothing stands above the first level.
  Restrict(Memory);
  for (TlbSpec &T : Tlbs)
    T.Latency = std::min(T.Latency, MostOfTlb);
  PageWalk.Latency = std::min(PageWalk.Latency, MostLatency);
}

static std::string originText(uint16_t Source) {
  constexpr StringLiteral Names[] = {"base", "assumed", "measured"};
  return (", source: " + Names[Source] + "}\n").str();
}

static std::string replacementText(const ReplacementSpec &R) {
  switch (R.Kind) {
  case ReplacementKind::LRU:
    return "lru";
  case ReplacementKind::TreePLRU:
    return "tree-plru";
  case ReplacementKind::TreesLRU:
    return "lru-of-trees";
  case ReplacementKind::QLRU:
    return formatv("qlru-h{0}{1}-m{2}-r{3}-u{4}{5}", R.Hit3, R.Hit2, R.Insert,
                   R.Choice, R.Update, R.OnMissOnly ? "-umo" : "");
  }
  llvm_unreachable("unknown policy");
}

/// ", bandwidth: 28.50" from hundredths; nothing for none.
static std::string bandwidthText(StringRef Key, uint32_t Hundredths) {
  return Hundredths ? formatv(", {0}: {1:f2}", Key, Hundredths / 100.0).str()
                    : "";
}

static std::string levelText(const CacheLevelSpec &L) {
  std::string Text = formatv(
      "    - {{size: {0}, ways: {1}, line: {2}, replacement: {3}, latency: {4}",
      uint64_t(L.Sets) * L.Ways * L.LineBytes / 1024, L.Ways, L.LineBytes,
      replacementText(L.Replacement), L.Latency);
  if (L.MissBuffers)
    Text += formatv(", miss_buffers: {0}", L.MissBuffers);
  Text += bandwidthText("bandwidth", L.Bandwidth);
  Text += bandwidthText("write_bandwidth", L.WriteBandwidth);
  if (L.Banks)
    Text += formatv(", banks: {0}, bank_bytes: {1}", L.Banks, L.BankBytes);
  Text += L.IsVictim ? ", victim: true" : "";
  Text += L.NoWriteAllocate ? ", write_allocate: false" : "";
  Text += L.IsWriteThrough ? ", write_back: false" : "";
  return Text + originText(L.Source);
}

static std::string prefetcherText(const PrefetcherSpec &P) {
  std::string Text =
      formatv("    - {{kind: {0}, level: {1}, distance: {2}, degree: {3}",
              prefetchKindName(P.Kind), P.Level + 1, P.Distance, P.Degree);
  if (P.Entries)
    Text += formatv(", entries: {0}", P.Entries);
  Text += P.CrossesPages ? ", crosses_pages: true" : "";
  if (P.AfterPages)
    Text += formatv(", after_pages: {0}", P.AfterPages);
  if (P.Patience)
    Text += formatv(", patience: {0}", P.Patience);
  return Text + originText(P.Source);
}

std::string CacheSpecs::text() const {
  std::string Text = "caches:\n  levels:\n";
  for (const CacheLevelSpec &L : Levels)
    Text += levelText(L);
  Text += formatv("  memory: {{latency: {0}", Memory.Latency);
  Text += bandwidthText("bandwidth", Memory.Bandwidth);
  Text += bandwidthText("write_bandwidth", Memory.WriteBandwidth);
  Text += originText(Memory.Source);
  if (!Tlbs.empty())
    Text += "  tlbs:\n";
  for (const TlbSpec &T : Tlbs) {
    Text += formatv("    - {{entries: {0}, ways: {1}",
                    uint64_t(T.Sets) * T.Ways, T.Ways);
    if (T.Latency)
      Text += formatv(", latency: {0}", T.Latency);
    Text += originText(T.Source);
  }
  if (!Tlbs.empty())
    Text += formatv("  page_walk: {{latency: {0}, walkers: {1}",
                    PageWalk.Latency, PageWalk.Walkers)
                .str() +
            originText(PageWalk.Source);
  if (!Prefetchers.empty())
    Text += "  prefetchers:\n";
  for (const PrefetcherSpec &P : Prefetchers)
    Text += prefetcherText(P);
  return Text;
}

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

/// Bytes a cycle, in hundredths, of a walk over at most \p Most bytes and more
/// than \p Least: the fastest. 0 if it is not known.
static uint32_t bandwidthOf(const CoreFigures &F, AccessWalk Walk,
                            uint64_t Least, uint64_t Most) {
  double Cycles = 0;
  for (uint64_t Bytes : walkSizes(Walk))
    if (auto C = F.get(walkName(Walk, Bytes));
        C && Bytes > Least && Bytes <= Most && (Cycles == 0 || *C < Cycles))
      Cycles = *C;
  return Cycles > 0 ? std::lround(100 * AccessPattern::LineBytes / Cycles) : 0;
}

/// Cycles of the translation of an address in a chase of pages over \p Bytes:
/// what it takes more than a chase over as many lines.
static std::optional<double> translationOf(const CoreFigures &F,
                                           uint64_t Bytes) {
  const uint64_t Lines =
      Bytes / AccessPattern::PageBytes * AccessPattern::LineBytes;
  for (uint64_t Chased : walkSizes(AccessWalk::Chase)) {
    if (Chased < Lines)
      continue;
    const auto Page = F.get(walkName(AccessWalk::ChasePages, Bytes)),
               Line = F.get(walkName(AccessWalk::Chase, Chased));
    if (!Page || !Line)
      return std::nullopt;
    return std::max(*Page - *Line, 0.0);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Over a base
//===----------------------------------------------------------------------===//

namespace {

/// Sizes in bytes, both included.
struct SizeRange {
  uint64_t Least, Most;
};

/// What a machine does otherwise than the base.
class CacheCorrector {
public:
  CacheCorrector(const CoreFigures &Machine, const CoreFigures &Model)
      : Machine(Machine), Model(Model) {}
  bool correct(CacheSpecs &S) const;

private:
  double difference(AccessWalk Walk, SizeRange Sizes) const;
  bool correctLatency(uint16_t &Latency, SizeRange Sizes) const;
  bool correctBandwidth(uint32_t &Bandwidth, AccessWalk Walk,
                        SizeRange Sizes) const;
  bool correctMemoryWrites(MemorySpec &M, SizeRange Sizes) const;
  bool correctTranslation(CacheSpecs &S) const;

  const CoreFigures &Machine, &Model;
};

} // namespace

/// Cycles by which every known figure differs in the same direction, the least
/// of them; 0 if one does not, or none is known.
double CacheCorrector::difference(AccessWalk Walk, SizeRange Sizes) const {
  double Least = 0;
  auto FigureOf = [&](const CoreFigures &F, uint64_t Bytes) {
    return Walk == AccessWalk::ChasePages ? translationOf(F, Bytes)
                                          : F.get(walkName(Walk, Bytes));
  };
  for (uint64_t Bytes : walkSizes(Walk)) {
    if (Bytes < Sizes.Least || Bytes > Sizes.Most)
      continue;
    const auto A = FigureOf(Machine, Bytes), B = FigureOf(Model, Bytes);
    if (!A || !B)
      continue;
    const double More = *A - *B;
    if (std::fabs(More) < 0.06 * *B || More * Least < 0)
      return 0;
    if (Least == 0 || std::fabs(More) < std::fabs(Least))
      Least = More;
  }
  return Least;
}

/// \returns whether that makes another latency of it.
static bool addCycles(uint16_t &Latency, long More) {
  if (More == 0 || Latency + More < 0)
    return false;
  Latency = static_cast<uint16_t>(std::min<long>(Latency + More, UINT16_MAX));
  return true;
}

bool CacheCorrector::correctLatency(uint16_t &Latency, SizeRange Sizes) const {
  return addCycles(Latency, std::lround(difference(AccessWalk::Chase, Sizes)));
}

/// The same for what a connection takes for a line.
static bool addLineCycles(uint32_t &Bandwidth, double More) {
  constexpr double LineHundredths = 100.0 * AccessPattern::LineBytes;
  const double Cycles = LineHundredths / Bandwidth + More;
  if (More == 0 || Cycles <= 0.25)
    return false;
  Bandwidth = static_cast<uint32_t>(std::lround(LineHundredths / Cycles));
  return true;
}

bool CacheCorrector::correctBandwidth(uint32_t &Bandwidth, AccessWalk Walk,
                                      SizeRange Sizes) const {
  return Bandwidth != 0 && addLineCycles(Bandwidth, difference(Walk, Sizes));
}

/// If what is written back shares the connection in the base, a row of stores
/// takes twice what a row of loads takes. If it does not here, it has one of
/// its own.
bool CacheCorrector::correctMemoryWrites(MemorySpec &M, SizeRange Sizes) const {
  if (M.WriteBandwidth)
    return correctBandwidth(M.WriteBandwidth, AccessWalk::Store, Sizes);
  const uint32_t Own =
      bandwidthOf(Machine, AccessWalk::Store, Sizes.Least, Sizes.Most);
  if (Own < 0.8 * M.Bandwidth)
    return false;
  M.WriteBandwidth = std::min(Own, M.Bandwidth);
  return true;
}

bool CacheCorrector::correctTranslation(CacheSpecs &S) const {
  if (S.Tlbs.empty())
    return false;
  // The pages of one buffer more than fill the one before.
  uint64_t Reach = 0;
  long Added = 0; // To the buffer before, in which a walk begins.
  bool IsOther = false;
  for (size_t I = 0; I <= S.Tlbs.size(); ++I) {
    const bool IsWalk = I == S.Tlbs.size();
    const uint64_t Here = IsWalk ? UINT64_MAX / 2
                                 : uint64_t(S.Tlbs[I].Sets) * S.Tlbs[I].Ways *
                                       AccessPattern::PageBytes;
    // A few more pages than fit miss sometimes only.
    const SizeRange Sizes = {IsWalk ? 2 * Reach : Reach * 5 / 4, Here};
    const long More = std::lround(difference(AccessWalk::ChasePages, Sizes)) -
                      (IsWalk ? Added : 0);
    uint16_t &Latency = IsWalk ? S.PageWalk.Latency : S.Tlbs[I].Latency;
    Reach = Here;
    // The first one is a part of the latency of loads.
    if (I == 0 || !addCycles(Latency, More))
      continue;
    (IsWalk ? S.PageWalk.Source : S.Tlbs[I].Source) = IsMeasured;
    Added = More;
    IsOther = true;
  }
  return IsOther;
}

bool CacheCorrector::correct(CacheSpecs &S) const {
  bool IsOther = false;
  uint64_t Above = 0;
  for (size_t K = 0; K < S.Levels.size(); ++K) {
    CacheLevelSpec &L = S.Levels[K];
    const uint64_t Bytes = uint64_t(L.Sets) * L.Ways * L.LineBytes;
    const SizeRange Inside = {4 * Above, Bytes * 3 / 4};
    Above = Bytes;
    // The first level's latency is that of loads.
    if (K == 0)
      continue;
    bool IsThis = correctLatency(L.Latency, Inside);
    IsThis |= correctBandwidth(L.Bandwidth, AccessWalk::Load, Inside);
    IsThis |= correctBandwidth(L.WriteBandwidth, AccessWalk::Store, Inside);
    if (IsThis)
      L.Source = IsMeasured;
    IsOther |= IsThis;
  }
  const SizeRange Beyond = {2 * Above, UINT64_MAX};
  bool IsMemory = correctLatency(S.Memory.Latency, Beyond);
  IsMemory |= correctBandwidth(S.Memory.Bandwidth, AccessWalk::Load, Beyond);
  IsMemory |= correctMemoryWrites(S.Memory, Beyond);
  if (IsMemory)
    S.Memory.Source = IsMeasured;
  const bool IsTranslation = correctTranslation(S);
  return IsOther || IsMemory || IsTranslation;
}

//===----------------------------------------------------------------------===//
// From nothing
//===----------------------------------------------------------------------===//

namespace {

/// Sizes that take about as long.
struct Plateau {
  uint64_t Bytes = 0; ///< The largest.
  double Cycles = 0;  ///< The median.
};

} // namespace

/// The plateaus of chases; the last one is that of memory.
static SmallVector<Plateau, 4> findPlateaus(const CoreFigures &F) {
  SmallVector<std::pair<uint64_t, double>, 32> Points;
  for (uint64_t Bytes : walkSizes(AccessWalk::Chase))
    if (auto Cycles = F.get(walkName(AccessWalk::Chase, Bytes)))
      Points.push_back({Bytes, *Cycles});
  SmallVector<Plateau, 4> Found;
  // A step is a run of sizes from each to the next of which it takes an eighth
  // more, if they make 1.4 times together.
  size_t Begin = 0;
  auto Close = [&](size_t Last) {
    Found.push_back({Points[Last].first, Points[(Begin + Last) / 2].second});
  };
  for (size_t I = 0; I + 1 < Points.size();) {
    size_t End = I;
    while (End + 1 < Points.size() &&
           Points[End + 1].second > 1.125 * Points[End].second)
      ++End;
    if (End == I || Points[End].second < 1.4 * Points[I].second) {
      I = std::max(End, I + 1);
      continue;
    }
    // What takes less than a third of the step more is still inside.
    size_t Last = I;
    const double Third = (Points[End].second - Points[I].second) / 3;
    while (Points[Last + 1].second < Points[I].second + Third)
      ++Last;
    Close(Last);
    Begin = I = End;
  }
  if (!Points.empty())
    Close(Points.size() - 1);
  return Found;
}

static CacheLevelSpec levelOf(const Plateau &P, unsigned Ways) {
  CacheLevelSpec L;
  L.LineBytes = AccessPattern::LineBytes;
  // The sets are a power of two.
  L.Ways = static_cast<uint16_t>(P.Bytes >> countr_zero(P.Bytes));
  while (L.Ways < Ways)
    L.Ways *= 2;
  L.Sets = P.Bytes / (uint64_t(L.Ways) * L.LineBytes);
  L.Latency = std::lround(P.Cycles);
  return L;
}

/// The bandwidths of \p To, a level or memory, by walks over \p Sizes. Where
/// they are not known, they are \p Usual bytes a cycle, and \p To counts as
/// assumed. Where a row of stores takes about twice what a row of loads takes,
/// what comes up and what goes down share one.
template <typename Spec>
static void findConnection(const CoreFigures &F, SizeRange Sizes,
                           unsigned Usual, Spec &To) {
  const uint32_t Loads =
                     bandwidthOf(F, AccessWalk::Load, Sizes.Least, Sizes.Most),
                 Stores =
                     bandwidthOf(F, AccessWalk::Store, Sizes.Least, Sizes.Most);
  const double Share = Loads ? double(Stores) / Loads : 0;
  To.Bandwidth = Loads ? Loads : 100 * Usual;
  To.WriteBandwidth = Share > 0.4 && Share < 0.6 ? 0 : Stores;
  To.Source = Loads ? IsMeasured : IsAssumed;
}

/// Sets the lines on their way to \p First, by loads from memory that do not
/// wait for each other. Where that is not known, \p First counts as assumed.
static void findMissBuffers(const CoreFigures &F, double MemoryLatency,
                            CacheLevelSpec &First) {
  constexpr double Usual = 16, Most = 256;
  const double Cycles = F.get(
      walkName(AccessWalk::Scatter, walkSizes(AccessWalk::Scatter).back()), 0);
  First.MissBuffers = std::lround(
      Cycles > 0 ? std::clamp(MemoryLatency / Cycles, 1.0, Most) : Usual);
  First.Source = Cycles > 0 ? IsMeasured : IsAssumed;
}

/// Two buffers of translations and the walk, by what a translation takes.
static void findTlbs(const CoreFigures &F, CacheSpecs &S) {
  SmallVector<std::pair<uint64_t, double>, 16> Points;
  for (uint64_t Bytes : walkSizes(AccessWalk::ChasePages))
    if (auto Cycles = translationOf(F, Bytes))
      Points.push_back({Bytes / AccessPattern::PageBytes, *Cycles});
  constexpr double LeastOfBuffer = 1.5, LeastOfWalk = 6;
  size_t First = 0;
  while (First < Points.size() && Points[First].second < LeastOfBuffer)
    ++First;
  if (First == 0 || First == Points.size())
    return;
  // A few more pages than fit may miss sometimes.
  size_t Second = First + 1;
  while (Second < Points.size() &&
         Points[Second].second < Points[Second - 1].second + LeastOfWalk)
    ++Second;
  // At the first size, some pages may still be in the buffer before.
  double Latency = Points[Second - 1].second;
  for (size_t I = First + 1; I < Second; ++I)
    Latency = std::min(Latency, Points[I].second);
  auto Add = [&](uint64_t Entries, double Cycles) {
    TlbSpec T;
    T.Ways = Entries % 8 == 0 ? 8 : 4;
    T.Sets = Entries / T.Ways;
    T.Latency = std::lround(Cycles);
    T.Source = IsMeasured;
    S.Tlbs.push_back(T);
  };
  Add(Points[First - 1].first, 0);
  Add(Points[Second - 1].first, Latency);
  // Without a step there is a walk that nobody has seen.
  constexpr unsigned UsualWalk = 30;
  const bool HasWalk = Second < Points.size();
  S.PageWalk.Latency =
      HasWalk
          ? std::lround(Points[(Second + Points.size()) / 2].second - Latency)
          : UsualWalk;
  S.PageWalk.Source = HasWalk ? IsMeasured : IsAssumed;
}

/// What nearly every core has. How far it goes is not measured.
static void assumePrefetchers(CacheSpecs &S) {
  auto Add = [&](PrefetchKind Kind, unsigned Level, unsigned Distance,
                 unsigned Degree, unsigned Entries) {
    PrefetcherSpec P;
    P.Kind = Kind;
    P.Level = Level;
    P.Distance = Distance;
    P.Degree = Degree;
    P.Entries = Entries;
    P.Source = IsAssumed;
    S.Prefetchers.push_back(P);
  };
  Add(PrefetchKind::Stride, 0, 4, 1, 64);
  if (S.Levels.size() > 1)
    Add(PrefetchKind::Stream, 1, 20, 2, 32);
}

static std::optional<CacheSpecs> findCaches(const CoreFigures &F) {
  const SmallVector<Plateau, 4> Found = findPlateaus(F);
  if (Found.size() < 2)
    return std::nullopt;
  CacheSpecs S;
  const size_t NumLevels = std::min<size_t>(Found.size() - 1, 8);
  uint64_t Above = 0;
  for (size_t K = 0; K < NumLevels; ++K) {
    CacheLevelSpec L = levelOf(Found[K], K < 2 ? 8 : 16);
    if (K == 0)
      findMissBuffers(F, Found.back().Cycles, L);
    else
      findConnection(F, {2 * Above, Found[K].Bytes}, /*Usual=*/16, L);
    Above = Found[K].Bytes;
    S.Levels.push_back(L);
  }
  S.Memory.Latency = std::lround(Found.back().Cycles);
  findConnection(F, {2 * Above, UINT64_MAX}, /*Usual=*/4, S.Memory);
  findTlbs(F, S);
  assumePrefetchers(S);
  return S;
}

CacheSection kernelbounds::describeCaches(const CoreFigures &Machine,
                                          const CoreFigures &Model,
                                          const CacheTables *Base) {
  if (Base) {
    CacheSpecs S;
    S.copy(*Base);
    if (!CacheCorrector(Machine, Model).correct(S))
      return {};
    S.restrict();
    return {S.text(), {{"base", "as in the base"}}};
  }
  std::optional<CacheSpecs> S = findCaches(Machine);
  if (!S)
    return {};
  S->restrict();
  return {S->text(),
          {{"assumed", "not measured: a value that many cores have"}}};
}
