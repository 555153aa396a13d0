//===- SourceLoops.cpp - The loops of a source file -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The head is the line by which the instruction that closes the loop goes, if
/// that line names a loop; else the nearest line above the loop's code that
/// does. Where the loop was inlined from another file, the line of the call
/// counts.
///
/// Tested by unittests/Project/SourceLoopsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/SourceLoops.h"
#include "kernel-bounds/Project/CompileCommands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

std::vector<StringRef> kernelbounds::linesOf(StringRef Text) {
  SmallVector<StringRef> Rows;
  Text.split(Rows, '\n');
  std::vector<StringRef> Lines;
  for (StringRef Row : Rows)
    Lines.push_back(Row.rtrim('\r'));
  return Lines;
}

bool kernelbounds::namesLoop(StringRef Line) {
  Line = Line.split("//").first;
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  while (!Line.empty()) {
    const StringRef Word = Line.take_while(IsWord);
    for (StringRef Loop : {"for", "while", "do", "loop"})
      if (Word.equals_insensitive(Loop))
        return true;
    Line = Line.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return false;
}

namespace {

/// Finds heads in the text of one file.
class HeadFinder {
public:
  HeadFinder(StringRef File, ArrayRef<StringRef> Lines)
      : File(File), Lines(Lines) {}

  /// The head of \p L in the file. Line 0: it has none there.
  RecordedPlace find(const LoopRecord &L);

private:
  bool isFile(StringRef Name);
  bool names(unsigned Line) const {
    return Line > 0 && Line <= Lines.size() && namesLoop(Lines[Line - 1]);
  }
  unsigned search(const LoopRecord &L, unsigned Latch) const;

  StringRef File;
  ArrayRef<StringRef> Lines;
  StringMap<bool> Known;
};

} // namespace

bool HeadFinder::isFile(StringRef Name) {
  const auto [It, IsNew] = Known.try_emplace(Name, false);
  if (IsNew)
    It->second = Name == File || realPath(Name) == File;
  return It->second;
}

unsigned HeadFinder::search(const LoopRecord &L, unsigned Latch) const {
  if (names(Latch))
    return Latch;
  // Lines above the loop's first that may still hold its head.
  constexpr unsigned Reach = 3;
  const unsigned Start = L.SourceLine ? L.SourceLine : Latch;
  unsigned Least = std::min(Start, Latch);
  if (L.LeastLine)
    Least = std::min(Least, L.LeastLine);
  for (unsigned Line = Start; Line > 0 && Line + Reach >= Least; --Line)
    if (names(Line))
      return Line;
  return Latch;
}

RecordedPlace HeadFinder::find(const LoopRecord &L) {
  for (const RecordedPlace &P : L.Heads) {
    if (P.Line == 0 || !isFile(P.File))
      continue;
    if (!P.Callee.empty())
      return P;
    const unsigned Line = isFile(L.SourceFile) ? search(L, P.Line) : P.Line;
    return {P.File, Line, ""};
  }
  return {};
}

/// Does more in a trip; of those that do the same, the one that takes longer;
/// then the first of the file.
static bool isBefore(const LoopRecord *A, const LoopRecord *B) {
  const auto KeyA =
      std::make_tuple(A->ElementsPerTrip, A->BytesPerTrip, A->Prediction);
  const auto KeyB =
      std::make_tuple(B->ElementsPerTrip, B->BytesPerTrip, B->Prediction);
  return KeyA == KeyB ? A < B : KeyA > KeyB;
}

std::vector<SourceLoop>
kernelbounds::findSourceLoops(ArrayRef<LoopRecord> Loops, StringRef File,
                              ArrayRef<StringRef> Lines) {
  HeadFinder Heads(File, Lines);
  std::map<std::pair<unsigned, std::string>, SourceLoop> ByHead;
  for (const LoopRecord &L : Loops) {
    const RecordedPlace Head = Heads.find(L);
    if (Head.Line == 0)
      continue;
    SourceLoop &S = ByHead[{Head.Line, Head.Callee}];
    S.Line = Head.Line;
    S.Callee = Head.Callee;
    S.Copies.push_back(&L);
  }
  std::vector<SourceLoop> All;
  for (auto &[Head, S] : ByHead) {
    llvm::sort(S.Copies, isBefore);
    All.push_back(std::move(S));
  }
  return All;
}
