//===- UnitDelays.cpp - Results between units of vectors ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An instruction stands in a chain with an addition of floating point, and in
/// one with an addition of integers. If it is of the units of one kind, the
/// chain with the other addition takes the delay twice. Example: on Zen 3,
/// `vunpcklps` takes 1 cycle beside `vpaddd` and 3 beside `vaddsd`, so that it
/// is of the integer units, and the delay is 1 cycle.
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "UnitDelays.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

// What has its result in a general register brings it back so that the two
// chains differ.
static constexpr UnitProbe Probes[] = {
    {"mul", "vmulps %xmm2, %xmm0, %xmm0",
     "'V?(MUL|DIV)[PS][SD]Y?r[rm](_Int)?'"},
    {"max", "vmaxps %xmm2, %xmm0, %xmm0",
     "'V?(MAX|MIN)C?[PS][SD]Y?r[rm](_Int)?'"},
    {"addsub", "vaddsubps %xmm2, %xmm0, %xmm0", "'V?ADDSUBP[SD]Y?r[rm]'"},
    {"fma", "vfmadd213ps %xmm2, %xmm2, %xmm0",
     "'VF(N?M(ADD|SUB)|MADDSUB|MSUBADD)(132|213|231)[PS][SD]Y?[rm](_Int)?'"},
    {"cmp", "vcmpltps %xmm2, %xmm0, %xmm0", "'V?CMP[PS][SD]Y?r[rm]i(_Int)?'"},
    {"andps", "vandps %xmm2, %xmm0, %xmm0",
     "'V?(AND|ANDN|OR|XOR)P[SD]Y?r[rm]'"},
    {"sqrt", "vsqrtss %xmm0, %xmm2, %xmm0", "'V?SQRT[PS][SD]Y?[rm](_Int)?'"},
    {"rcp", "vrcpps %xmm0, %xmm0", "'V?R(CP|SQRT)[PS]SY?[rm](_Int)?'"},
    {"round", "vroundps $0, %xmm0, %xmm0", "'V?ROUND[PS][SD]Y?[rm]i(_Int)?'"},
    {"blendv", "vblendvps %xmm3, %xmm2, %xmm0, %xmm0",
     "'V?BLENDVP[SD]Y?r[rm][r0]'"},
    {"blendpd", "vblendpd $1, %xmm2, %xmm0, %xmm0", "'V?BLENDPDY?r[rm]i'"},
    {"dp", "vdpps $255, %xmm2, %xmm0, %xmm0", "'V?DPP[SD]Y?r[rm]i'"},
    {"movss", "vmovss %xmm0, %xmm2, %xmm0", "'V?MOVS[SD]rr(_REV)?'"},
    {"cvt", "vcvtps2dq %xmm0, %xmm0",
     "'V?CVT(T?P[SD]2DQ|DQ2P[SD]|PS2PD|PD2PS)Y?r[rm]'"},
    {"cvtss", "vcvtss2sd %xmm0, %xmm2, %xmm0",
     "'V?CVT(SS2SD|SD2SS)r[rm](_Int)?'"},
    {"cvtsi", "vcvttss2si %xmm0, %eax\nvcvtsi2ss %eax, %xmm3, %xmm0",
     "'V?CVTT?S[SD]2SI(64)?r[rm](_Int)?', 'V?CVTSI(64)?2S[SD]r[rm](_Int)?'"},
    {"comi",
     "vucomiss %xmm3, %xmm0\nsbb %eax, %eax\n"
     "vcvtsi2ss %eax, %xmm3, %xmm0",
     "'V?U?COMIS[SD]r[rm](_Int)?'"},
    {"extract128", "vextractf128 $1, %ymm0, %xmm0", "'VEXTRACT[FI]128rri'"},
    {"insert128", "vinsertf128 $1, %xmm0, %ymm2, %ymm0", "'VINSERT[FI]128rri'"},
    {"perm128", "vperm2f128 $1, %ymm0, %ymm0, %ymm0", "'VPERM2[FI]128rri'"},
    {"broadcast", "vbroadcastss %xmm0, %ymm0",
     "'V(BROADCASTS[SD]|PBROADCAST[BWDQ])Yrr'"},
    {"pand", "vpand %xmm2, %xmm0, %xmm0", "'V?P(AND|ANDN|OR|XOR)Y?r[rm]'"},
    {"pcmp", "vpcmpgtd %xmm2, %xmm0, %xmm0", "'V?PCMP(EQ|GT)[BWDQ]Y?r[rm]'"},
    {"pmin", "vpminsd %xmm2, %xmm0, %xmm0", "'V?P(MIN|MAX)[SU][BWD]Y?r[rm]'"},
    {"pabs", "vpabsd %xmm0, %xmm0", "'V?P(ABS[BWD]|SIGN[BWD]|AVG[BW])Y?r[rm]'"},
    {"pshufb", "vpshufb %xmm2, %xmm0, %xmm0", "'V?PSHUFBY?r[rm]'"},
    {"psll", "vpslld $3, %xmm0, %xmm0",
     "'V?PS(LL|RL|RA)[WDQ]Y?(ri|rr|rm)', 'V?PS(LL|RL)DQY?ri'"},
    {"psllv", "vpsllvd %xmm2, %xmm0, %xmm0", "'VPS(LL|RL|RA)V[DQ]Y?r[rm]'"},
    {"pmul", "vpmulld %xmm2, %xmm0, %xmm0",
     "'V?PMUL(LW|LD|DQ|UDQ|HW|HUW|HRSW)Y?r[rm]', "
     "'V?PMADD(WD|UBSW)Y?r[rm]'"},
    {"psad", "vpsadbw %xmm2, %xmm0, %xmm0", "'V?PSADBWY?r[rm]'"},
    {"pack", "vpackssdw %xmm2, %xmm0, %xmm0", "'V?PACK[SU]S(WB|DW)Y?r[rm]'"},
    {"unpck", "vunpcklps %xmm2, %xmm0, %xmm0",
     "'V?P?UNPCK[HL](BW|WD|DQ|QDQ|P[SD])Y?r[rm]'"},
    {"shufps", "vshufps $0, %xmm2, %xmm0, %xmm0", "'V?SHUFP[SD]Y?r[rm]i'"},
    {"pshufd", "vpshufd $0, %xmm0, %xmm0", "'V?PSHUF(D|HW|LW)Y?[rm]i'"},
    {"permil", "vpermilps $0, %xmm0, %xmm0", "'VPERMILP[SD]Y?(r[rm]|[rm]i)'"},
    {"movdup", "vmovddup %xmm0, %xmm0", "'V?MOV(DDUP|SHDUP|SLDUP)Y?rr'"},
    {"movhl", "vmovhlps %xmm0, %xmm2, %xmm0", "'V?MOV(HL|LH)PSrr'"},
    {"movq", "vmovq %xmm0, %xmm0", "'V?MOVZPQILo2PQIrr'"},
    {"palignr", "vpalignr $4, %xmm0, %xmm2, %xmm0", "'V?PALIGNRY?r[rm]i'"},
    {"pblend", "vpblendw $1, %xmm2, %xmm0, %xmm0",
     "'V?PBLENDWY?r[rm]i', 'VPBLENDDY?r[rm]i'"},
    {"blendps", "vblendps $1, %xmm2, %xmm0, %xmm0", "'V?BLENDPSY?r[rm]i'"},
    {"pblendv", "vpblendvb %xmm3, %xmm2, %xmm0, %xmm0",
     "'V?PBLENDVBY?r[rm][r0]'"},
    {"insertps", "vinsertps $0, %xmm0, %xmm2, %xmm0", "'V?INSERTPSr[rm]i?'"},
    {"pmovzx", "vpmovzxbw %xmm0, %xmm0",
     "'V?PMOV[SZ]X(BW|BD|BQ|WD|WQ|DQ)r[rm]'"},
    {"pinsr", "vpinsrd $0, %eax, %xmm0, %xmm0", "'V?PINSR[BWDQ]r[rm]i(_REV)?'"},
    {"aes", "vaesenc %xmm2, %xmm0, %xmm0", "'V?AES(ENC|DEC)(LAST)?r[rm]'"},
    {"clmul", "vpclmulqdq $0, %xmm2, %xmm0, %xmm0", "'V?PCLMULQDQr[rm]i'"},
    {"movmsk", "vmovmskps %xmm0, %eax\nvmovd %eax, %xmm0",
     "'V?MOVMSKP[SD]Y?rr', 'V?PMOVMSKBY?rr', "
     "'V?(MOV64toPQI|MOVDI2PDI|MOV64toSD|MOVDI2SS)rr'"},
    {"ptest", "vptest %xmm3, %xmm0\nsbb %eax, %eax\nvmovd %eax, %xmm0",
     "'V?PTESTY?r[rm]', 'VTESTP[SD]Y?r[rm]'"},
    {"pextr", "vpextrd $1, %xmm0, %eax\nvmovd %eax, %xmm0",
     "'V?PEXTR[BWDQ]rri(_REV)?'"}};

ArrayRef<UnitProbe> kernelbounds::unitProbes() { return Probes; }

/// Additions and subtractions of floating point.
static constexpr StringLiteral FloatAdditions =
    "'V?(ADD|SUB)[PS][SD](Y|Z|Z128|Z256)?r[rm]b?(k|kz)?(_Int)?', "
    "'V?ADDSUBP[SD]Y?r[rm]'";

/// `bypasses:` where an addition of floating point takes fewer cycles behind
/// another one than behind anything else: with most of the other operations,
/// the chains with such an addition are longer by as much as additions alone
/// tell, and those with an addition of integers are not. With the rest, what an
/// addition of integers takes to the units of floating point may hide that; a
/// delay alone would make some chains with integers longer by as much. "" if
/// that is not so.
static std::string additionRule(const CoreFigures &F) {
  std::vector<double> Gains;
  for (const UnitProbe &P : unitProbes()) {
    const std::optional<double>
        Float = F.get(("units." + P.Name + "." + UnitPartners[0].Name).str()),
        Integer = F.get(("units." + P.Name + "." + UnitPartners[1].Name).str());
    if (Float && Integer && P.Name != "addsub")
      Gains.push_back(*Float - *Integer);
  }
  std::map<long, size_t> Counts;
  for (double Gain : Gains)
    ++Counts[std::lround(Gain)];
  for (const auto &[Gain, Count] : Counts) {
    const size_t NumAgainst =
        count_if(Gains, [G = Gain](double V) { return V < -0.6 * G; });
    if (Gain > 0 && Count >= 10 && Count * 10 >= Gains.size() * 6 &&
        NumAgainst * 10 <= Gains.size())
      return formatv("bypasses:\n  - {{from: [{0}], to: [{0}], gain: {1}, "
                     "source: measured}\n",
                     FloatAdditions, Gain)
          .str();
  }
  return "";
}

std::string kernelbounds::unitDelayRules(const CoreFigures &F) {
  if (std::string Rule = additionRule(F); !Rule.empty())
    return Rule;
  // Of the units of floating point, and of integers: those of the additions.
  std::string Lists[] = {"'V?(ADD|SUB)[PS][SD]Y?r[rm](_Int)?'",
                         "'V?P(ADD|SUB)(U?S)?[BWDQ]Y?r[rm]'"};
  std::vector<double> Delays;
  size_t NumKnown = 0;
  for (const UnitProbe &P : unitProbes()) {
    auto With = [&](const UnitPartner &Partner) {
      return F.get(("units." + P.Name + "." + Partner.Name).str());
    };
    const std::optional<double> Float = With(UnitPartners[0]),
                                Integer = With(UnitPartners[1]);
    if (!Float || !Integer)
      continue;
    ++NumKnown;
    const double Delay = (*Integer - *Float) / 2;
    // An addition behind an addition may be faster than behind others.
    if (std::fabs(Delay) < 0.7)
      continue;
    Lists[Delay < 0] += ", " + P.Patterns.str();
    Delays.push_back(std::fabs(Delay));
  }
  // Where there are two kinds, nearly all are of one; else a few were
  // disturbed.
  if (Delays.size() * 2 <= NumKnown)
    return "";
  llvm::sort(Delays);
  const std::string Delay =
      std::to_string(std::lround(Delays[Delays.size() / 2]));
  std::string Text = "bypasses:\n";
  for (const unsigned From : {0, 1})
    Text += "  - {from: [" + Lists[From] + "], to: [" + Lists[1 - From] +
            "], delay: " + Delay + ", source: measured}\n";
  return Text;
}
