//===- ModelLoops.cpp - What two models say of loops ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Both sides are the loops of the same file in the same order, so that nothing
/// has to be matched; each pair is compared as `kernel-opt diff` does.
/// Tested by test/kernel-opt/model-diff-loops.test.
//
//===----------------------------------------------------------------------===//

#include "ModelLoops.h"
#include "LoopPlaces.h"
#include "kernel-bounds/Report/DiffReport.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The loops of all files by both models, in the same order.
struct BothSides {
  std::vector<LoopRecord> A, B;
};

} // namespace

static Error recordFile(const CommandLine &Side, const std::string &File,
                        bool IsQuiet, std::vector<LoopRecord> &Out) {
  CommandLine One = Side;
  One.Files = {File};
  One.All = true;
  One.Quiet = IsQuiet;
  One.Format = allDiffReports().begin();
  return recordLoops(One, Out);
}

/// Adds the loops of \p File, or nothing. Warnings on it come once.
static Error recordBoth(const CommandLine &A, const CommandLine &B,
                        const std::string &File, BothSides &Loops) {
  const size_t Before = Loops.A.size();
  Error E = recordFile(A, File, /*IsQuiet=*/false, Loops.A);
  if (!E)
    E = recordFile(B, File, /*IsQuiet=*/true, Loops.B);
  if (E) {
    Loops.A.resize(Before);
    Loops.B.resize(Before);
  }
  assert(Loops.A.size() == Loops.B.size() && "loops do not depend on models");
  return E;
}

static Error recordPath(const CommandLine &A, const CommandLine &B,
                        const std::string &Path, BothSides &Loops) {
  if (!sys::fs::is_directory(Path))
    return recordBoth(A, B, Path, Loops);
  auto Files = filesBelow(Path, {".s", ".o", ".obj"});
  if (!Files)
    return Files.takeError();
  size_t NumRead = 0;
  for (const std::string &File : *Files) {
    SmallString<256> Full(Path);
    sys::path::append(Full, File);
    if (Error E = recordBoth(A, B, std::string(Full), Loops))
      errs() << "kernel-opt: warning: "
             << escapeControls(toString(std::move(E))) << '\n';
    else
      ++NumRead;
  }
  return NumRead > 0 ? Error::success()
                     : createStringError("no assembly (*.s) and no object "
                                         "(*.o, *.obj) in '" +
                                         Path + "' can be read");
}

Error kernelbounds::printLoopChanges(raw_ostream &OS, const CommandLine &A,
                                     const CommandLine &B,
                                     ArrayRef<std::string> Paths,
                                     unsigned Top) {
  BothSides Loops;
  for (const std::string &Path : Paths)
    if (Error E = recordPath(A, B, Path, Loops))
      return E;
  std::vector<LoopDifference> Changed;
  for (const auto &[OnA, OnB] : zip_equal(Loops.A, Loops.B)) {
    LoopDifference D = compareLoops(&OnA, &OnB);
    if (D.Fate != LoopFate::Same)
      Changed.push_back(std::move(D));
  }
  llvm::sort(Changed, [](const LoopDifference &X, const LoopDifference &Y) {
    // Old is in the order of the files.
    return std::pair(-std::abs(X.changePerMille()), X.Old) <
           std::pair(-std::abs(Y.changePerMille()), Y.Old);
  });
  OS << formatv("{0} of {1} loops are predicted otherwise\n", Changed.size(),
                Loops.A.size());
  constexpr const char *Row = "{0,10} {1,10} {2,10}  {3}\n";
  if (!Changed.empty())
    OS << formatv(Row, "A", "B", "change", "loop");
  const ArrayRef<LoopDifference> Shown =
      ArrayRef(Changed).take_front(Top ? Top : Changed.size());
  for (const LoopDifference &D : Shown)
    OS << formatv(
        Row, formatv("{0:f2}", D.OldCycles.toDouble()).str(),
        formatv("{0:f2}", D.NewCycles.toDouble()).str(), changeText(D),
        escapeControls(D.Old->Title + (D.Why.empty() ? "" : ": " + D.Why)));
  if (Shown.size() < Changed.size())
    OS << formatv("and {0} more; '--top' shows them\n",
                  Changed.size() - Shown.size());
  return Error::success();
}
