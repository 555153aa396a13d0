//===- X86Memory.cpp - Memory operands of x86 opcodes ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the memory operand stands, whether it is loaded, stored or both, and
/// how wide it is. MC has no table of widths; the Intel syntax shows them
/// ("qword ptr"), so each opcode is printed once.
///
/// Tested by unittests/Target/X86SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace kernelbounds;

/// First of five consecutive memory operands; -1 = none.
static int findAddress(const MCInstrDesc &Desc) {
  ArrayRef<MCOperandInfo> Ops = Desc.operands();
  for (unsigned I = 0; I + 5 <= Ops.size(); ++I)
    if (all_of(Ops.slice(I, 5), [](const MCOperandInfo &Op) {
          return Op.OperandType == MCOI::OPERAND_MEMORY;
        }))
      return I;
  return -1;
}

/// Bytes that \p Text, in Intel syntax, gives for its memory operand.
static unsigned parseWidth(StringRef Text) {
  auto [Before, After] = Text.split(" ptr ");
  if (After.empty())
    return 0;
  size_t Start = Before.find_last_of(" \t,");
  return StringSwitch<unsigned>(Before.substr(Start + 1))
      .Case("byte", 1)
      .Case("word", 2)
      .Case("dword", 4)
      .Case("fword", 6)
      .Case("qword", 8)
      .Case("tbyte", 10)
      .Case("xmmword", 16)
      .Case("ymmword", 32)
      .Case("zmmword", 64)
      .Default(0);
}

/// Bytes of one element of a gather or scatter, \p Name: VPGATHERDQ loads
/// quadwords, VSCATTERQPS stores singles.
static unsigned elementWidth(StringRef Name) {
  Name.consume_front("V");
  Name.consume_front("P");
  if (!Name.consume_front("GATHER") && !Name.consume_front("SCATTER"))
    return 0;
  if (Name.consume_front("PF"))
    Name = Name.drop_front(); // The cache level.
  Name = Name.drop_front();   // The width of an index.
  return Name.starts_with("PD") || Name.starts_with("Q") ? 8 : 4;
}

static bool isVectorClass(StringRef Class) {
  return any_of(ArrayRef<StringRef>{"VR", "FR", "VK", "RFP", "RST"},
                [&](StringRef P) { return Class.starts_with(P); });
}

/// Whether the datum at \p Address is handled in vector or x87 registers.
static bool isVectorDatum(const TargetDescription &TD, const MCInstrDesc &Desc,
                          StringRef Name, int Address) {
  if (Name.starts_with("CVT") || Name.starts_with("VCVT"))
    return true;
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I)
    if ((int(I) < Address || int(I) >= Address + 5) &&
        isVectorClass(operandClass(TD, Desc, I)))
      return true;
  return false;
}

/// Bytes by the last letter of a string instruction's stem: MOVSB, STOSQ.
static unsigned stringWidth(StringRef Name) {
  switch (Name.back()) {
  case 'B':
    return 1;
  case 'W':
    return 2;
  case 'L':
    return 4;
  default:
    return 8;
  }
}

/// Bytes of which the address must be a multiple, or the instruction faults:
/// those of aligned moves, and 16 for operands of SSE in its first encoding.
static unsigned requiredAlign(StringRef Name, const MemRef &M) {
  StringRef Stem = Name;
  Stem.consume_front("V");
  const bool IsAlignedMove =
      any_of(ArrayRef<StringRef>{"MOVAPS", "MOVAPD", "MOVDQA", "MOVNTDQ",
                                 "MOVNTPS", "MOVNTPD"},
             [&](StringRef P) { return Stem.starts_with(P); });
  const bool MayBeUnaligned =
      any_of(ArrayRef<StringRef>{"V", "MOVUPS", "MOVUPD", "MOVDQU", "LDDQU",
                                 "PCMPISTR", "PCMPESTR", "MMX_"},
             [&](StringRef P) { return Name.starts_with(P); });
  const bool IsFirstSSE = M.IsVector && M.Width == 16 && !MayBeUnaligned;
  return IsAlignedMove || IsFirstSSE ? std::max<unsigned>(M.Width, 1) : 1;
}

static X86Special specialOf(StringRef Name) {
  if (Name.starts_with("PUSH") || Name.starts_with("POP"))
    if (!Name.starts_with("POPCNT"))
      return Name.starts_with("PUSH") ? X86Special::Push : X86Special::Pop;
  for (StringRef Stem : {"MOVS", "STOS", "LODS", "CMPS", "SCAS"})
    if (Name.size() == 5 && Name.starts_with(Stem) &&
        StringRef("BWLQ").contains(Name.back()))
      return X86Special::String;
  return StringSwitch<X86Special>(Name)
      .Cases({"LEAVE", "LEAVE64"}, X86Special::Leave)
      .Case("XLAT", X86Special::Xlat)
      .Cases({"MASKMOVDQU", "MASKMOVDQU64", "VMASKMOVDQU", "VMASKMOVDQU64"},
             X86Special::MaskMove)
      .Cases({"MMX_MASKMOVQ", "MMX_MASKMOVQ64"}, X86Special::MaskMove)
      .Default(X86Special::None);
}

/// Describes accesses whose address is not an operand.
static void describeImplicit(StringRef Name, X86Plan &Plan) {
  MemRef &M = Plan.Mem;
  switch (Plan.Special) {
  case X86Special::Push:
  case X86Special::Pop:
    Plan.StackWidth = Name.contains("16") ? 2 : 8;
    if (Name.starts_with("PUSH2") || Name.starts_with("POP2"))
      Plan.StackWidth = 16;
    return;
  case X86Special::Leave:
    M.Width = 8;
    M.IsLoad = true;
    return;
  case X86Special::Xlat:
    M.Width = 1;
    M.IsLoad = true;
    return;
  case X86Special::MaskMove:
    M.Width = Name.starts_with("MMX") ? 8 : 16;
    M.IsStore = M.IsVector = true;
    return;
  case X86Special::String:
    M.Width = stringWidth(Name);
    return;
  default:
    return;
  }
}

static bool isMemoryOperand(const MCOperandInfo &Operand) {
  return Operand.OperandType == MCOI::OPERAND_MEMORY;
}

void X86MemoryTable::describe(unsigned Opcode, X86Plan &Plan) {
  const MCInstrDesc &Desc = TD.MII->get(Opcode);
  StringRef Name = TD.MII->getName(Opcode);
  MemRef &M = Plan.Mem;
  Plan.Special = specialOf(Name);
  describeImplicit(Name, Plan);
  Plan.MemOperand = findAddress(Desc);
  M.IsLoad |= Plan.MemOperand >= 0 && Desc.mayLoad();
  M.IsStore |= Plan.MemOperand >= 0 && Desc.mayStore();

  // moffs: an absolute address and a segment.
  if (Plan.MemOperand < 0 && Desc.getNumOperands() == 2 &&
      Name.starts_with("MOV") && (Desc.mayLoad() || Desc.mayStore()) &&
      all_of(Desc.operands(), isMemoryOperand)) {
    Plan.Special = X86Special::Absolute;
    M.IsLoad = Desc.mayLoad();
    M.IsStore = Desc.mayStore();
    M.Width = StringSwitch<unsigned>(Name)
                  .StartsWith("MOV8", 1)
                  .StartsWith("MOV16", 2)
                  .StartsWith("MOV32", 4)
                  .Default(8);
    return;
  }
  if (Plan.MemOperand < 0)
    return;

  if (Plan.Flags & IF_Prefetch) {
    M.IsLoad = true;
    M.IsStore = false;
  } else if (Name.starts_with("VMASKMOV") || Name.starts_with("VPMASKMOV")) {
    M.IsLoad = !Name.ends_with("mr");
    M.IsStore = !M.IsLoad;
  } else if (Name.starts_with("MOVDIRI")) {
    M.IsStore = true;
  } else if (Name == "OR32mi8Locked") { // LLVM's fence, said to do neither.
    M.IsLoad = M.IsStore = true;
  } else if (Plan.Special == X86Special::Push) {
    M.IsStore = false; // push (mem) loads; the stack is described apart.
  } else if (Plan.Special == X86Special::Pop) {
    M.IsLoad = false;
  }
  std::string Text = Printer.print(Opcode, /*Imm=*/1);
  M.Width = parseWidth(Text);
  M.IsBroadcast = StringRef(Text).contains("{1to");
  M.IsVector = isVectorDatum(TD, Desc, Name, Plan.MemOperand);
  if (unsigned Element = elementWidth(Name)) {
    M.IsGather = true;
    M.Width = Element;
  }
  M.Align = requiredAlign(Name, M);
}
