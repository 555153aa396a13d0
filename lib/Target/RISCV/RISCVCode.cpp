//===- RISCVCode.cpp - How RISC-V code is written -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// RISC-V as bytes and as text. Tested by unittests/Frontend and
/// test/Passes/agreement-riscv.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/RegisterWords.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
class RISCVCode final : public TargetCode {
public:
  unsigned codeUnit() const override { return 2; }
  /// OSACA's: the bytes of `nop`.
  StringRef markerBytes() const override { return StringRef("\x13\0\0\0", 4); }
  bool isPadding(const MCInst &Inst, const MCInstrInfo &MII) const override;
  FieldReference referenceOf(uint64_t Type) const override;

  RegisterWord classifyWord(StringRef Word, bool HasPercent) const override;
  bool isRegisterInText(StringRef Word) const override;

  PseudoEmission emissionOf(StringRef Name) const override;
};
} // namespace

const TargetCode &kernelbounds::codeOfRISCV() {
  static const RISCVCode Code;
  return Code;
}

bool RISCVCode::isPadding(const MCInst &Inst, const MCInstrInfo &MII) const {
  StringRef Name = MII.getName(Inst.getOpcode());
  if (Name == "C_NOP")
    return true;
  return Name == "ADDI" && Inst.getOperand(2).isImm() &&
         Inst.getOperand(2).getImm() == 0 &&
         Inst.getOperand(0).getReg() == Inst.getOperand(1).getReg();
}

/// The lower part counts as all of the address, the upper one as nothing;
/// relative to the instruction it is the other way round, as the lower part
/// names the instruction with the upper one.
FieldReference RISCVCode::referenceOf(uint64_t Type) const {
  switch (Type) {
  case ELF::R_RISCV_LO12_I:
  case ELF::R_RISCV_LO12_S:
  case ELF::R_RISCV_PCREL_HI20:
    return {DataReference::Plain};
  case ELF::R_RISCV_GOT_HI20:
    return {DataReference::Plain, /*IsTableEntry=*/true};
  case ELF::R_RISCV_RELAX: // The linker may shorten the code.
    return {DataReference::None, /*IsTableEntry=*/false, /*IsHint=*/true};
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Whether \p Word is \p Prefix and a number up to \p Max.
static bool isNumbered(StringRef Word, StringRef Prefix, unsigned Max) {
  return Word.consume_front(Prefix) && isNumberUpTo(Word, Max);
}

/// The names of the calling convention, which no other target has, and those
/// that others have, too.
RegisterWord RISCVCode::classifyWord(StringRef Word, bool HasPercent) const {
  if (HasPercent)
    return RegisterWord::None;
  if (Word == "zero" || isNumbered(Word, "a", 7) || isNumbered(Word, "t", 6) ||
      isNumbered(Word, "fa", 7) || isNumbered(Word, "ft", 11) ||
      isNumbered(Word, "fs", 11))
    return RegisterWord::Bare;
  if (Word == "ra" || Word == "gp" || Word == "tp" ||
      isNumbered(Word, "s", 11) || isNumbered(Word, "x", 31) ||
      isNumbered(Word, "v", 31) || isNumbered(Word, "f", 31))
    return RegisterWord::Weak;
  return RegisterWord::None;
}

/// LLVM's tables have numbers only.
bool RISCVCode::isRegisterInText(StringRef Word) const {
  return classifyWord(Word, /*HasPercent=*/false) != RegisterWord::None ||
         Word == "sp" || Word == "fp";
}

//===----------------------------------------------------------------------===//
// The compiler
//===----------------------------------------------------------------------===//

/// Vector instructions are pseudo instructions up to their emission, and
/// branches are.
PseudoEmission RISCVCode::emissionOf(StringRef Name) const {
  static constexpr StringLiteral Others[] = {
      "KCFI_CHECK", "HWASAN_CHECK_MEMACCESS_SHORTGRANULES", "PseudoRVVInit"};
  const bool IsOther =
      !Name.starts_with("Pseudo") ||
      any_of(Others, [&](StringRef O) { return Name.starts_with(O); });
  return IsOther ? PseudoEmission::Never : PseudoEmission::Always;
}
