//===- RISCVOpcodes.cpp - What is known of a RISC-V opcode ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operand roles, policies and idioms, from MCInstrDesc and from the name where
/// that does not say. LLVM's names are the mnemonics: VFMACC_VV, C_ADDI.
///
/// Source: The RISC-V Instruction Set Manual, volume I, and the "V" Vector
/// Extension, version 1.0, sections 3.4.3 (policies) and 5.3 (masks).
/// Tested by unittests/Target/RISCVSemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVOpcodes.h"
#include "RISCVTarget.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

namespace {
/// Name is that of what a compressed one stands for.
struct Opcode : PlannedOpcode {
  StringRef registerClass(unsigned I) const {
    return riscvOperandClass(TD, Desc, I);
  }
  bool isVector(unsigned I) const {
    return registerClass(I).starts_with("VR") || registerClass(I) == "VMV0";
  }
  bool contains(ArrayRef<StringLiteral> Parts) const {
    return any_of(Parts, [&](StringRef P) { return Name.contains(P); });
  }
};
} // namespace

StringRef kernelbounds::riscvOperandClass(const TargetDescription &TD,
                                          const MCInstrDesc &Desc, unsigned I) {
  if (I >= Desc.getNumOperands())
    return "";
  const int16_t Class = TD.MII->getOpRegClassID(Desc.operands()[I], 0);
  return Class < 0 ? "" : TD.MRI->getRegClassName(&TD.MRI->getRegClass(Class));
}

//===----------------------------------------------------------------------===//
// Operand roles
//===----------------------------------------------------------------------===//

/// Index of the addend; -1: there is none.
static int findAddend(const Opcode &Op) {
  if (Op.Name.starts_with("V")) {
    if (Op.contains({"MACC", "MSAC", "DOT"}))
      return 1; // Tied.
    if (Op.contains({"MADD_", "MSUB_"}))
      return 3;
    return Op.Name.contains("RED") ? 2 : -1;
  }
  return Op.startsWith({"FMADD_", "FMSUB_", "FNMADD_", "FNMSUB_"}) ? 3 : -1;
}

static ReadRole roleOfUse(const Opcode &Op, unsigned I, int Addend,
                          const RISCVAddress &A) {
  if (int(I) == A.Base || int(I) == A.Index)
    return ReadRole::Address;
  const bool IsLoad = A.isMemory() && A.Mem.IsLoad && !A.IsUpdate;
  if (Op.registerClass(I) == "VMV0") // A load of no lanes does not wait.
    return IsLoad ? ReadRole::Address : ReadRole::Mask;
  if (int(I) == Addend)
    return ReadRole::Accumulator;
  return A.isMemory() && A.Mem.IsStore && !A.IsUpdate ? ReadRole::StoreData
                                                      : ReadRole::Data;
}

static void planImplicit(const Opcode &Op, RISCVPlan &Plan) {
  const bool IsLoad = Plan.Address.isMemory() && Plan.Address.Mem.IsLoad;
  for (MCPhysReg R : Op.Desc.implicit_uses()) {
    if (Op.Desc.isCall()) // A callee brings the stack pointer back.
      continue;
    // What has no length has no type: whole registers.
    StringRef Name = Op.TD.MRI->getName(R);
    Plan.IsVector |= Name == "VL";
    if (Name == "VTYPE" &&
        !is_contained(Op.Desc.implicit_uses(), findRegister(*Op.TD.MRI, "VL")))
      continue;
    const bool IsState = Name == "VL" || Name == "VTYPE";
    Plan.Uses.push_back({R, -1,
                         !IsState ? ReadRole::Data
                         : IsLoad ? ReadRole::Address
                                  : ReadRole::Mask});
  }
  for (auto [I, R] : enumerate(Op.Desc.implicit_defs()))
    Plan.Defs.push_back({R, -1, uint8_t(Op.Desc.getNumDefs() + I), false});
}

static void planOperands(const Opcode &Op, RISCVPlan &Plan) {
  const MCInstrDesc &Desc = Op.Desc;
  const int Addend = findAddend(Op);
  for (unsigned I = 0; I != Desc.getNumOperands(); ++I) {
    if (Op.registerClass(I).empty())
      continue;
    if (I < Desc.getNumDefs()) {
      Plan.Defs.push_back({0, int8_t(I), uint8_t(I), false});
      continue;
    }
    if (Op.isVector(I) && tiedDef(Desc, I) >= 0)
      Plan.Tied = I;
    Plan.Uses.push_back({0, int8_t(I), roleOfUse(Op, I, Addend, Plan.Address)});
  }
  planImplicit(Op, Plan);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static VectorResult resultOf(const Opcode &Op) {
  if (Op.Desc.getNumDefs() == 0 || !Op.isVector(0))
    return VectorResult::None;
  if (Op.startsWith({"VMS", "VMFEQ", "VMFNE", "VMFLT", "VMFLE", "VMFGT",
                     "VMFGE", "VMADC"}) ||
      Op.Name.ends_with("_MM") || Op.Name == "VLM_V")
    return VectorResult::MaskOnly;
  if (Op.Name.starts_with("VSLIDEUP_"))
    return VectorResult::Kept;
  if (Op.Name.contains("RED") || Op.startsWith({"VMV_S_", "VFMV_S_"}))
    return VectorResult::OneElement;
  return VectorResult::Policy;
}

static void planVector(const Opcode &Op, RISCVPlan &Plan) {
  Plan.Result = resultOf(Op);
  // One element is written, and the others are tail.
  Plan.TiedIsPolicy = Op.startsWith({"VMV_S_", "VFMV_S_"});
  const unsigned Last = Op.Desc.getNumOperands() - 1;
  const bool IsOperand =
      Op.startsWith({"VADC", "VSBC", "VMADC", "VMSBC", "VMERGE", "VFMERGE"});
  if (Op.registerClass(Last) == "VMV0" && !IsOperand)
    Plan.MaskOperand = Last;
}

//===----------------------------------------------------------------------===//
// Idioms and kinds of instructions
//===----------------------------------------------------------------------===//

static RISCVIdiom idiomOf(StringRef LLVMName) {
  return StringSwitch<RISCVIdiom>(LLVMName)
      .Cases({"C_MV", "VMV1R_V", "VMV2R_V", "VMV4R_V", "VMV8R_V"},
             RISCVIdiom::Move)
      .Case("ADDI", RISCVIdiom::MoveIfImmZero)
      .Cases({"FSGNJ_D", "FSGNJ_S", "FSGNJ_H"}, RISCVIdiom::MoveIfSame)
      .Cases({"XOR", "C_XOR", "SUB", "C_SUB", "SUBW", "C_SUBW", "VXOR_VV"},
             RISCVIdiom::ZeroIfSame)
      .Default(RISCVIdiom::None);
}

/// Barriers, exceptions, what is said of caches, and accesses of which nothing
/// is known.
static bool isOpaque(const Opcode &Op, const RISCVPlan &Plan) {
  if (Op.startsWith({"FENCE", "SFENCE", "HFENCE", "CBO_", "ECALL", "EBREAK",
                     "WFI", "WRS_", "MRET", "SRET", "UNIMP", "SSRDP", "HLV",
                     "HSV"}))
    return true;
  const bool Accesses = Op.Desc.mayLoad() || Op.Desc.mayStore();
  return Accesses && !Plan.Address.isMemory();
}

static uint16_t instFlags(const Opcode &Op, const RISCVPlan &Plan) {
  uint16_t Flags = branchFlags(Op.Desc);
  const bool IsJump = Op.Name == "JAL" || Op.Name == "JALR";
  if (IsJump && !(Flags & IF_Call))
    Flags |= IF_Branch;
  if (Op.Name == "NOP")
    Flags |= IF_Nop;
  if (Op.Name.starts_with("PREFETCH_"))
    Flags |= IF_Prefetch;
  else if (isOpaque(Op, Plan))
    Flags |= IF_Opaque;
  if (Plan.Address.IsUpdate)
    Flags |= IF_Locked;
  return Flags;
}

RISCVPlan kernelbounds::planRISCVOpcode(unsigned Opcode,
                                        const TargetDescription &TD) {
  StringRef LLVMName = TD.MII->getName(Opcode);
  struct Opcode Op = {{uncompressed(LLVMName), TD.MII->get(Opcode), TD}};
  RISCVPlan Plan;
  Plan.Address = describeRISCVAddress(Op.Name, Op.Desc, TD);
  Plan.Flags = instFlags(Op, Plan);
  if (Plan.Flags & IF_Nop)
    return Plan;
  planOperands(Op, Plan);
  if (Plan.IsVector)
    planVector(Op, Plan);
  Plan.Idiom = idiomOf(LLVMName);
  Plan.IsJump = Op.Name == "JAL" || Op.Name == "JALR";
  Plan.IsControlAccess = Op.Name.starts_with("CSRR");
  const bool IsFloat = Op.Name.starts_with("F");
  if (const unsigned Num = Op.Desc.getNumOperands();
      IsFloat && Num > 0 && Op.registerClass(Num - 1).empty() &&
      !Plan.Address.isMemory())
    Plan.RoundingMode = Num - 1;
  return Plan;
}

//===----------------------------------------------------------------------===//
// Forms of vector opcodes
//===----------------------------------------------------------------------===//

/// "M2" for 1; empty if there is no such grouping.
static StringRef groupingName(int LogLmul) {
  static constexpr StringLiteral Names[] = {"MF8", "MF4", "MF2", "M1",
                                            "M2",  "M4",  "M8"};
  const int Index = LogLmul + 3;
  return Index >= 0 && Index < int(std::size(Names)) ? StringRef(Names[Index])
                                                     : "";
}

/// The element width that the name of a load or store says: 32 of VLSE32_V and
/// of VLUXSEG2EI32_V. 0: none.
static unsigned nameWidth(StringRef Name) {
  static constexpr StringLiteral Widths[] = {"8", "16", "32", "64"};
  StringRef Rest = Name;
  if (!Rest.consume_back("_V"))
    return 0;
  Rest.consume_back("FF");
  for (StringRef W : Widths)
    if (Rest.ends_with(("E" + Twine(W)).str()) ||
        Rest.ends_with(("EI" + Twine(W)).str()))
      return W == "8" ? 8 : W == "16" ? 16 : W == "32" ? 32 : 64;
  return 0;
}

/// What LLVM may call the pseudo instruction, the most special first.
static SmallVector<std::string, 5> pseudoNames(StringRef Name, VectorState S) {
  const int Lmul = S.logLmul(), Sew = llvm::Log2_32(S.elementBits());
  const StringRef Group = groupingName(Lmul);
  std::string Stem = ("Pseudo" + Twine(Name)).str();
  const std::string Scalar = "FPR" + std::to_string(S.elementBits());
  for (StringRef Ending : {"_VFM", "_VF", "_WF"})
    if (Name.ends_with(Ending))
      Stem.replace(Stem.rfind('F'), 1, Scalar);
  if (StringRef(Stem).starts_with("PseudoVFMV_"))
    if (size_t F = Stem.find("_F");
        F != std::string::npos && Name != "VFMV_V_V")
      Stem.replace(F + 1, 1, Scalar);
  SmallVector<std::string, 5> Names;
  if (const unsigned Width = nameWidth(Name)) {
    const StringRef Memory =
        groupingName(Lmul + int(llvm::Log2_32(Width)) - Sew);
    const bool IsIndexed = Name.contains("X") && Name.contains("EI");
    Names.push_back(Stem + "_" + Memory.str() +
                    (IsIndexed ? "_" + Group.str() : ""));
    return Names;
  }
  const std::string Plain = Stem + "_" + Group.str();
  const std::string Width = "_E" + std::to_string(S.elementBits());
  constexpr int LogHalfword = 4;
  Names = {Plain + Width, Plain,
           Plain + Width + "_" + groupingName(Lmul + LogHalfword - Sew).str()};
  if (Sew - Lmul >= 0) // A mask has a bit for each SEW / LMUL bits.
    Names.push_back(Stem + "_B" + std::to_string(1 << (Sew - Lmul)));
  Names.push_back(Stem);
  return Names;
}

VectorForm kernelbounds::findVectorForm(unsigned Opcode, VectorState S,
                                        const TargetDescription &TD) {
  VectorForm Form;
  if (!S.isKnown())
    return Form;
  for (const std::string &Name : pseudoNames(TD.MII->getName(Opcode), S))
    if (Form.Pseudo == 0)
      Form.Pseudo = findOpcode(*TD.MII, Name);
  if (!Form.Pseudo)
    return Form;
  const MCInstrDesc &Real = TD.MII->get(Opcode);
  const MCInstrDesc &Pseudo = TD.MII->get(Form.Pseudo);
  Form.Classes.assign(Real.getNumOperands(), -1);
  auto IsVector = [&](const MCInstrDesc &Desc, unsigned I) {
    StringRef Class = riscvOperandClass(TD, Desc, I);
    return Class.starts_with("VR") || Class == "VMV0";
  };
  // The pseudo has the old result as an input besides.
  const bool HasOld = Real.getNumDefs() > 0 && IsVector(Real, 0) &&
                      (Real.getNumOperands() < 2 || tiedDef(Real, 1) < 0);
  unsigned P = 0;
  for (unsigned I = 0; I < Real.getNumOperands(); ++I) {
    if (!IsVector(Real, I))
      continue;
    while (P < Pseudo.getNumOperands() &&
           (!IsVector(Pseudo, P) || (HasOld && tiedDef(Pseudo, P) >= 0)))
      ++P;
    if (P == Pseudo.getNumOperands())
      break; // The mask, which an unmasked pseudo has not.
    Form.Classes[I] = TD.MII->getOpRegClassID(Pseudo.operands()[P++], 0);
  }
  return Form;
}
