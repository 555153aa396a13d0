//===- LoopMatching.cpp - Which loop became which -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Function by function, each pair of loops gets a score, and the pairs with
/// the largest sum are taken. What counts, the weightiest first:
///
///   - Both are the main loop of a source line: that which does most work in a
///     trip, where a compiler makes several loops of one.
///   - They stand at the same source line, up to the shift that most loops of
///     the function have in common.
///   - Their instructions are the same: twice the number of common mnemonics,
///     over the number of all.
///   - They stand at similar places in the order of the function.
///
/// Tested by unittests/Compare/LoopMatchingTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/LoopMatching.h"
#include "kernel-bounds/Compare/Assignment.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Scores of a pair; likeness counts from 0 to ForLikeness.
constexpr int64_t ForMain = 3000, ForLine = 2000, ForLikeness = 1000,
                  ForOrder = 100;
/// A pair with less in common than that is none, unless it is the only one.
constexpr int64_t LeastLikeness = 300;
/// Loops of one function that are paired by scores; beyond, by classes.
constexpr size_t MostScored = 512;

/// What is compared of a loop.
struct Side {
  const LoopRecord *Loop;
  size_t Index;                  ///< Into what matchLoops() was given.
  std::vector<StringRef> Sorted; ///< Mnemonics.
  StringRef File;                ///< Of the source, without its folder.
  int64_t Line = 0;              ///< Shifted; 0 = not known.
  bool IsMain = false;
  double Place = 0; ///< In the order of the function, from 0 to 1.
};

class Matcher {
public:
  Matcher(ArrayRef<LoopRecord> Old, ArrayRef<LoopRecord> New)
      : Old(Old), New(New), PartnerOfOld(Old.size()), PartnerOfNew(New.size()) {
  }
  std::vector<LoopPair> run();

private:
  struct Group {
    std::vector<Side> Old, New;
  };
  void matchFunction(Group &G);
  void matchByScores(Group &G);
  void matchByClasses(Group &G);
  void matchFunctions();
  void matchLines();
  void pair(const Side &O, const Side &N) {
    PartnerOfOld[O.Index] = N.Index;
    PartnerOfNew[N.Index] = O.Index;
  }

  ArrayRef<LoopRecord> Old, New;
  std::vector<std::optional<size_t>> PartnerOfOld, PartnerOfNew;
};

} // namespace

/// The name of the function without what compilers append to clones of it.
/// Functions that have no name but their address are all the same.
static std::string functionKey(const LoopRecord &L) {
  StringRef Symbol = L.Function;
  if (Symbol.starts_with("0x"))
    return "";
  for (StringRef Clone : {".constprop", ".isra", ".part", ".cold", ".lto_priv",
                          ".llvm.", ".localalias"})
    Symbol = Symbol.take_front(Symbol.find(Clone));
  return demangledName(Symbol);
}

static Side sideOf(const LoopRecord &L, size_t Index) {
  Side S{&L, Index, {}, sys::path::filename(L.SourceFile), 0, false, 0};
  for (const RecordedInst &I : L.Insts)
    S.Sorted.push_back(I.Mnemonic);
  llvm::sort(S.Sorted);
  S.Line = L.LeastLine;
  return S;
}

/// From 0 to ForLikeness. O(instructions).
static int64_t likeness(const Side &A, const Side &B) {
  size_t Common = 0;
  auto I = A.Sorted.begin(), J = B.Sorted.begin();
  while (I != A.Sorted.end() && J != B.Sorted.end()) {
    if (*I == *J) {
      ++Common;
      ++I;
      ++J;
    } else if (*I < *J) {
      ++I;
    } else {
      ++J;
    }
  }
  const size_t All = A.Sorted.size() + B.Sorted.size();
  return All == 0 ? ForLikeness : int64_t(2 * Common) * ForLikeness / All;
}

static bool isSameLine(const Side &A, const Side &B) {
  return A.Line != 0 && A.Line == B.Line && A.File == B.File;
}

/// A file may have another name now: that of all loops of a function is the
/// same file in both versions.
static void uniteFiles(MutableArrayRef<Side> Old, ArrayRef<Side> New) {
  auto IsOfOneFile = [](ArrayRef<Side> Loops) {
    return all_of(Loops,
                  [&](const Side &S) { return S.File == Loops[0].File; });
  };
  if (IsOfOneFile(Old) && IsOfOneFile(New))
    for (Side &S : Old)
      S.File = New.front().File;
}

/// Lines by which most loops moved from \p Old to \p New; of equally good
/// shifts the smallest.
static int64_t findShift(ArrayRef<Side> Old, ArrayRef<Side> New) {
  std::map<int64_t, unsigned> Votes;
  for (const Side &O : Old)
    for (const Side &N : New)
      if (O.Line != 0 && N.Line != 0 && O.File == N.File)
        ++Votes[N.Line - O.Line];
  int64_t Best = 0;
  unsigned Most = Votes[0];
  for (auto [Shift, Num] : Votes)
    if (Num > Most || (Num == Most && std::abs(Shift) < std::abs(Best))) {
      Best = Shift;
      Most = Num;
    }
  return Best;
}

/// Marks the loops that do most work in a trip of those at one line. Lines that
/// are not known are one line if \p IsAlone says so.
static void markMain(MutableArrayRef<Side> Loops, bool IsAlone) {
  std::map<std::pair<StringRef, int64_t>, Side *> Main;
  auto Work = [](const Side &S) {
    return std::pair(S.Loop->ElementsPerTrip, S.Loop->BytesPerTrip);
  };
  for (Side &S : Loops) {
    if (S.Line == 0 && !IsAlone)
      continue;
    Side *&Best = Main[{S.File, S.Line}];
    if (!Best || Work(S) > Work(*Best))
      Best = &S;
  }
  for (auto &[Line, Best] : Main)
    Best->IsMain = true;
}

static void setPlaces(MutableArrayRef<Side> Loops) {
  for (auto [I, S] : enumerate(Loops))
    S.Place = Loops.size() < 2 ? 0 : double(I) / double(Loops.size() - 1);
}

/// Pairs by the largest sum of scores.
void Matcher::matchByScores(Group &G) {
  std::vector<int64_t> Scores, Likeness;
  for (const Side &O : G.Old)
    for (const Side &N : G.New) {
      const bool IsLine = isSameLine(O, N);
      const bool CanBeMain = IsLine || (O.Line == 0 && N.Line == 0);
      Likeness.push_back(likeness(O, N));
      Scores.push_back((O.IsMain && N.IsMain && CanBeMain ? ForMain : 0) +
                       (IsLine ? ForLine : 0) + Likeness.back() +
                       int64_t((1 - std::abs(O.Place - N.Place)) * ForOrder));
    }
  const std::vector<size_t> ColumnOf =
      assignPairs(Scores, G.Old.size(), G.New.size());
  for (auto [I, Column] : enumerate(ColumnOf)) {
    if (Column == Unassigned)
      continue;
    const Side &O = G.Old[I], &N = G.New[Column];
    const bool IsOnlyOne = G.Old.size() == 1 && G.New.size() == 1;
    if (IsOnlyOne || isSameLine(O, N) || (O.IsMain && N.IsMain) ||
        Likeness[I * G.New.size() + Column] >= LeastLikeness)
      pair(O, N);
  }
}

/// Pairs loops with the same instructions at the same line, and after them
/// those at the same line, each in their order.
void Matcher::matchByClasses(Group &G) {
  for (bool ByInsts : {true, false}) {
    std::map<std::pair<std::pair<StringRef, int64_t>, std::vector<StringRef>>,
             std::vector<const Side *>>
        Waiting;
    auto KeyOf = [&](const Side &S) {
      return std::pair(std::pair(S.File, S.Line),
                       ByInsts ? S.Sorted : std::vector<StringRef>());
    };
    for (const Side &O : reverse(G.Old))
      if (!PartnerOfOld[O.Index])
        Waiting[KeyOf(O)].push_back(&O);
    for (const Side &N : G.New) {
      if (PartnerOfNew[N.Index])
        continue;
      auto It = Waiting.find(KeyOf(N));
      if (It == Waiting.end() || It->second.empty() ||
          (!ByInsts && N.Line == 0))
        continue;
      pair(*It->second.back(), N);
      It->second.pop_back();
    }
  }
}

void Matcher::matchFunction(Group &G) {
  if (G.Old.empty() || G.New.empty())
    return;
  uniteFiles(G.Old, G.New);
  const int64_t Shift = findShift(G.Old, G.New);
  for (Side &O : G.Old)
    if (O.Line != 0)
      O.Line += Shift;
  const bool IsAlone = G.Old.size() == 1 || G.New.size() == 1;
  markMain(G.Old, IsAlone);
  markMain(G.New, IsAlone);
  setPlaces(G.Old);
  setPlaces(G.New);
  if (std::max(G.Old.size(), G.New.size()) <= MostScored)
    matchByScores(G);
  else
    matchByClasses(G);
}

/// Loops that came into another function.
void Matcher::matchLines() {
  std::map<std::pair<StringRef, int64_t>, Group> Lines;
  for (auto [I, L] : enumerate(Old))
    if (!PartnerOfOld[I] && L.LeastLine != 0) {
      Side S = sideOf(L, I);
      Lines[{S.File, S.Line}].Old.push_back(std::move(S));
    }
  for (auto [I, L] : enumerate(New))
    if (!PartnerOfNew[I] && L.LeastLine != 0) {
      Side S = sideOf(L, I);
      Lines[{S.File, S.Line}].New.push_back(std::move(S));
    }
  for (auto &[Line, G] : Lines)
    matchFunction(G);
}

/// Two objects may have functions of one name, so that those of objects of one
/// path are paired; after them functions that came into another object.
void Matcher::matchFunctions() {
  std::map<std::pair<std::string, std::string>, Group> Functions;
  for (auto [I, L] : enumerate(Old))
    Functions[{L.Unit, functionKey(L)}].Old.push_back(sideOf(L, I));
  for (auto [I, L] : enumerate(New))
    Functions[{L.Unit, functionKey(L)}].New.push_back(sideOf(L, I));
  std::map<std::string, Group> Moved;
  for (auto &[Key, G] : Functions) {
    Group &Left = Moved[Key.second];
    if (G.Old.empty())
      append_range(Left.New, std::move(G.New));
    else if (G.New.empty())
      append_range(Left.Old, std::move(G.Old));
    else
      matchFunction(G);
  }
  for (auto &[Name, G] : Moved)
    matchFunction(G);
}

std::vector<LoopPair> Matcher::run() {
  matchFunctions();
  matchLines();
  std::vector<LoopPair> Pairs;
  for (size_t I = 0; I < New.size(); ++I)
    Pairs.push_back({PartnerOfNew[I], I});
  for (size_t I = 0; I < Old.size(); ++I)
    if (!PartnerOfOld[I])
      Pairs.push_back({I, std::nullopt});
  return Pairs;
}

std::vector<LoopPair> kernelbounds::matchLoops(ArrayRef<LoopRecord> Old,
                                               ArrayRef<LoopRecord> New) {
  return Matcher(Old, New).run();
}
