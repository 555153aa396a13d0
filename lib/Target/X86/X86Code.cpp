//===- X86Code.cpp - How x86-64 code is written ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x86-64 as bytes and as text. Tested by unittests/Frontend and
/// test/Passes/agreement.test.
//
//===----------------------------------------------------------------------===//

#include "X86Target.h"
#include "kernel-bounds/Kernel/RegisterWords.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
class X86Code final : public TargetCode {
public:
  uint8_t opcodeOffset(ArrayRef<uint8_t> Bytes) const override {
    return findX86Opcode(Bytes);
  }
  std::optional<InstEncoding> longJump(const MCInstrInfo &MII, unsigned Opcode,
                                       int64_t Distance) const override;
  bool countsFromEnd() const override { return true; }
  StringRef markerBytes() const override { return "\x64\x67\x90"; }
  bool isPadding(const MCInst &Inst, const MCInstrInfo &MII) const override;
  InstPrefix prefixOf(const MCInst &Inst,
                      const MCInstrInfo &MII) const override;
  FieldReference referenceOf(uint64_t Type) const override;

  bool hasTwoSyntaxes() const override { return true; }
  RegisterWord classifyWord(StringRef Word, bool HasPercent) const override;
  void smoothStatement(MutableArrayRef<char> Line, size_t Start,
                       StringRef Word) const override;
  bool takesOperand(StringRef Word) const override;
  bool isPrefixWord(StringRef Word) const override;

  /// Prologues of some systems have pseudos that direct the streamer.
  PseudoEmission emissionOf(StringRef) const override {
    return PseudoEmission::InLoops;
  }
};
} // namespace

const TargetCode &kernelbounds::codeOfX86() {
  static const X86Code Code;
  return Code;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

std::optional<InstEncoding> X86Code::longJump(const MCInstrInfo &MII,
                                              unsigned Opcode,
                                              int64_t Distance) const {
  if (isInt<8>(Distance))
    return std::nullopt;
  StringRef Name = MII.getName(Opcode);
  if (Name == "JCC_1")
    return InstEncoding{6, 1};
  if (Name == "JMP_1")
    return InstEncoding{5, 0};
  return std::nullopt;
}

bool X86Code::isPadding(const MCInst &Inst, const MCInstrInfo &MII) const {
  StringRef Name = MII.getName(Inst.getOpcode());
  return Name.starts_with("NOOP") || Name == "INT3" || Name == "XCHG16ar";
}

InstPrefix X86Code::prefixOf(const MCInst &Inst, const MCInstrInfo &MII) const {
  if (Inst.getNumOperands() != 0)
    return {};
  StringRef Name = MII.getName(Inst.getOpcode());
  if (Name == "LOCK_PREFIX")
    return {LockPrefixFlag, "lock"};
  if (Name == "REP_PREFIX")
    return {X86RepeatFlag, "rep"};
  if (Name == "REPNE_PREFIX")
    return {X86RepeatUnequalFlag, "repne"};
  return {};
}

FieldReference X86Code::referenceOf(uint64_t Type) const {
  switch (Type) {
  case ELF::R_X86_64_64:
  case ELF::R_X86_64_32:
  case ELF::R_X86_64_32S:
    return {DataReference::Plain};
  case ELF::R_X86_64_PC32:
    return {DataReference::FromField};
  case ELF::R_X86_64_GOTPCREL:
  case ELF::R_X86_64_GOTPCRELX:
  case ELF::R_X86_64_REX_GOTPCRELX:
    return {DataReference::FromField, /*IsTableEntry=*/true};
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// \p Word is in lower case.
static bool isX86Register(StringRef Word) {
  static constexpr StringLiteral Names[] = {
      "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "rip",
      "eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp"};
  if (is_contained(Names, Word))
    return true;
  if (Word.size() > 3 && Word.substr(1, 2) == "mm" &&
      StringRef("xyz").contains(Word[0]))
    return isNumberUpTo(Word.drop_front(3), 31);
  if (!Word.consume_front("r"))
    return false;
  if (!Word.empty() && StringRef("dwb").contains(Word.back()))
    Word = Word.drop_back();
  return isNumberUpTo(Word, 31) && Word.size() > 0 && Word != "0";
}

RegisterWord X86Code::classifyWord(StringRef Word, bool HasPercent) const {
  if (!isX86Register(Word))
    return RegisterWord::None;
  return HasPercent ? RegisterWord::Marked : RegisterWord::Bare;
}

bool X86Code::isPrefixWord(StringRef Word) const {
  static constexpr StringLiteral Words[] = {
      "lock",     "rep",      "repe",    "repz", "repne",  "repnz",
      "xacquire", "xrelease", "notrack", "bnd",  "data16", "addr32"};
  return any_of(Words, [&](StringRef W) { return Word.equals_insensitive(W); });
}

bool X86Code::takesOperand(StringRef Word) const {
  static constexpr StringLiteral Words[] = {
      "ptr",     "byte",    "word",  "dword",  "qword", "xmmword",
      "ymmword", "zmmword", "tbyte", "offset", "short"};
  return any_of(Words, [&](StringRef W) { return Word.equals_insensitive(W); });
}

static bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r'; }

/// True if \p S names a 64-bit general register: rax, rsi, r8, r15.
static bool isReg64(StringRef S) {
  return S.size() >= 2 && S.size() <= 3 && S.front() == 'r' &&
         isAlnum(S.back()) && S.back() != 'd' && S.back() != 'w' &&
         S.back() != 'b';
}

static bool isReg32(StringRef S) {
  return (S.size() == 3 && S.front() == 'e') ||
         (S.size() >= 3 && S.front() == 'r' && isDigit(S[1]) &&
          S.back() == 'd');
}

/// Turns `<blank>movsx r64, r32` into `movsxd r64, r32`, one column earlier.
static void smoothMovsx(MutableArrayRef<char> Line, size_t Mnemonic) {
  StringRef Operands =
      StringRef(Line.data(), Line.size()).drop_front(Mnemonic + 5);
  auto [Dst, Src] = Operands.split(',');
  Src = Src.ltrim();
  StringRef SrcWord = Src.take_while([](char C) { return isAlnum(C); });
  if (Mnemonic == 0 || !isBlank(Line[Mnemonic - 1]) || !isReg64(Dst.trim()))
    return;
  if (Src.starts_with_insensitive("dword ptr") || isReg32(SrcWord)) {
    StringRef Name = "movsxd";
    llvm::copy(Name, Line.begin() + Mnemonic - 1);
  }
}

/// Blanks the outer brackets of `call [QWORD PTR x[rip]]`.
static void smoothIndirectCall(MutableArrayRef<char> Line, size_t Operand) {
  StringRef Text(Line.data(), Line.size());
  StringRef Rest = Text.drop_front(Operand);
  StringRef Bare =
      Rest.take_until([](char C) { return C == '#' || C == ';'; }).rtrim();
  if (!Bare.consume_front("[") || !Bare.starts_with_insensitive("qword ptr") ||
      !Bare.ends_with("]"))
    return;
  Line[Operand] = ' ';
  Line[Operand + Bare.size()] = ' ';
}

void X86Code::smoothStatement(MutableArrayRef<char> Line, size_t Start,
                              StringRef Word) const {
  if (Word.equals_insensitive("movsx"))
    return smoothMovsx(Line, Start);
  if (Word.equals_insensitive("call") || Word.equals_insensitive("jmp")) {
    StringRef Text(Line.data(), Line.size());
    size_t Operand = Text.find_first_not_of(" \t", Start + Word.size());
    if (Operand != StringRef::npos)
      smoothIndirectCall(Line, Operand);
  }
}
