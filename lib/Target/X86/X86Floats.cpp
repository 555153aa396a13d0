//===- X86Floats.cpp - Floating-point operations of x86 opcodes -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operations by LLVM's names of the opcodes: a stem (VFMADD231), the type of
/// the elements (PD), the length of the vectors (Z256), and the operands (mk).
///
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume
/// 3B, events FP_ARITH_INST_RETIRED: what counts as an operation, and that DPP
/// and FM(N)ADD/SUB count twice.
/// Tested by unittests/Target/FloatWorkTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
/// An element type as names have it.
struct NamedType {
  StringLiteral Name;
  FloatType Type;
  unsigned Bits;
  bool IsScalar;
};
} // namespace

static constexpr NamedType Types[] = {{"PD", FloatType::Double, 64, false},
                                      {"PS", FloatType::Single, 32, false},
                                      {"PH", FloatType::Half, 16, false},
                                      {"SD", FloatType::Double, 64, true},
                                      {"SS", FloatType::Single, 32, true},
                                      {"SH", FloatType::Half, 16, true},
                                      {"BF16", FloatType::BFloat16, 16, false}};

/// Operations of each element; 0: none.
static unsigned perElement(StringRef Stem) {
  return StringSwitch<unsigned>(Stem)
      .Cases({"ADD", "SUB", "MUL", "DIV", "SQRT"}, 1)
      .Cases({"MIN", "MAX", "MINC", "MAXC", "MINMAX"}, 1)
      .Cases({"ADDSUB", "HADD", "HSUB", "SCALEF"}, 1)
      .Cases({"RCP", "RSQRT", "RCP14", "RSQRT14", "RCP28", "RSQRT28"}, 1)
      .Cases({"FMADD", "FMSUB", "FNMADD", "FNMSUB"}, 2)
      .Cases({"FMADDSUB", "FMSUBADD", "DP"}, 2)
      // Complex numbers of two elements: 6 and, with a sum, 8.
      .Cases({"FMULC", "FCMULC"}, 3)
      .Cases({"FMADDC", "FCMADDC"}, 4)
      .Default(0);
}

/// Two products of halves, and their sum, are added to each single.
static FloatWork dotProduct(StringRef Name) {
  FloatWork W;
  if (Name.consume_front("DPBF16PS"))
    W.Type = FloatType::BFloat16;
  else if (Name.consume_front("DPPHPS"))
    W.Type = FloatType::Half;
  else
    return W;
  constexpr unsigned PerSingle = 4;
  const unsigned Singles = Name.starts_with("Z256") || Name.starts_with("Y") ? 8
                           : Name.starts_with("Z128")                        ? 4
                           : Name.starts_with("Z") ? 16
                                                   : 4;
  W.Operations = PerSingle * Singles;
  W.IsMasked = Name.contains('k');
  return W;
}

/// The stack's: ADD_FrST0, DIVR_F64m, SQRT_F.
static FloatWork stackWork(StringRef Name) {
  FloatWork W;
  W.Type = FloatType::Extended;
  const auto [Stem, Form] = Name.split('_');
  const bool Is = StringSwitch<bool>(Stem)
                      .Cases({"ADD", "SUB", "SUBR", "MUL"}, true)
                      .Cases({"DIV", "DIVR", "SQRT"}, true)
                      .Default(false);
  W.Operations = Is && Form.starts_with("F") ? 1 : 0;
  return W;
}

FloatWork kernelbounds::x86FloatWork(StringRef Name) {
  if (FloatWork W = stackWork(Name); W.Operations != 0)
    return W;
  const bool IsVex = Name.consume_front("V");
  if (FloatWork W = dotProduct(Name); IsVex && W.Operations != 0)
    return W;
  // Up to the operands, which begin with a small letter.
  const size_t At = Name.find_if([](char C) { return isLower(C); });
  StringRef Stem = Name.take_front(At);
  unsigned Bits = 128;
  if (Stem.consume_back("Z256") || Stem.consume_back("Y"))
    Bits = 256;
  else if (!Stem.consume_back("Z128") && Stem.consume_back("Z"))
    Bits = 512;
  Stem.consume_back("4"); // Of AMD's forms with four operands.
  for (const NamedType &T : Types) {
    StringRef Operation = Stem;
    if (!Operation.consume_back(T.Name))
      continue;
    for (StringRef Order : {"132", "213", "231"})
      Operation.consume_back(Order);
    const bool IsComplex =
        Operation.ends_with("C") && T.Type == FloatType::Half;
    const unsigned Elements = !T.IsScalar ? Bits / T.Bits : IsComplex ? 2 : 1;
    FloatWork W;
    W.Type = T.Type;
    W.Operations = perElement(Operation) * Elements;
    W.IsMasked = At != StringRef::npos && Name.substr(At).contains('k');
    return W;
  }
  return {};
}

ArrayRef<X86PeakNames> kernelbounds::x86FloatPeaks(FloatType Type) {
  static constexpr X86PeakNames Doubles[] = {
      {"VFMADD231PDZr", "", 16, "avx512f"},
      {"VFMADD231PDYr", "", 8, "fma"},
      {"VFMADDPD4Yrr", "", 8, "fma4"},
      {"VADDPDYrr", "VMULPDYrr", 8, "avx"},
      {"ADDPDrr", "MULPDrr", 4, ""}};
  static constexpr X86PeakNames Singles[] = {
      {"VFMADD231PSZr", "", 32, "avx512f"},
      {"VFMADD231PSYr", "", 16, "fma"},
      {"VFMADDPS4Yrr", "", 16, "fma4"},
      {"VADDPSYrr", "VMULPSYrr", 16, "avx"},
      {"ADDPSrr", "MULPSrr", 8, ""}};
  static constexpr X86PeakNames Halves[] = {
      {"VFMADD231PHZr", "", 64, "avx512fp16"}};
  static constexpr X86PeakNames BFloats[] = {
      {"VDPBF16PSZr", "", 64, "avx512bf16"}};
  // The operations of the stack stand one behind the other and have no peak.
  return ByFloatType<X86PeakNames>{Doubles, Singles, Halves, BFloats}.of(Type);
}
