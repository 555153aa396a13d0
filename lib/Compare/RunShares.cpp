//===- RunShares.cpp - What loops have of the time ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// O(loops of the run times loops of its function).
///
/// Tested by unittests/Compare/RunSharesTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/RunShares.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <climits>
#include <optional>

using namespace kernelbounds;
using namespace llvm;

std::string kernelbounds::shareText(TimeShare Share) {
  const TimeShare Tenths = (Share + 500) / 1000;
  return std::to_string(Tenths / 10) + "." + std::to_string(Tenths % 10) + " %";
}

std::string kernelbounds::decimalOf(int64_t Millionths) {
  const int64_t Size = std::abs(Millionths);
  std::string Digits = std::to_string(AllTime + Size % AllTime).substr(1);
  Digits.resize(std::max<size_t>(Digits.find_last_not_of('0') + 1, 1));
  return (Millionths < 0 ? "-" : "") + std::to_string(Size / AllTime) + "." +
         Digits;
}

static unsigned countOf(const json::Object &O, StringRef Key) {
  const int64_t N = O.getInteger(Key).value_or(0);
  return N > 0 && N <= INT_MAX ? static_cast<unsigned>(N) : 0;
}

/// From 0 to 1 in the text.
static TimeShare shareOf(const json::Object &O) {
  const double Share = O.getNumber("share").value_or(0);
  return Share > 0 && Share <= 1 ? static_cast<TimeShare>(Share * AllTime + 0.5)
                                 : 0;
}

Expected<RunShares> RunShares::read(StringRef Path) {
  auto Buffer = readWholeFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + toString(Buffer.takeError()));
  Expected<json::Value> Text = parseJson((*Buffer)->getBuffer());
  if (!Text)
    return createStringError("'" + Path + "': " + toString(Text.takeError()));
  const json::Object *All = Text->getAsObject();
  const json::Array *Spots = All ? All->getArray("spots") : nullptr;
  if (!Spots || All->getInteger("schema") != 1)
    return createStringError("'" + Path +
                             "' is no report of 'kernel-opt run "
                             "--format=json'");
  RunShares R;
  for (const json::Value &V : *Spots) {
    const json::Object *O = V.getAsObject();
    if (!O || O->getString("kind") != StringRef("loop"))
      continue;
    Spot S;
    S.SourceFile =
        sys::path::filename(O->getString("source_file").value_or("")).str();
    S.SourceLine = countOf(*O, "source_line");
    if (const json::Object *F = O->getObject("fingerprint"))
      S.NumInsts = countOf(*F, "instructions");
    S.Share = shareOf(*O);
    const StringRef Symbol = O->getString("function").value_or("");
    R.ByFunction[Symbol].push_back(std::move(S));
    R.SymbolOf.try_emplace(O->getString("demangled").value_or(Symbol),
                           Symbol.str());
  }
  return R;
}

std::vector<TimeShare> RunShares::of(ArrayRef<LoopIdentity> Loops) const {
  StringMap<std::vector<size_t>> ByName;
  for (auto [I, L] : enumerate(Loops)) {
    const auto Symbol = SymbolOf.find(L.Function);
    ByName[Symbol == SymbolOf.end() ? L.Function : StringRef(Symbol->second)]
        .push_back(I);
  }
  std::vector<TimeShare> Shares(Loops.size(), 0);
  auto MayBe = [&](const Spot &S, const LoopIdentity &L) {
    return S.SourceLine == 0 || L.SourceLine == 0 ||
           (S.SourceLine == L.SourceLine &&
            S.SourceFile == sys::path::filename(L.SourceFile));
  };
  for (const auto &Entry : ByFunction) {
    const auto Own = ByName.find(Entry.getKey());
    if (Own == ByName.end())
      continue;
    for (const Spot &S : Entry.getValue()) {
      std::optional<size_t> Best;
      auto Distance = [&](size_t I) {
        return std::abs(S.NumInsts - int64_t(Loops[I].NumInsts));
      };
      for (size_t I : Own->second)
        if (MayBe(S, Loops[I]) && (!Best || Distance(I) < Distance(*Best)))
          Best = I;
      if (Best)
        Shares[*Best] += S.Share;
    }
  }
  return Shares;
}
