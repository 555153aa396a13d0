//===- Markers.cpp - Regions between markers ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Begin and end pair up by style and name. The readers cut blocks at markers,
/// so a region is always a run of whole blocks.
///
/// Tested by unittests/Frontend/MarkersTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/Markers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace kernelbounds {
namespace {

/// Markers whose end is still to come, by style and name.
using OpenMarkers = std::map<std::pair<MarkerStyle, std::string>, CodeMarker>;

class RegionFinder {
public:
  RegionFinder(CodeFile &File, const std::vector<std::vector<LoopBody>> &Loops,
               StringRef FileName)
      : File(File), Loops(Loops), FileName(FileName) {}
  std::vector<MarkedRegion> run();

private:
  void complain(const CodeMarker &M, const Twine &Message) {
    File.addDiagnostic({FileName.str(), M.Line, 0, Message.str()});
  }
  void addRegion(const CodeMarker &Begin, const CodeMarker &End);
  void addBodies(MarkedRegion &R, const ListedFunction &F);
  bool mergeWithKnown(const MarkedRegion &R);

  CodeFile &File;
  const std::vector<std::vector<LoopBody>> &Loops;
  StringRef FileName;
  std::vector<MarkedRegion> Regions;
};

StringRef nameOf(const CodeMarker &M) {
  switch (M.Style) {
  case MarkerStyle::Bytes:
    return M.IsBegin ? "byte marker 111" : "byte marker 222";
  case MarkerStyle::Osaca:
    return M.IsBegin ? "OSACA-BEGIN" : "OSACA-END";
  case MarkerStyle::Mca:
    return M.IsBegin ? "LLVM-MCA-BEGIN" : "LLVM-MCA-END";
  }
  return "";
}

void RegionFinder::addBodies(MarkedRegion &R, const ListedFunction &F) {
  auto IsInside = [&](unsigned B) {
    return F.Blocks[B].First >= R.First && F.Blocks[B].End <= R.End;
  };
  for (const LoopBody &L : Loops[R.FunctionIdx])
    if (all_of(L.Blocks, IsInside)) {
      R.Bodies.push_back(L);
      R.Bodies.back().Marked = true;
    }
  if (!R.Bodies.empty())
    return;
  LoopBody &Straight = R.Bodies.emplace_back();
  Straight.Marked = true;
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    if (IsInside(B))
      Straight.Blocks.push_back(B);
  Straight.Header = Straight.Blocks.front();
  Straight.Path = Straight.Blocks;
}

/// True if \p R says the same as a region found before, in another style.
bool RegionFinder::mergeWithKnown(const MarkedRegion &R) {
  auto SameBodies = [&](const MarkedRegion &Other) {
    return llvm::equal(R.Bodies, Other.Bodies,
                       [](const LoopBody &A, const LoopBody &B) {
                         return A.Blocks == B.Blocks;
                       });
  };
  for (MarkedRegion &Other : Regions) {
    if (Other.FunctionIdx != R.FunctionIdx || !SameBodies(Other))
      continue;
    if (Other.Name.empty())
      Other.Name = R.Name;
    Other.Line = std::min(Other.Line, R.Line);
    return true;
  }
  return false;
}

void RegionFinder::addRegion(const CodeMarker &Begin, const CodeMarker &End) {
  if (Begin.InstIdx >= End.InstIdx)
    return complain(Begin, "no instruction between " + nameOf(Begin) + " and " +
                               nameOf(End));
  MarkedRegion R;
  R.Name = Begin.Name;
  R.First = Begin.InstIdx;
  R.End = End.InstIdx;
  R.Line = Begin.Line;
  const std::vector<ListedFunction> &Functions = File.Code.Functions;
  auto It = partition_point(Functions, [&](const ListedFunction &F) {
    return F.Blocks.back().End <= R.First;
  });
  if (It == Functions.end() || It->Blocks.back().End < R.End)
    return complain(Begin,
                    "the region from " + nameOf(Begin) + " to " + nameOf(End) +
                        " reaches into another function; it is left out");
  R.FunctionIdx = It - Functions.begin();
  addBodies(R, *It);
  if (!mergeWithKnown(R))
    Regions.push_back(std::move(R));
}

/// The open marker that \p M ends. As in llvm-mca, an end without a name ends
/// the only region that is open.
OpenMarkers::iterator findBegin(OpenMarkers &Open, const CodeMarker &M) {
  auto It = Open.find({M.Style, M.Name});
  if (It != Open.end() || M.IsBegin || !M.Name.empty() ||
      M.Style != MarkerStyle::Mca)
    return It;
  auto IsMca = [](const auto &O) { return O.first.first == MarkerStyle::Mca; };
  return count_if(Open, IsMca) == 1 ? find_if(Open, IsMca) : It;
}

std::vector<MarkedRegion> RegionFinder::run() {
  OpenMarkers Open;
  for (const CodeMarker &M : File.Markers) {
    std::pair Key(M.Style, M.Name);
    auto It = findBegin(Open, M);
    if (M.IsBegin) {
      if (It != Open.end())
        complain(It->second, nameOf(M) + " without an end before the next one");
      Open[Key] = M;
    } else if (It == Open.end()) {
      complain(M, nameOf(M) + " without a begin");
    } else {
      addRegion(It->second, M);
      Open.erase(It);
    }
  }
  for (const auto &[Key, M] : Open)
    complain(M, nameOf(M) + " without an end");
  sort(Regions, [](const MarkedRegion &A, const MarkedRegion &B) {
    return std::pair(A.First, A.End) < std::pair(B.First, B.End);
  });
  return std::move(Regions);
}

} // namespace

std::vector<MarkedRegion>
findMarkedRegions(CodeFile &File,
                  const std::vector<std::vector<LoopBody>> &Loops,
                  StringRef FileName) {
  return RegionFinder(File, Loops, FileName).run();
}

} // namespace kernelbounds
