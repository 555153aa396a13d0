//===- TargetSemantics.cpp - What is so where a target does not say -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The answers of a target of which nothing is known, and the tables of those
/// that are asked often.
///
/// Tested by unittests/Kernel/UnknownTargetTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// TargetCode
//===----------------------------------------------------------------------===//

TargetCode::~TargetCode() = default;

uint8_t TargetCode::opcodeOffset(ArrayRef<uint8_t>) const {
  return UnknownOpcode;
}

std::optional<InstEncoding> TargetCode::longJump(const MCInstrInfo &, unsigned,
                                                 int64_t) const {
  return std::nullopt;
}

bool TargetCode::isPadding(const MCInst &, const MCInstrInfo &) const {
  return false;
}

InstPrefix TargetCode::prefixOf(const MCInst &, const MCInstrInfo &) const {
  return {};
}

FieldReference TargetCode::referenceOf(uint64_t) const { return {}; }

bool TargetCode::isPrefixWord(StringRef) const { return false; }

std::string TargetCode::mnemonicOf(StringRef Text) const {
  // LLVM prints some prefixes as statements of their own: `rep;stosq`.
  constexpr StringLiteral Between = " \t;";
  std::string Result;
  for (bool GoesOn = true; GoesOn;) {
    Text = Text.ltrim(Between);
    StringRef Word =
        Text.take_until([&](char C) { return Between.contains(C); });
    Text = Text.drop_front(Word.size());
    Result += (Result.empty() || Word.empty() ? "" : " ") + Word.str();
    GoesOn = !Word.empty() && isPrefixWord(Word);
  }
  return Result;
}

RegisterWord TargetCode::classifyWord(StringRef, bool) const {
  return RegisterWord::None;
}

void TargetCode::smoothStatement(MutableArrayRef<char>, size_t,
                                 StringRef) const {}

bool TargetCode::isRegisterInText(StringRef) const { return false; }

bool TargetCode::takesOperand(StringRef) const { return false; }

PseudoEmission TargetCode::emissionOf(StringRef) const {
  return PseudoEmission::Never;
}

bool TargetCode::emissionMakesSymbols(const Triple &) const { return false; }

//===----------------------------------------------------------------------===//
// TargetSemantics
//===----------------------------------------------------------------------===//

TargetSemantics::~TargetSemantics() = default;

bool TargetSemantics::mayMatter(const MCInst &, const BitVector &, bool) {
  return true;
}

void TargetSemantics::enterLoop(ArrayRef<InstBefore>,
                                ArrayRef<const MCInst *>) {}

const IntRecipe &TargetSemantics::recipe(unsigned Opcode) const {
  auto [It, IsNew] = Recipes.try_emplace(Opcode);
  if (IsNew)
    It->second = makeRecipe(nameOf(Opcode));
  return It->second;
}

uint8_t TargetSemantics::traits(unsigned Opcode) const {
  auto [It, IsNew] = Traits.try_emplace(Opcode);
  if (IsNew)
    It->second = makeTraits(nameOf(Opcode));
  return It->second;
}

FloatWork TargetSemantics::floatWorkOf(unsigned Opcode) const {
  auto [It, IsNew] = FloatWorks.try_emplace(Opcode);
  if (IsNew)
    It->second = makeFloatWork(nameOf(Opcode));
  return It->second;
}

FloatWork TargetSemantics::floatWork(const KernelInst &I) const {
  return floatWorkOf(I.Opcode);
}

StringRef TargetSemantics::nameOf(unsigned Opcode) const {
  return TD.MII ? TD.MII->getName(Opcode) : "";
}

unsigned TargetSemantics::opcode(StringRef Name) const {
  return TD.MII && !Name.empty() ? findOpcode(*TD.MII, Name) : 0;
}

IntRecipe TargetSemantics::makeRecipe(StringRef) const { return {}; }

uint8_t TargetSemantics::makeTraits(StringRef) const { return 0; }

FloatWork TargetSemantics::makeFloatWork(StringRef) const { return {}; }

SmallVector<FloatPeakForm, 4> TargetSemantics::floatPeaks(FloatType) const {
  return {};
}

unsigned TargetSemantics::scalableBits(StringRef) const { return 0; }

bool TargetSemantics::fillSpecial(const IntOperands &, const IntRecipe &,
                                  IntOp &) const {
  return false;
}

std::optional<int64_t> TargetSemantics::stepOf(const KernelInst &,
                                               unsigned) const {
  return std::nullopt;
}

unsigned TargetSemantics::plainAccess(const MemRef &, bool) const { return 0; }

bool TargetSemantics::holds(EntryCondition, const KernelInst &) const {
  return false;
}

ReductionOp TargetSemantics::reduction(const Kernel &, const KernelInst &,
                                       const RegRead &) const {
  return ReductionOp::None;
}

bool TargetSemantics::isScaled(const KernelInst &, const RegRead &) const {
  return false;
}

bool TargetSemantics::extendsLoadedSign(const KernelInst &) const {
  return false;
}

WiderForm TargetSemantics::widerForm(unsigned) const { return {}; }

PackedForm TargetSemantics::packedForm(unsigned) const { return {}; }

FusedForm TargetSemantics::fusedForm(unsigned, unsigned) const { return {}; }

bool TargetSemantics::extendsSign(const KernelInst &) const { return false; }

unsigned TargetSemantics::unsignedLoad(unsigned) const { return 0; }

unsigned TargetSemantics::constantMultiply() const { return 0; }

SmallVector<unsigned, 2> TargetSemantics::alignedShift(unsigned) const {
  return {};
}

ScalableForm TargetSemantics::scalableForm(unsigned) const { return {}; }

DivisionForms TargetSemantics::divisionForms(unsigned) const { return {}; }

IntegerReciprocal TargetSemantics::integerReciprocal(unsigned, unsigned) const {
  return {};
}

//===----------------------------------------------------------------------===//
// Kernels without a target
//===----------------------------------------------------------------------===//

namespace {
class UnknownTarget final : public TargetSemantics {
public:
  UnknownTarget() : TargetSemantics({}, Plain) {}
  void append(const ListedInst &, Kernel &) override {}
  unsigned numUnits() const override { return 0; }
  std::string unitName(RegUnit U) const override {
    return "unit" + std::to_string(U);
  }
  InstEncoding encode(const MCInst &) override { return {}; }

private:
  static const TargetCode Plain;
};
const TargetCode UnknownTarget::Plain;
} // namespace

const TargetSemantics &kernelbounds::targetOf(const Kernel &K) {
  static const UnknownTarget Unknown;
  return K.Target ? *K.Target : Unknown;
}
