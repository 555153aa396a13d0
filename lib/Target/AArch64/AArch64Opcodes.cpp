//===- AArch64Opcodes.cpp - What is known of an AArch64 opcode ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operand roles and idioms, from MCInstrDesc and from the name where that does
/// not say. LLVM's names are systematic: a stem (FMLA), then the NEON shape
/// (v4f32) or the SVE operand kinds (_ZPmZZ_S: merging predicate, two vectors).
///
/// Source for what accumulates and what merges: Arm Architecture Reference
/// Manual for A-profile, instruction pages.
/// Tested by unittests/Target/AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AArch64Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

namespace {
struct Opcode : PlannedOpcode {
  StringRef Stem; ///< Name up to its shape.

  bool isPredicate(unsigned I) const {
    return I < Desc.getNumOperands() && isPredicateClass(operandClass(I));
  }
  bool stemContains(ArrayRef<StringLiteral> Parts) const {
    return any_of(Parts, [&](StringRef P) { return Stem.contains(P); });
  }
};
} // namespace

/// \p Name without NEON shape and SVE operand kinds: "FMLA" of FMLAv4f32 and of
/// FMLA_ZPmZZ_S.
static StringRef stemOf(StringRef Name) {
  Name = Name.take_until([](char C) { return C == '_'; });
  for (size_t I = 1; I + 1 < Name.size(); ++I)
    if (Name[I] == 'v' && isDigit(Name[I + 1]))
      return Name.take_front(I);
  return Name;
}

//===----------------------------------------------------------------------===//
// Operand roles
//===----------------------------------------------------------------------===//

/// Index of the addend where it is the last operand: fmadd d, n, m, a. -1 where
/// it is tied to the destination or there is none.
static int findLastAddend(const Opcode &Op) {
  bool IsScalar =
      Op.Name.ends_with("rrr") &&
      Op.startsWith({"FMADD", "FMSUB", "FNMADD", "FNMSUB", "MADD", "MSUB",
                     "SMADDL", "SMSUBL", "UMADDL", "UMSUBL"});
  bool IsVector =
      is_contained({"FMAD", "FMSB", "FNMAD", "FNMSB", "MAD", "MSB"}, Op.Stem) &&
      Op.Name.contains('_');
  bool IsChecked = Op.Name == "MADDPT" || Op.Name == "MSUBPT";
  return IsScalar || IsVector || IsChecked ? int(Op.Desc.getNumOperands()) - 1
                                           : -1;
}

/// Role of the use \p I, which is tied to a def other than a write-back.
static ReadRole roleOfTied(const Opcode &Op, unsigned I) {
  if (Op.stemContains({"MLA", "MLS", "DOT", "ABA", "ADALP", "SRSRA", "SSRA",
                       "USRA", "URSRA", "MMLA", "FMLLA", "MOPA", "MOPS", "MOP4",
                       "ADDHA", "ADDVA"}))
    return ReadRole::Accumulator;
  if (Op.stemContains({"XTN", "XTUN", "CVTN", "CVTXN", "SHRN", "SHRUN", "DDHN",
                       "UBHN", "CVTLT"}))
    return ReadRole::Merge; // Into the upper half, or the odd elements.
  if (Op.startsWith({"MOVK", "BFMWri", "BFMXri", "INSv", "SLI", "SRI", "TBX",
                     "LD1i", "LD2i", "LD3i", "LD4i", "LDAP1", "PMOV", "EORBT",
                     "EORTB", "EXTRACT_Z"}))
    return ReadRole::Merge;
  // Merging predication of a unary operation keeps inactive elements; that of
  // a destructive binary one, tied after its predicate, also computes on it.
  if (Op.isPredicate(I + 1) && Op.Name.contains("Pm"))
    return ReadRole::Merge;
  return ReadRole::Data;
}

/// Role of the predicate use \p I: the governing one is the first, except
/// where predicates are what is computed on.
static ReadRole roleOfPredicate(const Opcode &Op, unsigned I) {
  StringRef Class = Op.operandClass(I);
  unsigned First = Op.Desc.getNumDefs();
  while (First < I && (!Op.isPredicate(First) || tiedDef(Op.Desc, First) >= 0))
    ++First;
  if (I != First || tiedDef(Op.Desc, I) >= 0)
    return ReadRole::Data;
  bool IsCounted =
      Op.startsWith({"INCP", "DECP", "SQINCP", "SQDECP", "UQINCP", "UQDECP",
                     "CNTP_XCI", "PMOV", "WRFFR", "PEXT", "PSEL"});
  if (IsCounted)
    return ReadRole::Data;
  bool SetsPredicate = Op.Desc.getNumDefs() && Op.isPredicate(0);
  if (!SetsPredicate || Class == "PPR_3b")
    return ReadRole::Mask;
  return Op.Name.contains("PPz") || Op.Name.contains("PPm") ||
                 Op.startsWith({"SEL_", "PFIRST", "PNEXT"})
             ? ReadRole::Mask
             : ReadRole::Data;
}

static ReadRole roleOfUse(const Opcode &Op, unsigned I, int Addend,
                          const AArch64Address &A) {
  if (int(I) == A.Base || int(I) == A.Index)
    return ReadRole::Address;
  bool IsPlainStore = A.Mem.IsStore && !A.Mem.IsLoad;
  bool IsFirstUse = I == Op.Desc.getNumDefs();
  if (Op.isPredicate(I) && !(IsPlainStore && IsFirstUse))
    return roleOfPredicate(Op, I);
  if (int(I) == Addend)
    return ReadRole::Accumulator;
  if (tiedDef(Op.Desc, I) >= 0)
    return roleOfTied(Op, I);
  return IsPlainStore ? ReadRole::StoreData : ReadRole::Data;
}

static void planOperands(const Opcode &Op, AArch64Plan &Plan) {
  const MCInstrDesc &Desc = Op.Desc;
  const AArch64Address &A = Plan.Address;
  int WrittenBase = A.Base >= 0 ? tiedDef(Desc, A.Base) : -1;
  int Addend = findLastAddend(Op);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I) {
    if (Op.operandClass(I).empty())
      continue;
    if (I < Desc.getNumDefs())
      Plan.Defs.push_back({0, int8_t(I), uint8_t(I), int(I) == WrittenBase});
    else
      Plan.Uses.push_back({0, int8_t(I), roleOfUse(Op, I, Addend, A)});
  }
  auto NameOf = [&](MCPhysReg R) { return StringRef(Op.TD.MRI->getName(R)); };
  for (MCPhysReg R : Desc.implicit_uses()) {
    if (NameOf(R) == "NZCV")
      Plan.ReadsNZCV = true;
    else if (!Desc.isCall()) // A callee brings the stack pointer back.
      Plan.Uses.push_back({R, -1, ReadRole::Data});
  }
  for (auto [I, R] : enumerate(Desc.implicit_defs())) {
    uint8_t DefIdx = Desc.getNumDefs() + I;
    if (NameOf(R) == "NZCV") {
      Plan.WritesNZCV = true;
      Plan.FlagsDefIdx = DefIdx;
    } else {
      Plan.Defs.push_back({R, -1, DefIdx, false});
    }
  }
}

//===----------------------------------------------------------------------===//
// Idioms and kinds of instructions
//===----------------------------------------------------------------------===//

static AArch64Idiom idiomOf(StringRef Name) {
  return StringSwitch<AArch64Idiom>(Name)
      .Cases({"ORRXrs", "ORRWrs"}, AArch64Idiom::MoveIfFirstZero)
      .Cases({"ORRv16i8", "ORR_ZZZ"}, AArch64Idiom::MoveIfSame)
      .Cases({"FMOVDr", "FMOVSr", "MOVPRFX_ZZ"}, AArch64Idiom::Move)
      .Case("ADDXri", AArch64Idiom::MoveIfNoAddend)
      .Case("HINT", AArch64Idiom::NopIfHint)
      .Cases({"EORXrs", "EORWrs", "EORv8i8", "EORv16i8", "EOR_ZZZ"},
             AArch64Idiom::ZeroIfSame)
      .Cases({"MOVZXi", "MOVZWi", "MOVID"}, AArch64Idiom::ZeroIfImmZero)
      .StartsWith("MOVIv", AArch64Idiom::ZeroIfImmZero)
      .StartsWith("DUP_ZI_", AArch64Idiom::ZeroIfImmZero)
      .Default(AArch64Idiom::None);
}

/// Barriers, system registers, exceptions, block copies: what a loop bound can
/// say nothing of.
static bool isOpaque(const Opcode &Op) {
  if (Op.Name.starts_with("CPY") && !Op.Name.starts_with("CPY_"))
    return true; // Block copies; CPY_ are SVE moves.
  if (Op.Name.starts_with("SETF"))
    return false; // setf8, setf16, setffr.
  return Op.startsWith({"SETP",   "SETM",   "SETE",  "SETG",    "MOPSSET",
                        "DMB",    "DSB",    "ISB",   "CLREX",   "SVC",
                        "HVC",    "SMC",    "HLT",   "UDF",     "ERET",
                        "SYS",    "MSR",    "MRRS",  "WFET",    "WFIT",
                        "TSB",    "TENTER", "TEXIT", "TCHANGE", "GCS",
                        "BRB_",   "DRPS",   "DCPS",  "TRCIT",   "APAS",
                        "STGM",   "STZGM",  "LDGM",  "ST64B",   "LD64B",
                        "ZERO_T", "CHKFEAT"}) ||
         Op.Name == "SB" || Op.Name == "BRK";
}

static uint16_t instFlags(const Opcode &Op, const AArch64Address &A) {
  uint16_t Flags = branchFlags(Op.Desc);
  if (Op.Name == "NOP" || Op.startsWith({"RPRFM"}))
    Flags |= IF_Nop;
  if (Op.Name.starts_with("PRF"))
    Flags |= IF_Prefetch;
  if (Op.startsWith({"STNP", "STNT1"}))
    Flags |= IF_NonTemporal;
  if (A.IsUpdate)
    Flags |= IF_Locked;
  if (isOpaque(Op))
    Flags |= IF_Opaque;
  return Flags;
}

AArch64Plan kernelbounds::planAArch64Opcode(unsigned Opcode,
                                            const TargetDescription &TD,
                                            AArch64MemoryTable &Memory) {
  StringRef Name = TD.MII->getName(Opcode);
  struct Opcode Op = {{Name, TD.MII->get(Opcode), TD}, stemOf(Name)};
  AArch64Plan Plan;
  Plan.Address = Memory.describe(Opcode);
  Plan.Flags = instFlags(Op, Plan.Address);
  if (Plan.Flags & IF_Nop)
    return Plan;
  planOperands(Op, Plan);
  Plan.Idiom = idiomOf(Name);
  return Plan;
}
