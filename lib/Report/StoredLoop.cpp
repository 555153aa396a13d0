//===- StoredLoop.cpp - Loops that were analysed elsewhere ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Report/StoredLoopTest.cpp and
/// test/kernel-opt/merge.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/StoredLoop.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

StringRef StoredLoop::rawForm(StringRef Key) const {
  const std::string Begin = ("{\"" + Key + "\":").str();
  for (StringRef Rest = Text; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.consume_front(Begin) && Line.consume_back("}"))
      return Line;
  }
  return "null";
}

json::Value StoredLoop::form(StringRef Key) const {
  Expected<json::Value> V = parseJson(rawForm(Key));
  if (V)
    return std::move(*V);
  consumeError(V.takeError());
  return nullptr;
}

std::string StoredLoop::textForm(StringRef Key) const {
  return form(Key).getAsString().value_or("").str();
}

/// A fraction as two numbers. Nothing, if \p V is none.
static std::optional<CyclesPerIter> fractionOf(const json::Value *V) {
  const json::Array *A = V ? V->getAsArray() : nullptr;
  if (!A || A->size() != 2)
    return std::nullopt;
  const auto Num = (*A)[0].getAsInteger(), Den = (*A)[1].getAsInteger();
  if (!Num || !Den || *Den <= 0)
    return std::nullopt;
  return CyclesPerIter(*Num, *Den);
}

static std::string textOf(const json::Object &O, StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static std::vector<std::string> textsOf(const json::Object &O, StringRef Key) {
  std::vector<std::string> Texts;
  if (const json::Array *All = O.getArray(Key))
    for (const json::Value &V : *All)
      Texts.push_back(V.getAsString().value_or("").str());
  return Texts;
}

/// Nothing if a figure is missing.
static std::optional<StoredLoop> loopOf(const json::Object &O) {
  const auto Cycles = fractionOf(O.get("cycles"));
  const auto NumInsts = O.getInteger("instructions");
  if (!Cycles || !NumInsts || !O.getString("name") || !O.getString("same"))
    return std::nullopt;
  StoredLoop L;
  L.Name = textOf(O, "name");
  L.Function = textOf(O, "function");
  L.File = textOf(O, "file");
  L.Cpu = textOf(O, "cpu");
  L.LimitName = textOf(O, "limit");
  L.Same = textOf(O, "same");
  L.NumInsts = *NumInsts;
  L.IsComplete = O.getBoolean("complete").value_or(false);
  L.HasPlace = O.getBoolean("has_place").value_or(true);
  L.SourceFile = textOf(O, "source_file");
  L.SourceLine = O.getInteger("source_line").value_or(0);
  L.Cycles = *Cycles;
  L.Next = fractionOf(O.get("next"));
  L.Copies = textsOf(O, "copies");
  return L;
}

static FileSummary fileOf(const json::Object &O) {
  FileSummary F;
  F.File = textOf(O, "file");
  F.Triple = textOf(O, "triple");
  F.Error = textOf(O, "error");
  F.NumLoops = O.getInteger("loops").value_or(0);
  F.NumOmitted = O.getInteger("omitted_loops").value_or(0);
  F.Warnings = textsOf(O, "warnings");
  return F;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static constexpr StringLiteral FirstLine = "{\"kernel_bounds_record\":1,";

/// The last line of a record whose text is \p Text, without what ends it.
static StringRef lastLine(StringRef Text) {
  if (!Text.consume_back("\n"))
    return "";
  return Text.substr(Text.rfind('\n') + 1);
}

static bool isWhole(StringRef Text) {
  return Text.starts_with(FirstLine) && lastLine(Text).starts_with("{\"end\":");
}

bool kernelbounds::isWholeRecord(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer && isWhole((*Buffer)->getBuffer());
}

Error StoredLoops::readLine(StringRef Line) {
  const bool IsLoop = Line.starts_with("{\"loop\":");
  if (!IsLoop && !Line.starts_with("{\"file\":")) {
    // A form of the loop before.
    if (!Line.starts_with("{\"end\":") && !Loops.empty() &&
        Loops.back().Text.end() + 1 == Line.begin())
      Loops.back().Text = StringRef(Loops.back().Text.begin(),
                                    Line.end() - Loops.back().Text.begin());
    return Error::success();
  }
  Expected<json::Value> Doc = parseJson(Line);
  if (!Doc)
    return Doc.takeError();
  const json::Object *O =
      Doc->getAsObject()->getObject(IsLoop ? "loop" : "file");
  if (!O)
    return createStringError("expected an object");
  if (!IsLoop) {
    Files.push_back(fileOf(*O));
    return Error::success();
  }
  std::optional<StoredLoop> L = loopOf(*O);
  if (!L)
    return createStringError(
        "a loop without name, cycles, instructions or 'same'");
  L->Text = Line;
  Loops.push_back(std::move(*L));
  return Error::success();
}

Error StoredLoops::read(StringRef File) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWholeFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File +
                             "': " + toString(Buffer.takeError()));
  StringRef Text = (*Buffer)->getBuffer();
  if (!Text.starts_with(FirstLine))
    return createStringError("'" + File +
                             "' is no record; 'kernel-opt --format=record "
                             "--output=X.kbrec FILE' makes one of an object");
  if (!isWhole(Text))
    return createStringError("'" + File +
                             "': the record is cut off; make it again");
  Buffers.push_back(std::move(*Buffer));
  for (size_t Number = 1; !Text.empty(); ++Number) {
    const auto [Line, Rest] = Text.split('\n');
    if (Error E = readLine(Line))
      return createStringError("'" + File + "':" + Twine(Number) + ": " +
                               toString(std::move(E)));
    Text = Rest;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Decides where the wanted order leaves two loops equal.
static auto identityOf(const StoredLoop &L) {
  return std::tie(L.Name, L.File, L.Cpu, L.Same, L.Text);
}

static bool isBefore(const StoredLoop &A, const StoredLoop &B,
                     StoredOrder Order) {
  switch (Order) {
  case StoredOrder::Cycles:
    if (A.Cycles != B.Cycles)
      return A.Cycles > B.Cycles;
    break;
  case StoredOrder::Gain:
    if (A.gain() != B.gain())
      return A.gain() > B.gain();
    break;
  case StoredOrder::Cost:
    if (A.Share != B.Share)
      return A.Share > B.Share;
    break;
  case StoredOrder::Function:
    if (A.Function != B.Function)
      return A.Function < B.Function;
    break;
  case StoredOrder::File:
    if (A.File != B.File)
      return A.File < B.File;
    break;
  }
  return identityOf(A) < identityOf(B);
}

void StoredLoops::setShares(const RunShares &Run) {
  std::vector<LoopIdentity> Known;
  for (const StoredLoop &L : Loops)
    Known.push_back({L.Function, L.SourceFile, L.SourceLine, L.NumInsts});
  for (auto [L, Share] : zip_equal(Loops, Run.of(Known)))
    L.Share = Share;
}

void StoredLoops::arrange(StoredOrder Order, const RunShares *Run) {
  llvm::sort(Loops, [](const StoredLoop &A, const StoredLoop &B) {
    return identityOf(A) < identityOf(B);
  });
  std::vector<StoredLoop> Kept;
  StringMap<size_t> KeptAs;
  for (StoredLoop &L : Loops) {
    const auto [It, IsNew] = KeptAs.try_emplace(L.Same, Kept.size());
    if (IsNew) {
      Kept.push_back(std::move(L));
      continue;
    }
    std::vector<std::string> &Copies = Kept[It->second].Copies;
    Copies.push_back(std::move(L.Name));
    append_range(Copies, L.Copies);
  }
  for (StoredLoop &L : Kept)
    llvm::sort(L.Copies);
  Loops = std::move(Kept);
  if (Run)
    setShares(*Run);
  llvm::sort(Loops, [&](const StoredLoop &A, const StoredLoop &B) {
    return isBefore(A, B, Order);
  });
  llvm::sort(Files, [](const FileSummary &A, const FileSummary &B) {
    return std::tie(A.File, A.Error) < std::tie(B.File, B.Error);
  });
}
