//===- CacheParser.cpp - The caches in a model file -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part `caches:` of a model file. Tested by
/// unittests/Model/ModelLoaderTest.cpp and test/Model/errors/cache-*.yaml.
//
//===----------------------------------------------------------------------===//

#include "ModelParser.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

/// Takes \p Letter and a digit up to \p Most from the front of \p Text.
static bool takeDigit(StringRef &Text, StringRef Letter, char Most,
                      uint8_t &Into) {
  if (!Text.consume_front(Letter) || Text.empty() || Text.front() < '0' ||
      Text.front() > Most)
    return false;
  Into = static_cast<uint8_t>(Text.front() - '0');
  Text = Text.drop_front();
  return true;
}

/// "qlru-h11-m1-r0-u0", and the same with "-umo" behind it.
static std::optional<ReplacementSpec> parseQLRU(StringRef Text) {
  ReplacementSpec R;
  R.Kind = ReplacementKind::QLRU;
  if (!takeDigit(Text, "qlru-h", '2', R.Hit3) ||
      !takeDigit(Text, "", '1', R.Hit2) ||
      !takeDigit(Text, "-m", '3', R.Insert) ||
      !takeDigit(Text, "-r", '2', R.Choice) ||
      !takeDigit(Text, "-u", '3', R.Update))
    return std::nullopt;
  R.OnMissOnly = Text.consume_front("-umo");
  // Without a line of age 3, R0 and R2 have no choice: the update makes one.
  if (!Text.empty() || (R.Choice != 1 && R.Update >= 2))
    return std::nullopt;
  return R;
}

Expected<ReplacementSpec> ModelParser::parseReplacement(const Node &N) {
  std::string Name;
  KB_SET(Name, Y.string(N, "replacement"));
  ReplacementSpec R;
  if (Name == "lru")
    return R;
  if (Name == "tree-plru" || Name == "lru-of-trees") {
    R.Kind = Name == "tree-plru" ? ReplacementKind::TreePLRU
                                 : ReplacementKind::TreesLRU;
    return R;
  }
  if (std::optional<ReplacementSpec> Q = parseQLRU(Name))
    return *Q;
  return Y.error(N, "unknown replacement '" + Name +
                        "'; known are lru, tree-plru, lru-of-trees, and names "
                        "such as qlru-h11-m1-r0-u0");
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

/// Bytes a cycle, at most.
static constexpr int64_t MostBandwidth = 102400;

Error ModelParser::parseCacheSwitch(StringRef Key, const Node &N,
                                    CacheLevelSpec &L) {
  bool On;
  KB_SET(On, Y.boolean(N, Key));
  if (Key == "victim")
    L.IsVictim = On;
  else if (Key == "write_allocate")
    L.NoWriteAllocate = !On;
  else
    L.IsWriteThrough = !On;
  return Error::success();
}

Error ModelParser::parseCacheLevel(const Node &N) {
  CacheLevelSpec L;
  L.Line = N.Mark().line + 1;
  uint32_t KiB = 0;
  Error E = parseSourced(
      N, "a level of 'caches'",
      {"size", "ways", "line", "replacement", "latency", "miss_buffers?",
       "bandwidth?", "write_bandwidth?", "banks?", "bank_bytes?", "victim?",
       "write_allocate?", "write_back?"},
      L.Source, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "size")
          KB_SET(KiB, Y.integer(V, Key, 1, 1 << 21));
        else if (Key == "ways")
          KB_SET(L.Ways, Y.integer(V, Key, 1, 64));
        else if (Key == "line")
          KB_SET(L.LineBytes, Y.integer(V, Key, 16, 1024));
        else if (Key == "replacement")
          KB_SET(L.Replacement, parseReplacement(V));
        else if (Key == "latency")
          KB_SET(L.Latency, Y.integer(V, Key, 1, 10000));
        else if (Key == "miss_buffers")
          KB_SET(L.MissBuffers, Y.integer(V, Key, 1, 10000));
        else if (Key == "bandwidth")
          KB_SET(L.Bandwidth, Y.hundredths(V, Key, 1, MostBandwidth));
        else if (Key == "write_bandwidth")
          KB_SET(L.WriteBandwidth, Y.hundredths(V, Key, 1, MostBandwidth));
        else if (Key == "banks")
          KB_SET(L.Banks, Y.integer(V, Key, 1, 64));
        else if (Key == "bank_bytes")
          KB_SET(L.BankBytes, Y.integer(V, Key, 1, 64));
        else
          return parseCacheSwitch(Key, V, L);
        return Error::success();
      });
  if (E)
    return E;
  if ((L.Banks == 0) != (L.BankBytes == 0))
    return Y.error(N, "'banks' and 'bank_bytes' belong together");
  if (L.Banks != 0 && L.LineBytes % (unsigned(L.Banks) * L.BankBytes) != 0)
    return Y.error(N["banks"], "the line must be a multiple of all its banks");
  const uint64_t PerWay = uint64_t(L.Ways) * L.LineBytes;
  if (!isPowerOf2_32(L.LineBytes))
    return Y.error(N["line"], "line must be a power of 2");
  if (uint64_t(KiB) * 1024 % PerWay != 0)
    return Y.error(N["size"], "the size must be a multiple of ways times line");
  if (L.Replacement.Kind == ReplacementKind::TreePLRU && !isPowerOf2_32(L.Ways))
    return Y.error(N["ways"], "the ways of 'tree-plru' must be a power of 2");
  if (L.Replacement.Kind == ReplacementKind::TreesLRU && L.Ways % 4 != 0)
    return Y.error(N["ways"], "the ways of 'lru-of-trees' must be a multiple "
                              "of 4");
  L.Sets = static_cast<uint32_t>(uint64_t(KiB) * 1024 / PerWay);
  S->CacheLevels.push_back(L);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// What stands beside the levels
//===----------------------------------------------------------------------===//

Error ModelParser::parseTlb(const Node &N) {
  TlbSpec T;
  uint32_t Entries = 0;
  Error E = parseSourced(N, "a TLB", {"entries", "ways", "latency?"}, T.Source,
                         [&](StringRef Key, const Node &V) -> Error {
                           if (Key == "entries")
                             KB_SET(Entries, Y.integer(V, Key, 1, 1 << 20));
                           else if (Key == "ways")
                             KB_SET(T.Ways, Y.integer(V, Key, 1, 1024));
                           else
                             KB_SET(T.Latency, Y.integer(V, Key, 0, 1000));
                           return Error::success();
                         });
  if (E)
    return E;
  if (Entries % T.Ways != 0)
    return Y.error(N["entries"], "the entries must be a multiple of the ways");
  T.Sets = Entries / T.Ways;
  S->Tlbs.push_back(T);
  return Error::success();
}

Error ModelParser::parsePrefetcher(const Node &N) {
  PrefetcherSpec P;
  Error E = parseSourced(
      N, "a prefetcher",
      {"kind", "level", "distance?", "degree?", "entries?", "crosses_pages?",
       "after_pages?", "patience?"},
      P.Source, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "kind") {
          std::string Name;
          KB_SET(Name, Y.string(V, Key));
          for (unsigned K = 0; K < NumPrefetchKinds; ++K)
            if (Name == prefetchKindName(PrefetchKind(K))) {
              P.Kind = PrefetchKind(K);
              return Error::success();
            }
          return Y.error(V, "unknown prefetcher '" + Name +
                                "'; known are next-line, adjacent, stream, "
                                "stride");
        }
        if (Key == "level") {
          KB_SET(P.Level, Y.integer(V, Key, 1, 8));
          --P.Level;
        } else if (Key == "distance") {
          KB_SET(P.Distance, Y.integer(V, Key, 1, 1000));
        } else if (Key == "degree") {
          KB_SET(P.Degree, Y.integer(V, Key, 1, 100));
        } else if (Key == "entries") {
          KB_SET(P.Entries, Y.integer(V, Key, 1, 10000));
        } else if (Key == "crosses_pages") {
          KB_SET(P.CrossesPages, Y.boolean(V, Key));
        } else if (Key == "after_pages") {
          KB_SET(P.AfterPages, Y.integer(V, Key, 1, 100));
        } else {
          KB_SET(P.Patience, Y.integer(V, Key, 1, 10000));
        }
        return Error::success();
      });
  if (E)
    return E;
  for (const char *Key : {"after_pages", "patience"})
    if (N[Key] && P.Kind != PrefetchKind::Stream)
      return Y.error(N[Key], Twine("'") + Key +
                                 "' is for prefetchers of kind 'stream'");
  if (P.AfterPages != 0 && !P.CrossesPages)
    return Y.error(N["after_pages"],
                   "'after_pages' needs 'crosses_pages: true'");
  const bool Follows =
      P.Kind == PrefetchKind::Stream || P.Kind == PrefetchKind::Stride;
  if (Follows && P.Entries == 0)
    return Y.error(N, "missing key 'entries' in a prefetcher of kind '" +
                          prefetchKindName(P.Kind) + "'");
  if (P.Level >= S->CacheLevels.size())
    return Y.error(N["level"], "there is no such level");
  S->Prefetchers.push_back(P);
  return Error::success();
}

Error ModelParser::parseMemory(const Node &N) {
  MemorySpec &M = S->Caches.Memory;
  return parseSourced(
      N, "'memory'", {"latency", "bandwidth", "write_bandwidth?"}, M.Source,
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "latency")
          KB_SET(M.Latency, Y.integer(V, Key, 1, 10000));
        else if (Key == "bandwidth")
          KB_SET(M.Bandwidth, Y.hundredths(V, Key, 1, MostBandwidth));
        else
          KB_SET(M.WriteBandwidth, Y.hundredths(V, Key, 1, MostBandwidth));
        return Error::success();
      });
}

Error ModelParser::parsePageWalk(const Node &N) {
  PageWalkSpec &W = S->Caches.PageWalk;
  return parseSourced(N, "'page_walk'", {"latency", "walkers?"}, W.Source,
                      [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "latency")
                          KB_SET(W.Latency, Y.integer(V, Key, 0, 10000));
                        else
                          KB_SET(W.Walkers, Y.integer(V, Key, 1, 100));
                        return Error::success();
                      });
}

/// What the levels say of each other.
Error ModelParser::checkCaches(const Node &N) {
  const Node Levels = N["levels"];
  for (size_t I = 1; I < S->CacheLevels.size(); ++I) {
    const CacheLevelSpec &L = S->CacheLevels[I], &Above = S->CacheLevels[I - 1];
    if (L.LineBytes != Above.LineBytes)
      return Y.error(Levels[I]["line"], "all levels must have the same line");
    if (L.Latency <= Above.Latency)
      return Y.error(Levels[I]["latency"], "the latency must be larger than "
                                           "that of the level above");
    if (L.Bandwidth == 0)
      return Y.error(Levels[I], "missing key 'bandwidth' in a level of "
                                "'caches' below the first");
  }
  const CacheLevelSpec &First = S->CacheLevels.front();
  for (const char *Key : {"bandwidth", "write_bandwidth", "victim"})
    if (Levels[0][Key])
      return Y.error(Levels[0][Key],
                     std::string("'") + Key + "' is not of the first level");
  for (size_t I = 1; I < S->CacheLevels.size(); ++I)
    if (Levels[I]["banks"])
      return Y.error(Levels[I]["banks"], "'banks' is of the first level only");
  if (First.MissBuffers == 0)
    return Y.error(Levels[0], "missing key 'miss_buffers' in the first level "
                              "of 'caches'");
  if (S->Caches.Memory.Latency <= S->CacheLevels.back().Latency)
    return Y.error(N["memory"]["latency"], "the latency must be larger than "
                                           "that of the last level");
  if (!S->Tlbs.empty() && !N["page_walk"])
    return Y.error(N, "missing key 'page_walk' in 'caches' with 'tlbs'");
  return Error::success();
}

Error ModelParser::parseCaches(const Node &N) {
  for (StringRef Key : {"levels", "memory"})
    if (Error E = requireKey(N, Key, "'caches'"))
      return E;
  if (Error E = Y.forEachKey(
          N, "'caches'",
          {"levels", "memory", "tlbs", "page_walk", "prefetchers"},
          [](StringRef, const Node &) { return Error::success(); }))
    return E;
  auto List = [&](const char *Key, Error (ModelParser::*Parse)(const Node &)) {
    return N[Key]
               ? Y.forEachItem(N[Key], Key,
                               [&](const Node &I) { return (this->*Parse)(I); })
               : Error::success();
  };
  if (Error E = List("levels", &ModelParser::parseCacheLevel))
    return E;
  if (S->CacheLevels.empty() || S->CacheLevels.size() > 8)
    return Y.error(N["levels"], "expected one to eight levels");
  if (Error E = List("tlbs", &ModelParser::parseTlb))
    return E;
  if (Error E = List("prefetchers", &ModelParser::parsePrefetcher))
    return E;
  if (Error E = parseMemory(N["memory"]))
    return E;
  if (N["page_walk"])
    if (Error E = parsePageWalk(N["page_walk"]))
      return E;
  return checkCaches(N);
}
