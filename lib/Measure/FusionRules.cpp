//===- FusionRules.cpp - Instructions that take one slot ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An instruction stands between fillers of one slot each, without an index and
/// with one.
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FusionRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

/// Slots of rename of the instruction of "slots.NAME\p Suffix"; nullopt if not
/// measured.
static std::optional<double> slotsOf(const CoreFigures &F, const Twine &Name,
                                     StringRef Suffix) {
  const std::optional<double> Cycles = F.get(("slots." + Name + Suffix).str()),
                              One = F.get(("slots.one" + Suffix).str()),
                              Slot = F.get("width.zero");
  if (!Cycles || !One || !Slot)
    return std::nullopt;
  return 1 + (*Cycles - *One) / *Slot;
}

namespace {

/// Instructions that Intel's cores treat alike.
struct FusionFamily {
  StringLiteral Name, Opcodes;
  bool IsNeeded = false; ///< The rule says something of it in any case.
};

/// What "slots.NAME" shows of one.
struct FamilyFinding {
  double Slots = 0;     ///< Without an index.
  bool IsOne = false;   ///< It takes one slot.
  bool IsApart = false; ///< With an index it takes one more.
};

} // namespace

static constexpr FusionFamily FusionFamilies[] = {
    {"load-op", "'(ADD|SUB|AND|OR|XOR|CMP|IMUL)(8|16|32|64)r[rm].*'", true},
    {"vector-load-op", "'V.*rm.*'", true},
    {"store", "'MOV(8|16|32|64)m[ri].*'", true},
    {"fma", "'VF(N?MADD|N?MSUB|MADDSUB|MSUBADD)(132|213|231)[PS][SD]"
            "(Y|Z|Z128|Z256)?m.*'"},
    {"compare", "'CMP(8|16|32|64)(rm|mr|mi|mi8|mi32)', 'TEST(8|16|32|64)mr'"},
    {"flags", "'(ADC|SBB)(8|16|32|64)rm', 'CMOV(16|32|64)rm'"},
    {"writes", "'(ANDN|BEXTR|BZHI|PDEP|PEXT|SARX|SHLX|SHRX|MULX|RORX|BLSI|BLSR"
               "|BLSMSK)(32|64)(rm|mi)', 'IMUL(16|32|64)rmi(8|32)?'"},
    {"counts", "'(LZCNT|TZCNT)(16|32|64)rm'"},
    {"population", "'POPCNT(16|32|64)rm'"},
    {"extends", "'MOVSX(16|32|64)rm(8|16|32)'"},
    {"merges", "'MOV(8|16)rm'"},
    {"unary", "'(PABS|PMOV[SZ]X|PSHUF[DLH]|CVT(T|PS2|PD2|DQ2|SD2|SS2SI)|SQRTP"
              "|ROUND|RCPP|RSQRTP).*m(i)?(_Int)?'"}};

/// nullopt: \p F has no figures of it.
static std::optional<FamilyFinding> findFusion(const CoreFigures &F,
                                               const FusionFamily &Kind) {
  // What takes a slot more for another reason does so in one of them.
  std::optional<double> Least, Gap;
  for (StringRef Suffix : {"", ".long"}) {
    const std::optional<double> Plain = slotsOf(F, Kind.Name, Suffix),
                                Indexed =
                                    slotsOf(F, Kind.Name + ".indexed", Suffix);
    if (!Plain || !Indexed)
      continue;
    Least = std::min(Least.value_or(*Plain), *Plain);
    Gap = std::min(Gap.value_or(*Indexed - *Plain), *Indexed - *Plain);
  }
  if (!Gap)
    return std::nullopt;
  const bool IsOne = *Least < 1.5;
  return FamilyFinding{*Least, IsOne, IsOne && *Gap > 0.5};
}

/// `micro_fusion:`; "" if it was not measured.
std::string kernelbounds::microFusionRule(const CoreFigures &F) {
  StringMap<bool> IsOne;
  std::string Apart;
  for (const FusionFamily &Kind : FusionFamilies) {
    const std::optional<FamilyFinding> Found = findFusion(F, Kind);
    if (!Found && Kind.IsNeeded)
      return "";
    IsOne[Kind.Name] = Found && Found->IsOne;
    if (Found && Found->IsApart)
      Apart += ((Apart.empty() ? "" : ", ") + Kind.Opcodes).str();
  }
  auto Truth = [](bool B) { return B ? "true" : "false"; };
  std::string Text = formatv("micro_fusion: {{load_op: {0}, store: {1}",
                             Truth(IsOne["load-op"] || IsOne["vector-load-op"]),
                             Truth(IsOne["store"]))
                         .str();
  if (!Apart.empty())
    Text += ", unlaminate_indexed: [" + Apart + "]";
  return Text + ", source: measured}\n";
}

bool kernelbounds::hasOtherFusion(const CoreFigures &Machine,
                                  const CoreFigures &Base) {
  constexpr double Same = 0.5;
  return any_of(FusionFamilies, [&](const FusionFamily &Kind) {
    const std::optional<FamilyFinding> Own = findFusion(Machine, Kind),
                                       Its = findFusion(Base, Kind);
    return Own && Its && (Kind.IsNeeded || Own->Slots < Its->Slots + Same) &&
           (Own->IsOne != Its->IsOne || Own->IsApart != Its->IsApart);
  });
}
