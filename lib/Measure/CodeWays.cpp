//===- CodeWays.cpp - How a cache of micro-ops may deliver code -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sizes that caches of micro-ops have been published with, and buffers
/// that loops run from. Tested by test/kernel-opt/measure-core.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreModel.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

std::vector<std::string> kernelbounds::listCodeWays(const CoreFigures &F) {
  std::vector<std::string> Ways;
  // The longest loop that is tried, "code.dense.32", and its end.
  constexpr unsigned Buffer = 33;
  // Six instructions, and the end.
  const bool Crosses =
      F.get("crossing.line", 1) > 1.7 && F.get("crossing.within", 2) < 1.4;
  const StringRef Crossing =
      Crosses ? "  loop_buffer_crossing: {value: 7, source: measured}  # at "
                "least\n"
              : "";
  for (unsigned Width : {4, 5, 6, 7, 8, 10, 12})
    Ways.push_back(
        formatv("  loop_buffer: {{value: {0}, source: measured}  # at "
                "least\n  loop_buffer_width: {{value: {1}, source: "
                "measured}\n{2}",
                Buffer, Width, Crossing)
            .str());
  const double Dense = F.get("code-size.dense", 0);
  for (unsigned Insts : {4, 6, 8}) {
    // Caches have a power of two of lines.
    const unsigned Lines =
        Dense < 64 ? 0 : 1u << std::lround(std::log2(Dense / Insts));
    for (unsigned Window : {32, 64})
      for (unsigned Rate : {1, 2})
        for (unsigned Lookup : {0, 1, 2}) {
          std::string Text;
          auto Add = [&](StringRef Key, unsigned Value) {
            Text +=
                formatv("  {0}: {{value: {1}, source: measured}\n", Key, Value)
                    .str();
          };
          Add("uop_cache_window", Window);
          Add("uop_cache_insts", Insts);
          if (Lines)
            Add("uop_cache_lines", Lines);
          // All that a window can need.
          Add("uop_cache_ways", (Window + Insts - 1) / Insts);
          Add("uop_cache_rate", Rate);
          if (Lookup)
            Add("uop_cache_lookup", Lookup);
          Ways.push_back(std::move(Text));
        }
  }
  return Ways;
}
