//===- AArch64Floats.cpp - Floating-point operations of AArch64 opcodes ---===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operations by LLVM's names of the opcodes: scalar ones name the register
/// behind the operation (FADDDrr), vectors their elements (FADDv2f64), and SVE
/// the operands and the elements (FADD_ZPmZ_D).
///
/// Source: Arm Architecture Reference Manual for A-profile, DDI 0487, pages of
/// the instructions; for the lengths of vectors, Arm Neoverse V1 Software
/// Optimization Guide and A64FX Microarchitecture Manual.
/// Tested by unittests/Target/FloatWorkTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AArch64Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kernelbounds;
using namespace llvm;

/// Operations of each element of the operation \p Stem; 0: none.
static unsigned perElement(StringRef Stem) {
  return StringSwitch<unsigned>(Stem)
      .Cases({"FADD", "FSUB", "FSUBR", "FMUL", "FMULX", "FNMUL"}, 1)
      .Cases({"FDIV", "FDIVR", "FSQRT", "FABD"}, 1)
      .Cases({"FMAX", "FMIN", "FMAXNM", "FMINNM"}, 1)
      .Cases({"FADDP", "FMAXP", "FMINP", "FMAXNMP", "FMINNMP"}, 1)
      .Cases({"FADDV", "FMAXV", "FMINV", "FMAXNMV", "FMINNMV"}, 1)
      .Cases({"FADDA", "FCADD", "FRECPE", "FRSQRTE"}, 1)
      .Cases({"FMLAL", "FMLAL2", "FMLSL", "FMLSL2"}, 1) // Of every other one.
      .Cases({"FRECPS", "FRSQRTS", "FMLA", "FMLS", "FCMLA"}, 2)
      .Cases({"FMADD", "FMSUB", "FNMADD", "FNMSUB"}, 2)
      .Cases({"FMAD", "FMSB", "FNMAD", "FNMSB", "FNMLA", "FNMLS"}, 2)
      .Default(0);
}

namespace {
struct SizedType {
  FloatType Type;
  unsigned Bits;
};
} // namespace

/// By the letter of a register or of an SVE element; no bits: it is none.
static SizedType typeOfLetter(char C) {
  switch (C) {
  case 'D':
    return {FloatType::Double, 64};
  case 'S':
    return {FloatType::Single, 32};
  case 'H':
    return {FloatType::Half, 16};
  default:
    return {FloatType::Double, 0};
  }
}

/// Products of brain floats that are added to singles: each of these gets two,
/// in a matrix of two by two four, and with every other element one.
static FloatWork bfloatWork(StringRef Name) {
  FloatWork W;
  W.Type = FloatType::BFloat16;
  const unsigned Of128 = Name.starts_with("BFMMLA")   ? 32
                         : Name.starts_with("BFDOT")  ? 16
                         : Name.starts_with("BFMLAL") ? 8
                                                      : 0;
  W.IsScalable = Name.contains("_Z");
  W.Operations = Name.contains("v4bf16") ? Of128 / 2 : Of128;
  return W;
}

/// FADD_ZPmZ_D, FADDV_VPZ_D.
static FloatWork sveWork(StringRef Name) {
  FloatWork W;
  const auto [Stem, Form] = Name.split('_');
  const SizedType T = typeOfLetter(Form.empty() ? ' ' : Form.back());
  if (T.Bits == 0)
    return W;
  W.Type = T.Type;
  W.Operations = perElement(Stem) * 128 / T.Bits;
  W.IsScalable = true;
  W.IsMasked = Form.contains('P');
  return W;
}

/// FABD64.
static FloatWork numberedWork(StringRef Name) {
  FloatWork W;
  const size_t At = Name.find_first_of("136");
  const std::optional<FloatType> Type =
      StringSwitch<std::optional<FloatType>>(Name.substr(At))
          .Case("64", FloatType::Double)
          .Case("32", FloatType::Single)
          .Case("16", FloatType::Half)
          .Default(std::nullopt);
  if (!Type)
    return W;
  W.Type = *Type;
  W.Operations = perElement(Name.take_front(At));
  return W;
}

/// FADDv2f64, FMLAv4i32_indexed, FADDPv2i64p.
static FloatWork neonWork(StringRef Stem, StringRef Form) {
  FloatWork W;
  unsigned Elements = 0, Bits = 0;
  if (!Form.consume_front("v") || Form.consumeInteger(10, Elements) ||
      !(Form.consume_front("f") || Form.consume_front("i")) ||
      Form.consumeInteger(10, Bits))
    return W;
  W.Type = Bits == 64   ? FloatType::Double
           : Bits == 32 ? FloatType::Single
                        : FloatType::Half;
  // A pair becomes a scalar.
  W.Operations = perElement(Stem) * (Form == "p" ? 1 : Elements);
  return W;
}

FloatWork kernelbounds::aarch64FloatWork(StringRef Name) {
  if (Name.starts_with("BF"))
    return bfloatWork(Name);
  if (!Name.starts_with("F"))
    return {};
  if (Name.contains('_') && !Name.ends_with("_indexed"))
    return sveWork(Name);
  const size_t At = Name.find_if([](char C) { return isLower(C); });
  if (At == StringRef::npos)
    return numberedWork(Name);
  const StringRef Stem = Name.take_front(At), Form = Name.drop_front(At);
  if (Form[0] == 'v')
    return neonWork(Stem, Form);
  FloatWork W;
  const SizedType T = typeOfLetter(Stem.back());
  if (T.Bits == 0)
    return W;
  W.Type = T.Type;
  W.Operations = perElement(Stem.drop_back());
  return W;
}

ArrayRef<AArch64PeakName> kernelbounds::aarch64FloatPeaks(FloatType Type) {
  static constexpr AArch64PeakName Doubles[] = {
      {"FMLA_ZPmZZ_D", 4, "sve", true},
      {"FMLAv2f64", 4, "neon", false},
      {"FMADDDrrr", 2, "", false}};
  static constexpr AArch64PeakName Singles[] = {
      {"FMLA_ZPmZZ_S", 8, "sve", true},
      {"FMLAv4f32", 8, "neon", false},
      {"FMADDSrrr", 2, "", false}};
  static constexpr AArch64PeakName Halves[] = {
      {"FMLA_ZPmZZ_H", 16, "sve", true}, {"FMLAv8f16", 16, "fullfp16", false}};
  static constexpr AArch64PeakName BFloats[] = {
      {"BFMMLA_ZZZ_HtoS", 32, "sve", true}, {"BFMMLA", 32, "bf16", false}};
  return ByFloatType<AArch64PeakName>{Doubles, Singles, Halves, BFloats}.of(
      Type);
}

unsigned kernelbounds::sveBits(StringRef Cpu) {
  return StringSwitch<unsigned>(Cpu)
      .Case("a64fx", 512)
      .Case("neoverse-v1", 256)
      .Cases({"neoverse-n2", "neoverse-n3", "neoverse-v2", "neoverse-v3"}, 128)
      .Cases({"cortex-a510", "cortex-a520", "cortex-a710", "cortex-a715"}, 128)
      .Cases({"cortex-a720", "cortex-a725", "cortex-x2", "cortex-x3"}, 128)
      .Cases({"cortex-x4", "cortex-x925", "grace"}, 128)
      .Default(0);
}
