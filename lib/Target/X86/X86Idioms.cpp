//===- X86Idioms.cpp - x86 opcodes with constant results, and moves -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The opcodes whose result is zero or all ones where two operands are the
/// same, and those that copy a whole register. What a core makes of them is
/// said by its port model.
///
/// Source: Intel 64 and IA-32 Architectures Optimization Reference Manual,
/// section on zero idioms and on the ones idiom of PCMPEQ.
/// Tested by unittests/Target/X86SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelbounds;

/// Takes from \p Name what marks it as a plain operation on registers.
/// \returns false if it is not.
static bool consumeRegisterForm(StringRef &Name,
                                ArrayRef<StringLiteral> Forms) {
  Name.consume_back("_REV");
  return any_of(Forms, [&](StringRef F) { return Name.consume_back(F); });
}

X86Idiom kernelbounds::idiomOfX86(StringRef Name) {
  if (Name.starts_with("VPTERNLOG") && Name.ends_with("rri"))
    return X86Idiom::OnesIfAllBitsSet;
  if (is_contained({"XOR32rr", "XOR64rr", "SUB32rr", "SUB64rr", "XOR32rr_REV",
                    "XOR64rr_REV", "SUB32rr_REV", "SUB64rr_REV"},
                   Name))
    return X86Idiom::Zero;
  bool IsEVEX = Name.contains("Z");
  if (!consumeRegisterForm(Name,
                           {"Z128rr", "Z256rr", "Zrr", "Yrr", "rr", "kk"}))
    return X86Idiom::None;
  Name.consume_front("MMX_");
  Name.consume_front("V");
  // EVEX comparisons set a mask register and are no idiom on any core.
  return StringSwitch<X86Idiom>(Name)
      .Cases({"PXOR", "PXORD", "PXORQ", "XORPS", "XORPD"}, X86Idiom::Zero)
      .Cases({"PSUBB", "PSUBW", "PSUBD", "PSUBQ"}, X86Idiom::Zero)
      .Cases({"PSUBSB", "PSUBSW", "PSUBUSB", "PSUBUSW"}, X86Idiom::Zero)
      .Cases({"PANDN", "PANDND", "PANDNQ", "ANDNPS", "ANDNPD"}, X86Idiom::Zero)
      .Cases({"KXORB", "KXORW", "KXORD", "KXORQ"}, X86Idiom::Zero)
      .Cases({"KANDNB", "KANDNW", "KANDND", "KANDNQ"}, X86Idiom::Zero)
      .Cases({"PCMPGTB", "PCMPGTW", "PCMPGTD", "PCMPGTQ"},
             IsEVEX ? X86Idiom::None : X86Idiom::Zero)
      .Cases({"PCMPEQB", "PCMPEQW", "PCMPEQD", "PCMPEQQ"},
             IsEVEX ? X86Idiom::None : X86Idiom::Ones)
      .Default(X86Idiom::None);
}

bool kernelbounds::isX86RegMove(StringRef Name) {
  if (Name.starts_with("MOVZX32rr8") || Name.starts_with("MOVZX64rr8"))
    return true;
  if (!consumeRegisterForm(Name, {"Z128rr", "Z256rr", "Zrr", "Yrr", "rr"}))
    return false;
  if (Name == "MOV32" || Name == "MOV64")
    return true;
  Name.consume_front("V");
  return is_contained({"MOVAPS", "MOVAPD", "MOVUPS", "MOVUPD", "MOVDQA",
                       "MOVDQU", "MOVDQA32", "MOVDQA64", "MOVDQU8", "MOVDQU16",
                       "MOVDQU32", "MOVDQU64"},
                      Name);
}
