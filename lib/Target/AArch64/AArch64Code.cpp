//===- AArch64Code.cpp - How AArch64 code is written ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AArch64 as bytes and as text. Tested by unittests/Frontend and
/// test/Passes/agreement.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/RegisterWords.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
class AArch64Code final : public TargetCode {
public:
  unsigned fixedSize() const override { return 4; }
  unsigned codeUnit() const override { return 4; }
  StringRef markerBytes() const override { return "\xd5\x03\x20\x1f"; }
  bool isPadding(const MCInst &Inst, const MCInstrInfo &MII) const override;
  FieldReference referenceOf(uint64_t Type) const override;

  RegisterWord classifyWord(StringRef Word, bool HasPercent) const override;
  void smoothStatement(MutableArrayRef<char> Line, size_t Start,
                       StringRef Word) const override;
  bool isRegisterInText(StringRef Word) const override;
  bool takesOperand(StringRef Word) const override;

  /// Zero FMOVs are the one target pseudo that loops have and whose emission is
  /// that of an instruction only.
  PseudoEmission emissionOf(StringRef Name) const override {
    return Name.starts_with("FMOV") && Name.ends_with("0")
               ? PseudoEmission::Always
               : PseudoEmission::Never;
  }
  /// Darwin's linker hints make a symbol for an instruction at emission.
  bool emissionMakesSymbols(const Triple &TT) const override {
    return TT.isOSBinFormatMachO();
  }
};
} // namespace

const TargetCode &kernelbounds::codeOfAArch64() {
  static const AArch64Code Code;
  return Code;
}

bool AArch64Code::isPadding(const MCInst &Inst, const MCInstrInfo &MII) const {
  StringRef Name = MII.getName(Inst.getOpcode());
  return Name == "HINT" && Inst.getOperand(0).isImm() &&
         Inst.getOperand(0).getImm() == 0;
}

FieldReference AArch64Code::referenceOf(uint64_t Type) const {
  switch (Type) {
  case ELF::R_AARCH64_ADR_PREL_LO21:
  case ELF::R_AARCH64_ADR_PREL_PG_HI21:
  case ELF::R_AARCH64_ADR_PREL_PG_HI21_NC:
  case ELF::R_AARCH64_ADD_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST8_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST16_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST32_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST64_ABS_LO12_NC:
  case ELF::R_AARCH64_LDST128_ABS_LO12_NC:
    return {DataReference::Plain};
  case ELF::R_AARCH64_ADR_GOT_PAGE:
  case ELF::R_AARCH64_LD64_GOT_LO12_NC:
    return {DataReference::Plain, /*IsTableEntry=*/true};
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// \p Word is in lower case. Single-letter names that others use are left out.
static bool isAArch64Register(StringRef Word) {
  if (Word == "xzr" || Word == "wzr")
    return true;
  auto [Name, Arrangement] = Word.split('.');
  if (Name.size() < 2)
    return false;
  if (Arrangement.empty() && Word.size() == Name.size())
    return StringRef("xw").contains(Name[0]) &&
           isNumberUpTo(Name.drop_front(), 30);
  if (!StringRef("vzp").contains(Name[0]) ||
      !isNumberUpTo(Name.drop_front(), 31))
    return false;
  return StringRef("bhsdq").contains(
      Arrangement.ltrim("0123456789").take_front());
}

RegisterWord AArch64Code::classifyWord(StringRef Word, bool HasPercent) const {
  if (HasPercent)
    return RegisterWord::None;
  if (isAArch64Register(Word))
    return RegisterWord::Bare;
  return StringRef("dsqhb").contains(Word[0]) &&
                 isNumberUpTo(Word.drop_front(), 31)
             ? RegisterWord::Weak
             : RegisterWord::None;
}

/// v0 to v31, which LLVM's tables call by the width that is used.
bool AArch64Code::isRegisterInText(StringRef Word) const {
  return Word.consume_front("v") && isNumberUpTo(Word, 31);
}

bool AArch64Code::takesOperand(StringRef Word) const {
  static constexpr StringLiteral Words[] = {
      "lsl",  "lsr",  "asr",  "ror",  "uxtb", "uxth", "uxtw",
      "uxtx", "sxtb", "sxth", "sxtw", "sxtx", "msl",  "mul"};
  return any_of(Words, [&](StringRef W) { return Word.equals_insensitive(W); });
}

/// gcc writes a byte of a vector sign-extended: `movi v1.16b,
/// 0xffffffffffffff80`.
static void smoothMovi(MutableArrayRef<char> Line) {
  StringRef Text(Line.data(), Line.size());
  size_t Number = Text.find("0xffffffffffffff");
  if (Number == StringRef::npos || Number + 18 > Text.size() ||
      !Text.take_front(Number).contains("b,"))
    return;
  std::fill_n(Line.begin() + Number, 14, ' ');
  Line[Number + 14] = '0';
  Line[Number + 15] = 'x';
}

void AArch64Code::smoothStatement(MutableArrayRef<char> Line, size_t Start,
                                  StringRef Word) const {
  if (Word == ".arch" || Word == ".cpu" || Word == ".arch_extension")
    std::fill(Line.begin() + Start, Line.end(), ' ');
  else if (Word == "movi")
    smoothMovi(Line);
}
