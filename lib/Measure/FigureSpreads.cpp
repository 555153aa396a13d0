//===- FigureSpreads.cpp - Spreads of measured values ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which experiments show a key is a table. What follows from pairs and not
/// from experiments, `macro_fusion`, has no spread.
/// Tested by unittests/Measure/FigureSpreadsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FigureSpreads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

namespace {
/// A section, or an item of `pipeline:`, and the beginnings of the names of
/// experiments, separated by commas.
struct KeyFigures {
  StringLiteral Key, Figures;
};
} // namespace

static constexpr KeyFigures Sections[] = {
    {"loads", "load,latency"},
    {"stores", "store,mix,update,width"},
    {"store_commit", "store,mix"},
    {"forwarding", "forward"},
    {"line_crossing", "load,store,mix"},
    {"atomic", "atomic"},
    {"micro_fusion", "slots,width.zero"},
    {"bypasses", "units"},
    {"aliasing", "alias"},
    {"rename_limits", "limits"},
    {"port_choice", "choice,mixed"},
    {"schedulers", "waiting,behind,choice"},
    {"caches", "cache"}};

static constexpr KeyFigures PipelineKeys[] = {
    {"issue_width", "width.zero"},
    {"issue_vectors", "width.vector"},
    {"retire_width", "retire"},
    {"forward_interval", "forward.beside"},
    {"reorder_buffer", "size.reorder-buffer"},
    {"load_buffer", "size.load-buffer"},
    {"store_buffer", "size.store-buffer"},
    {"integer_registers", "size.integer-registers"},
    {"vector_registers", "size.vector-registers"},
    {"uop_cache_window", "code"},
    {"uop_cache_insts", "code,code-size"},
    {"uop_cache_lines", "code-size"},
    {"uop_cache_ways", "code-size"},
    {"uop_cache_rate", "code"},
    {"uop_cache_lookup", "code"},
    {"loop_buffer", "code"},
    {"loop_buffer_width", "code"},
    {"loop_buffer_crossing", "crossing"},
    {"decode_width", "code.decoded"},
    {"taken_branch", "branch"},
    {"stores_per_line", "store"},
    {"unlaminated_entries", "trips"},
    {"blocked_stores", "blocked"},
    {"bank_bytes", "banks"},
    {"loads_per_bank", "banks"},
    {"moves_in_row", "move.row"},
    {"decoder_switch", "switch"}};

std::string kernelbounds::spreadPercent(double Relative) {
  // More than a model file may say, of what was not steady.
  constexpr long Most = 3000;
  return formatv("{0:f1}%", std::min(std::lround(Relative * 1000), Most) / 10.0)
      .str();
}

static std::optional<double> spreadOf(ArrayRef<KeyFigures> Table, StringRef Key,
                                      const CoreFigures &F) {
  auto Row = find_if(Table, [&](const KeyFigures &K) { return K.Key == Key; });
  if (Row == Table.end())
    return std::nullopt;
  std::optional<double> Most;
  for (StringRef Name : split(Row->Figures, ','))
    if (const std::optional<double> Own = F.spreadOf(Name))
      Most = std::max(Most.value_or(0), *Own);
  return Most;
}

std::string kernelbounds::addSpreads(StringRef Text, const CoreFigures &F) {
  constexpr StringLiteral Source = "source: measured";
  std::string Out;
  StringRef Section;
  for (StringRef Rest = Text; !Rest.empty();) {
    const size_t End = Rest.find('\n');
    StringRef Line = Rest.take_front(End);
    Rest = End == StringRef::npos ? "" : Rest.drop_front(End + 1);
    if (!Line.starts_with(" ") && !Line.starts_with("#"))
      Section = Line.take_until([](char C) { return C == ':'; });
    const bool IsPipeline = Section == "pipeline";
    const StringRef Item =
        Line.ltrim().take_until([](char C) { return C == ':'; });
    const std::optional<double> Spread =
        spreadOf(IsPipeline ? ArrayRef(PipelineKeys) : ArrayRef(Sections),
                 IsPipeline ? Item : Section, F);
    const size_t At = Line.find(Source);
    if (Spread && At != StringRef::npos) {
      const StringRef Before = Line.take_front(At + Source.size()),
                      Behind = Line.drop_front(Before.size());
      const std::string Own = "spread: " + spreadPercent(*Spread);
      if (Behind.starts_with("}"))
        Out += (Before + ", " + Own + Behind + "\n").str();
      else if (Behind.empty()) // A key of a map in lines.
        Out += (Line + "\n").str() + std::string(At, ' ') + Own + "\n";
      else
        Out += (Line + "\n").str();
      continue;
    }
    Out += (Line + "\n").str();
  }
  return Out;
}
