//===- X86Opcodes.cpp - What is known of an x86 opcode --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operand roles, flags groups and idioms, from MCInstrDesc and from the name
/// where that does not say. LLVM's names are systematic: a stem (VPADDD), a
/// vector length (Z256), the kinds of operands (rr, rm), and k or kz for merge-
/// and zero-masking.
///
/// Source for flags and for what merges: Intel 64 and IA-32 Architectures
/// Software Developer's Manual, volume 2, instruction pages.
/// Tested by unittests/Target/X86SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

namespace {
constexpr unsigned OperandCondCode = 14; // X86::OPERAND_COND_CODE.

/// Name is without LOCK_ in front.
struct Opcode : PlannedOpcode {
  const X86Registers &Regs;

  bool isMask(unsigned I) const {
    StringRef Class = operandClass(I);
    return Class.starts_with("VK") && Class.ends_with("WM");
  }
  bool isRegister(unsigned I) const {
    return Desc.operands()[I].OperandType == MCOI::OPERAND_REGISTER;
  }
};
} // namespace

X86Registers X86Registers::find(const MCRegisterInfo &MRI) {
  auto Find = [&](StringRef Name) -> uint16_t {
    return findRegister(MRI, Name).id();
  };
  return {Find("EFLAGS"), Find("RSP"), Find("ESP"), Find("SP"),  Find("RBP"),
          Find("RBX"),    Find("AL"),  Find("RDI"), Find("RCX"), Find("RIP"),
          Find("RIZ"),    Find("EIZ"), Find("FS"),  Find("GS"),  Find("ST0")};
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

uint8_t kernelbounds::conditionGroups(int64_t Code) {
  static constexpr uint8_t Groups[] = {
      FG_OF,           FG_OF,           FG_CF,           FG_CF, // o no b ae
      FG_SPAZ,         FG_SPAZ,         FG_CF | FG_SPAZ,        // e ne be
      FG_CF | FG_SPAZ, FG_SPAZ,         FG_SPAZ,                // a s ns
      FG_SPAZ,         FG_SPAZ,         FG_OF | FG_SPAZ,        // p np l
      FG_OF | FG_SPAZ, FG_OF | FG_SPAZ, FG_OF | FG_SPAZ};       // ge le g
  return Code >= 0 && Code < 16 ? Groups[Code] : uint8_t(FG_All);
}

/// Groups that fcmovcc \p Name reads.
static uint8_t groupsOfFCmov(StringRef Name) {
  return StringSwitch<uint8_t>(Name)
      .StartsWith("CMOVBE_F", FG_CF | FG_SPAZ)
      .StartsWith("CMOVNBE_F", FG_CF | FG_SPAZ)
      .StartsWith("CMOVB_F", FG_CF)
      .StartsWith("CMOVNB_F", FG_CF)
      .Default(FG_SPAZ);
}

/// Sets FlagReads, FlagWrites and CondOperand.
static void planFlags(const Opcode &Op, X86Plan &Plan) {
  const uint16_t EFLAGS = Op.Regs.EFLAGS;
  bool Reads = Op.Desc.hasImplicitUseOfPhysReg(EFLAGS);
  bool Writes = Op.Desc.hasImplicitDefOfPhysReg(EFLAGS);
  bool ByCL = any_of(Op.Desc.implicit_uses(), [&](MCPhysReg R) {
    return StringRef(Op.TD.MRI->getName(R)) == "CL";
  });
  StringRef Name = Op.Name;
  Plan.FlagReads = Reads ? FG_All : 0;
  Plan.FlagWrites = Writes ? FG_All : 0;
  if (Name.starts_with("LOOPE") || Name.starts_with("LOOPNE"))
    Plan.FlagReads = FG_SPAZ;
  if (Name.starts_with("CMOV") && Name.contains("_F"))
    Plan.FlagReads = groupsOfFCmov(Name);
  if (!Reads && !Writes)
    return;

  if (Reads && !Op.Desc.operands().empty() &&
      Op.Desc.operands().back().OperandType == OperandCondCode) {
    Plan.FlagReads = 0;
    Plan.CondOperand = Op.Desc.getNumOperands() - 1;
    Plan.CondHasNoParity =
        Name.starts_with("CCMP") || Name.starts_with("CTEST");
  } else if (Name.starts_with("INC") || Name.starts_with("DEC")) {
    Plan.FlagWrites = FG_OF | FG_SPAZ;
  } else if (Name.starts_with("ADCX")) {
    Plan.FlagReads = Plan.FlagWrites = FG_CF;
  } else if (Name.starts_with("ADOX")) {
    Plan.FlagReads = Plan.FlagWrites = FG_OF;
  } else if (Op.startsWith({"ADC", "SBB", "SALC"})) {
    Plan.FlagReads = FG_CF;
  } else if (Op.startsWith({"BT16", "BT32", "BT64", "BTC", "BTR", "BTS"})) {
    Plan.FlagWrites = FG_CF;
  } else if (Op.startsWith({"ROL", "ROR", "RCL", "RCR"})) {
    Plan.FlagWrites = FG_CF | FG_OF;
    Plan.FlagReads = (Name.starts_with("RC") ? FG_CF : 0) |
                     (ByCL ? FG_CF | FG_OF : 0); // A count of 0 keeps both.
  } else if (Op.startsWith({"SHL", "SHR", "SAR"}) && ByCL) {
    Plan.FlagReads = FG_All;
  } else if (Name == "CLC" || Name == "STC" || Name == "CMC") {
    Plan.FlagReads = Name == "CMC" ? FG_CF : 0;
    Plan.FlagWrites = FG_CF;
  } else if (Name == "LAHF") {
    Plan.FlagReads = FG_CF | FG_SPAZ;
  } else if (Name == "SAHF") {
    Plan.FlagWrites = FG_CF | FG_SPAZ;
  } else if (Op.startsWith(
                 {"CMPXCHG8B", "CMPXCHG16B", "LCMPXCHG8B", "LCMPXCHG16B"})) {
    Plan.FlagWrites = FG_SPAZ; // ZF alone.
  } else if (Op.startsWith({"CLAC", "STAC", "CLI", "STI"})) {
    Plan.FlagReads = Plan.FlagWrites = 0;
  }
}

//===----------------------------------------------------------------------===//
// Operand roles
//===----------------------------------------------------------------------===//

/// Index of the addend of a fused multiply-add; -1 = in memory, or none.
static int findAddend(const Opcode &Op) {
  SmallVector<int8_t, 4> Sources;
  for (unsigned I = Op.Desc.getNumDefs(); I < Op.Desc.getNumOperands(); ++I)
    if (Op.isRegister(I) && !Op.isMask(I))
      Sources.push_back(I);
  if (Sources.empty())
    return -1;
  if (Op.startsWith({"VPDP", "VDPBF16", "VDPPHPS", "VFMADDC", "VFCMADDC",
                     "VPMADD52", "VP4DPW", "V4FMADD", "V4FNMADD", "TDP", "TCMM",
                     "TMMULTF32", "VPMADCS", "VPMAC"})) {
    // XOP's VPMAC* have four operands, the addend last; the others are tied.
    return Op.startsWith({"VPMAC", "VPMADCS"}) ? Sources.back() : Sources[0];
  }
  if (!Op.startsWith({"VFMADD", "VFMSUB", "VFNMADD", "VFNMSUB"}))
    return -1;
  size_t Digits = Op.Name.find_first_of("0123456789");
  StringRef Order = Op.Name.substr(Digits, 3);
  if (Order == "231")
    return Sources[0];
  if (Order == "132")
    return Sources.size() > 1 ? Sources[1] : -1;
  if (Order == "213")
    return Sources.size() > 2 ? Sources[2] : -1;
  // FMA4: the last of three, which is in memory in the rm form.
  return Op.Name.contains("rm") ? -1 : Sources.back();
}

/// Whether the destination is one of the inputs also where it is masked, so
/// that masking adds no operand.
static bool destinationIsInput(const Opcode &Op) {
  return Op.startsWith({"VFMADD", "VFMSUB", "VFNMADD", "VFNMSUB", "VFCMADDC",
                        "VPDP", "VDPBF16", "VDPPHPS", "VPMADD52", "VPTERNLOG",
                        "VPERMT2", "VPERMI2", "VFIXUPIMM", "VPSHLDV", "VPSHRDV",
                        "VP4DPW", "V4FMADD", "V4FNMADD"});
}

/// Scalar operations that set the low element and take the upper ones from
/// elsewhere: the legacy forms from the destination, VEX forms from the first
/// source.
static bool takesUpperPart(const Opcode &Op) {
  StringRef Name = Op.Name;
  Name.consume_front("V");
  for (StringRef Stem :
       {"CVTSI2S",  "CVTSI642S", "CVTUSI2S", "CVTUSI642S", "CVTSS2SD",
        "CVTSS2SH", "CVTSD2SS",  "CVTSD2SH", "CVTSH2SS",   "CVTSH2SD",
        "SQRTSS",   "SQRTSD",    "SQRTSH",   "RSQRTSS",    "RCPSS",
        "ROUNDSS",  "ROUNDSD",   "RSQRT14S", "RCP14S",     "RSQRT28S",
        "RCP28S",   "RSQRTSH",   "RCPSH",    "RNDSCALES",  "GETEXPS",
        "GETMANTS", "REDUCES",   "MOVSSrr",  "MOVSDrr",    "MOVSSZrr",
        "MOVSDZrr", "MOVSHZrr"})
    if (Name.starts_with(Stem))
      return true;
  return false;
}

/// Role of the use \p I, which is tied to a def.
static ReadRole roleOfTied(const Opcode &Op, unsigned I) {
  StringRef Name = Op.Name;
  if (Op.isMask(I))
    return ReadRole::Mask; // The mask of a gather, cleared as it goes.
  if (Name.contains("GATHER"))
    return tiedDef(Op.Desc, I) == 0 ? ReadRole::Merge : ReadRole::Mask;
  bool HasMask = any_of(seq(0u, unsigned(Op.Desc.getNumOperands())),
                        [&](unsigned J) { return Op.isMask(J); });
  if (HasMask)
    return destinationIsInput(Op) ? ReadRole::Data : ReadRole::Merge;
  if (takesUpperPart(Op) ||
      Op.startsWith({"CMOV", "MOVLPS", "MOVLPD", "MOVHPS", "MOVHPD", "MOVHLPS",
                     "MOVLHPS", "PINSR", "MMX_PINSR", "INSERTPS",
                     "MMX_CVTPI2PS"}))
    return ReadRole::Merge;
  return ReadRole::Data;
}

/// First use that is neither tied nor a mask.
static unsigned firstSource(const Opcode &Op) {
  unsigned I = Op.Desc.getNumDefs();
  while (I != Op.Desc.getNumOperands() &&
         (tiedDef(Op.Desc, I) >= 0 || Op.isMask(I)))
    ++I;
  return I;
}

/// Whether a store changes its register operand on the way to memory.
static bool storeConverts(const Opcode &Op) {
  return Op.startsWith({"VCVT", "VPMOV", "VCOMPRESS", "VPCOMPRESS", "MOVBE"});
}

/// Whether the use \p I is the mask of a blend or the count, the same for all
/// elements, of a vector shift.
static bool isSelector(const Opcode &Op, unsigned I) {
  if (I + 1 != Op.Desc.getNumOperands())
    return false;
  StringRef Name = Op.Name;
  if (Op.startsWith({"VBLENDVP", "VPBLENDVB"}))
    return true;
  Name.consume_front("V");
  if (!Name.consume_front("PSLL") && !Name.consume_front("PSRL") &&
      !Name.consume_front("PSRA"))
    return false;
  // PSLLW, PSLLD and PSLLQ; not PSLLV nor PSLLDQ.
  return Name.size() > 1 && StringRef("WDQ").contains(Name[0]) &&
         Name[1] != 'Q' && Name.contains("rr");
}

/// Whether the use \p I is the index of an address that is only computed.
static bool isComputedIndex(const Opcode &Op, unsigned I) {
  constexpr unsigned Index = 3; // After the result, the base and the scale.
  return I == Index && Op.startsWith({"LEA16", "LEA32", "LEA64"});
}

/// Role of the explicit register use \p I.
static ReadRole roleOfUse(const Opcode &Op, unsigned I, int Addend,
                          const X86Plan &Plan) {
  if (int(I) == Addend)
    return ReadRole::Accumulator;
  if (tiedDef(Op.Desc, I) >= 0)
    return roleOfTied(Op, I);
  if (Op.isMask(I))
    return ReadRole::Mask;
  if (Op.startsWith({"VMASKMOV", "VPMASKMOV"}) && Plan.MemOperand >= 0)
    // maskmov dst, mask, mem and maskmov mem, mask, src.
    return I + 1 == Op.Desc.getNumOperands() && Plan.Mem.IsStore
               ? ReadRole::StoreData
               : ReadRole::Mask;
  if (isSelector(Op, I))
    return ReadRole::Mask;
  if (isComputedIndex(Op, I))
    return ReadRole::Index;
  if (Plan.Special == X86Special::MaskMove)
    return I == 0 ? ReadRole::StoreData : ReadRole::Mask;
  if (Plan.Special == X86Special::Push)
    return ReadRole::StoreData;
  if (Plan.Mem.IsStore && !Plan.Mem.IsLoad && !storeConverts(Op))
    return ReadRole::StoreData;
  if (((Op.Name.starts_with("V") && takesUpperPart(Op)) ||
       Op.Name.starts_with("VPINSR")) &&
      I == firstSource(Op) && I + 1 < Op.Desc.getNumOperands())
    return ReadRole::Merge;
  return ReadRole::Data;
}

/// Whether the implicit register \p R is appended with flags or memory.
static bool isHandledApart(const Opcode &Op, const X86Plan &Plan, MCPhysReg R) {
  const X86Registers &Regs = Op.Regs;
  if (R == Regs.EFLAGS)
    return true;
  bool IsStackPointer = R == Regs.RSP || R == Regs.ESP || R == Regs.SP;
  switch (Plan.Special) {
  case X86Special::Push:
  case X86Special::Pop:
    return IsStackPointer;
  case X86Special::String: {
    StringRef Name = Op.TD.MRI->getName(R);
    return Name.ends_with("DI") || Name.ends_with("SI");
  }
  case X86Special::X87: {
    StringRef Name = Op.TD.MRI->getName(R);
    return Name.starts_with("ST") || Name.starts_with("FP");
  }
  case X86Special::Leave:
  case X86Special::MaskMove:
  case X86Special::Xlat:
    return true;
  default:
    // A callee brings the stack pointer back.
    return IsStackPointer && (Plan.Flags & IF_Call);
  }
}

static ReadRole roleOfImplicit(const Opcode &Op, const X86Plan &Plan,
                               MCPhysReg R) {
  if (Op.startsWith({"DIV", "IDIV"}) &&
      StringRef(Op.TD.MRI->getName(R)).ends_with("DX"))
    return ReadRole::High;
  bool StoresRAX = Op.Name.starts_with("STOS") ||
                   (Plan.Special == X86Special::Absolute && Plan.Mem.IsStore);
  return StoresRAX ? ReadRole::StoreData : ReadRole::Data;
}

/// Whether the def \p I, explicit ones first, is the high half of a product or
/// a remainder: dx, edx or rdx, or what mulx writes first.
static bool isHighDef(const Opcode &Op, unsigned I) {
  unsigned NumExplicit = Op.Desc.getNumDefs();
  if (Op.startsWith({"MULX"}))
    return I == 0 && NumExplicit == 2;
  return I >= NumExplicit && Op.startsWith({"MUL", "IMUL", "DIV", "IDIV"}) &&
         StringRef(Op.TD.MRI->getName(Op.Desc.implicit_defs()[I - NumExplicit]))
             .ends_with("DX");
}

static void planOperands(const Opcode &Op, X86Plan &Plan) {
  const MCInstrDesc &Desc = Op.Desc;
  int Addend = findAddend(Op);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I) {
    bool InMemory = Plan.MemOperand >= 0 && int(I) >= Plan.MemOperand &&
                    int(I) < Plan.MemOperand + 5;
    if (InMemory || Desc.operands()[I].OperandType == MCOI::OPERAND_MEMORY ||
        Op.operandClass(I) == "RST") // See X87Stack.h.
      continue;
    if (I < Desc.getNumDefs())
      Plan.Defs.push_back({0, int8_t(I), uint8_t(I), false, isHighDef(Op, I)});
    else if (Op.isRegister(I) ||
             Desc.operands()[I].OperandType == MCOI::OPERAND_UNKNOWN)
      Plan.Uses.push_back({0, int8_t(I), roleOfUse(Op, I, Addend, Plan)});
  }
  for (MCPhysReg R : Desc.implicit_uses())
    if (!isHandledApart(Op, Plan, R))
      Plan.Uses.push_back({R, -1, roleOfImplicit(Op, Plan, R)});
  // cwd, cdq and cqo leave rax as it is.
  bool OnlyExtends = is_contained({"CWD", "CDQ", "CQO"}, Op.Name);
  for (auto [I, R] : enumerate(Desc.implicit_defs())) {
    uint8_t DefIdx = Desc.getNumDefs() + I;
    if (R == Op.Regs.EFLAGS)
      Plan.FlagsDefIdx = DefIdx;
    if (!isHandledApart(Op, Plan, R) &&
        !(OnlyExtends && Desc.hasImplicitUseOfPhysReg(R)))
      Plan.Defs.push_back({R, -1, DefIdx, false, isHighDef(Op, DefIdx)});
  }
  // Forms that read their destination, though descriptions do not tie it.
  bool HasTied = any_of(seq(0u, unsigned(Desc.getNumOperands())),
                        [&](unsigned I) { return tiedDef(Desc, I) >= 0; });
  bool Keeps = takesUpperPart(Op) && !Op.Name.starts_with("V");
  Keeps |= Op.Name.starts_with("CMPXCHG") && Op.Name.ends_with("rr");
  if (Keeps && !HasTied && Desc.getNumDefs() == 1)
    Plan.MergeDef = 0;
  Plan.ZeroesUpper = Op.Name.contains("_ND") || Op.Name.contains("ZU");
}

//===----------------------------------------------------------------------===//
// Idioms
//===----------------------------------------------------------------------===//

static void planIdioms(const Opcode &Op, X86Plan &Plan) {
  if (isX86RegMove(Op.Name)) {
    Plan.Flags |= IF_RegMove;
    Plan.MovesLowByte = Op.Name.starts_with("MOVZX");
  }
  Plan.Idiom = idiomOfX86(Op.Name);
  if (Plan.Idiom == X86Idiom::None || Plan.Idiom == X86Idiom::OnesIfAllBitsSet)
    return;
  Plan.IdiomA = Op.Desc.getNumDefs();
  Plan.IdiomB = Plan.IdiomA + 1;
}

//===----------------------------------------------------------------------===//
// Kinds of instructions
//===----------------------------------------------------------------------===//

static bool isNop(StringRef Name) {
  return Name.starts_with("NOOP") || Name.starts_with("ENDBR") ||
         Name.ends_with("_PREFIX") || Name == "FNOP" || Name == "WAIT";
}

/// Instructions with side effects that LLVM does not model but that are
/// harmless to us, or that we model.
static bool effectsAreKnown(const Opcode &Op) {
  return Op.startsWith(
      {"DIV",       "IDIV",       "CLC",        "STC",         "CMC",
       "CLD",       "STD",        "RDRAND",     "RDSEED",      "RDTSC",
       "RDPID",     "MOVS",       "STOS",       "LODS",        "CMPS",
       "SCAS",      "LOOP",       "PAUSE",      "LDMXCSR",     "STMXCSR",
       "VLDMXCSR",  "VSTMXCSR",   "VZERO",      "RET",         "MASKMOV",
       "VMASKMOV",  "MMX_MASK",   "MMX_MOV",    "MOVDIRI",     "LEA64_",
       "VCOMPRESS", "VEXPAND",    "VPCOMPRESS", "VPEXPAND",    "VGATHERPF",
       "VCOM",      "VSCATTERPF", "VUCOM",      "TDP",         "TMMULTF32",
       "TCMM",      "TCVT",       "TILEMOV",    "TILEZERO",    "MULX",
       "VMOV",      "JMP64",      "AESENC",     "AESDEC",      "PREFETCH",
       "MOV16",     "MOV32",      "MOV64",      "OR32mi8Lock", "TAILJMP"});
}

static bool isOpaque(const Opcode &Op, bool IsX87) {
  if (Op.startsWith({"REP_", "FXSAVE", "FXRSTOR", "FSAVE", "FRSTOR", "FLDENV",
                     "FSTENV", "FNINIT", "FNCLEX"}))
    return true;
  return Op.Desc.hasUnmodeledSideEffects() && !IsX87 && !effectsAreKnown(Op);
}

static bool isX87(const Opcode &Op) {
  if (Op.Name.contains("_Fp")) // Pseudos on RFP registers.
    return false;
  auto IsControl = [&](MCPhysReg R) {
    StringRef Name = Op.TD.MRI->getName(R);
    return Name == "FPCW" || Name == "FPSW";
  };
  return any_of(Op.Desc.implicit_uses(), IsControl) ||
         any_of(Op.Desc.implicit_defs(), IsControl);
}

static uint16_t instFlags(const Opcode &Op, StringRef FullName, bool IsX87) {
  uint16_t Flags = branchFlags(Op.Desc);
  if (isNop(Op.Name))
    Flags |= IF_Nop;
  if (Op.startsWith({"PREFETCH", "VGATHERPF", "VSCATTERPF"}))
    Flags |= IF_Prefetch;
  if (Op.startsWith({"MOVNT", "VMOVNT"}) && Op.Desc.mayStore())
    Flags |= IF_NonTemporal;
  bool XchgsMemory = Op.Name.starts_with("XCHG") && Op.Name.ends_with("rm");
  if (FullName.starts_with("LOCK_") || XchgsMemory ||
      Op.startsWith({"LXADD", "LCMPXCHG", "OR32mi8Locked"}))
    Flags |= IF_Locked;
  if (!(Flags & IF_Nop) && isOpaque(Op, IsX87))
    Flags |= IF_Opaque;
  return Flags;
}

X86Plan kernelbounds::planX86Opcode(unsigned Opcode,
                                    const TargetDescription &TD,
                                    const X86Registers &Regs,
                                    X86MemoryTable &Memory) {
  StringRef FullName = TD.MII->getName(Opcode);
  StringRef Name = FullName;
  if (!isNop(Name))
    Name.consume_front("LOCK_");
  struct Opcode Op = {{Name, TD.MII->get(Opcode), TD}, Regs};

  X86Plan Plan;
  bool IsX87 = isX87(Op);
  Plan.Flags = instFlags(Op, FullName, IsX87);
  if (Plan.Flags & IF_Nop)
    return Plan;
  Memory.describe(Opcode, Plan);
  if (IsX87) {
    Plan.Special = X86Special::X87;
    Plan.X87 = actionOfX87(Name);
    Plan.Mem.IsVector = Plan.X87.Reads || Plan.X87.Writes;
  } else if (Op.startsWith({"XCHG16ar", "XCHG64ar"})) {
    Plan.Special = X86Special::Exchange;
  } else if (Op.startsWith({"LOOP"})) {
    Plan.Special = X86Special::Loop;
  }
  if (!Name.starts_with("VZEROUPPER")) // Keeps what low parts depend on.
    planOperands(Op, Plan);
  planFlags(Op, Plan);
  planIdioms(Op, Plan);
  return Plan;
}
