//===- VectorizerRecord.cpp - Why loops were not vectorized ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass is loop-vectorize. Remarks of a loop follow each other: reasons are
/// of kind Analysis and stand at instructions; what ends them is Missed or
/// Passed, and stands at the loop.
///
/// Tested by unittests/Compare/VectorizerRecordTest.cpp and
/// test/kernel-opt/opt-record.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/VectorizerRecord.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkFormat.h"
#include "llvm/Remarks/RemarkParser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

/// \p Text without what says again that it is about a loop.
static std::string shortText(StringRef Text) {
  Text.consume_front("loop not vectorized: ");
  if (Text.consume_front("loop not vectorized"))
    return ("not vectorized" + Text).str();
  if (Text.consume_front("vectorized loop "))
    return ("vectorized " + Text).str();
  return Text.str();
}

void VectorizerRecord::addReason(StringRef Function, StringRef Text) {
  std::vector<std::string> &Own = Reasons[Function];
  std::string Short = shortText(Text);
  if (!is_contained(Own, Short))
    Own.push_back(std::move(Short));
}

void VectorizerRecord::addVerdict(StringRef Function, StringRef File,
                                  unsigned Line, StringRef Text) {
  std::vector<std::string> Why;
  std::swap(Why, Reasons[Function]);
  std::string Said = shortText(Text);
  if (StringRef(Said).starts_with("not vectorized") && !Why.empty())
    Said = "not vectorized: " + join(Why, "; ");
  else if (!StringRef(Said).starts_with("not vectorized") &&
           !StringRef(Said).starts_with("vectorized") &&
           !StringRef(Said).starts_with("interleaved"))
    Said = "not vectorized: " + Said;
  std::vector<Verdict> &Own = ByFunction[Function];
  const std::string Name = sys::path::filename(File).str();
  // Of one loop that it looked at twice, the first says more.
  if (none_of(Own, [&](const Verdict &V) {
        return V.Line == Line && V.File == Name && V.Text == Said;
      }))
    Own.push_back({Name, Line, Said});
}

std::string VectorizerRecord::of(StringRef Function, StringRef File,
                                 unsigned Line) const {
  const auto Own = ByFunction.find(Function);
  if (Own == ByFunction.end() || Line == 0)
    return "";
  std::string Text;
  for (const Verdict &V : Own->getValue())
    if (V.Line == Line && V.File == sys::path::filename(File))
      Text += (Text.empty() ? "" : "; ") + V.Text;
  return Text;
}

Error VectorizerRecord::read(StringRef Path) {
  auto Fault = [&](Error E) {
    return createStringError("'" + Path + "' is no record of optimizations: " +
                             toString(std::move(E)));
  };
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWholeFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + toString(Buffer.takeError()));
  const StringRef Text = (*Buffer)->getBuffer();
  // An empty file is the record of a source without remarks.
  if (Text.empty())
    return Error::success();
  auto Parser = remarks::createRemarkParserFromMeta(
      Text.starts_with("---") ? remarks::Format::YAML : remarks::Format::Auto,
      Text);
  if (!Parser)
    return Fault(Parser.takeError());
  while (true) {
    Expected<std::unique_ptr<remarks::Remark>> R = (*Parser)->next();
    if (!R) {
      Error E = R.takeError();
      if (E.isA<remarks::EndOfFileError>()) {
        consumeError(std::move(E));
        return Error::success();
      }
      return Fault(std::move(E));
    }
    // Whether interleaving alone pays is not what is asked.
    if ((*R)->PassName != "loop-vectorize" ||
        (*R)->RemarkName.starts_with("Interleaving"))
      continue;
    const bool IsVerdict = (*R)->RemarkType == remarks::Type::Missed ||
                           (*R)->RemarkType == remarks::Type::Passed;
    if (!IsVerdict)
      addReason((*R)->FunctionName, (*R)->getArgsAsMsg());
    else if ((*R)->Loc)
      addVerdict((*R)->FunctionName, (*R)->Loc->SourceFilePath,
                 (*R)->Loc->SourceLine, (*R)->getArgsAsMsg());
  }
}
