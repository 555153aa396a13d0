//===- DecoderSwitch.cpp - From the micro-op cache to decoders ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What trips take grows by the same for each piece of code in them, and what
/// is left for none is the end of the loop, which is decoded in both kinds of
/// trips, and the switch, of which trips of dense code alone have none. A trip
/// with both kinds has one, however long it is: behind the first window that
/// the cache does not hold, everything is decoded up to the jump back.
///
/// Where decoders are as fast as the cache, only a length-changing prefix tells
/// what is decoded: it delays nothing else.
///
/// Tested by unittests/Measure/DecoderSwitchTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "DecoderSwitch.h"
#include "ExperimentList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace kernelbounds;
using namespace llvm;

/// Pieces of each kind in a trip.
constexpr unsigned NumsPieces[] = {2, 4, 6};
/// Pieces of the loops with prefixes, and prefixes in a piece.
constexpr unsigned NumPrefixed = 2, PrefixesOfPiece = 4;

static std::string nameOf(StringRef Kind, unsigned Num) {
  return formatv("switch.{0}.{1}", Kind, Num).str();
}

namespace {

/// So many of an instruction, one behind the other.
struct Run {
  StringLiteral Inst;
  unsigned Num;
};

} // namespace

/// Adds trips of \p Pieces, so many times. Tables show "64 x nop".
static void addTrips(ExperimentList &L, const std::string &Name,
                     ArrayRef<Run> Pieces) {
  std::string Text, Body;
  for (auto [Inst, Num] : Pieces) {
    Text +=
        (Text.empty() ? "" : "; ") + std::to_string(Num) + " x " + Inst.str();
    Body += repeat(Inst, Num);
  }
  L.trip(Name, Text, std::move(Body));
}

// Each piece fills 64 bytes, so that windows of 32 bytes and of 64 are of one.
void kernelbounds::addDecoderSwitches(ExperimentList &L) {
  static constexpr StringLiteral Short = "nop",
                                 Long = "nopl 0x12345678(%rax,%rax)";
  for (unsigned Num : NumsPieces) {
    addTrips(L, nameOf("decoded", Num), {{Short, 64 * Num}});
    addTrips(L, nameOf("both", Num), {{Long, 8 * Num}, {Short, 64 * Num}});
  }
  // Of four bytes each; the first one has a prefix that changes its length.
  static constexpr std::pair<StringLiteral, StringLiteral> OfFour[] = {
      {"switch.prefix", "cmpw $0x1234, %ax"}, {"switch.plain", "nopl 8(%rax)"}};
  for (auto [Name, Inst] : OfFour) {
    std::vector<Run> Pieces;
    for (unsigned I = 0; I < NumPrefixed; ++I)
      Pieces.insert(Pieces.end(), {{Short, 48}, {Inst, PrefixesOfPiece}});
    addTrips(L, Name.str(), Pieces);
  }
}

/// What the line through the trips of \p Kind has for no piece; nullopt if they
/// lie on none.
static std::optional<double> restOf(const CoreFigures &F, StringRef Kind) {
  constexpr double Straight = 0.3;
  constexpr size_t Num = std::size(NumsPieces);
  std::array<double, Num> Cycles;
  double MeanX = 0, MeanY = 0, SumXX = 0, SumXY = 0;
  for (auto [I, N] : enumerate(NumsPieces)) {
    const std::optional<double> Own = F.get(nameOf(Kind, N));
    if (!Own)
      return std::nullopt;
    Cycles[I] = *Own;
    MeanX += double(N) / Num;
    MeanY += *Own / Num;
  }
  for (auto [I, N] : enumerate(NumsPieces)) {
    SumXX += (N - MeanX) * (N - MeanX);
    SumXY += (N - MeanX) * (Cycles[I] - MeanY);
  }
  const double Each = SumXY / SumXX, Rest = MeanY - Each * MeanX;
  for (auto [I, N] : enumerate(NumsPieces))
    if (std::fabs(Rest + Each * N - Cycles[I]) > Straight)
      return std::nullopt;
  return Rest;
}

std::optional<unsigned> kernelbounds::findDecoderSwitch(const CoreFigures &F) {
  const std::optional<double> Prefix = F.get("switch.prefix"),
                              Plain = F.get("switch.plain"),
                              Both = restOf(F, "both"),
                              Decoded = restOf(F, "decoded");
  // At least a cycle for each prefix but for one of a piece, which what stands
  // in front may hide.
  constexpr double Least = NumPrefixed * (PrefixesOfPiece - 1);
  if (!Prefix || !Plain || !Both || !Decoded || *Prefix - *Plain < Least)
    return std::nullopt;
  return std::max(0l, std::lround(*Both - *Decoded));
}
