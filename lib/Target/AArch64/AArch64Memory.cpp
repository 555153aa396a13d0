//===- AArch64Memory.cpp - Memory operands of AArch64 opcodes -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where base, index and displacement stand, what they are scaled by, and how
/// many bytes are accessed. Operands follow from MCInstrDesc; the scaling is
/// read off the printed form of the opcode with immediates of 1 (LDRDui prints
/// "[x0, #8]"); widths follow from register classes and names.
///
/// Tested by unittests/Target/AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AArch64Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

bool kernelbounds::isPredicateClass(StringRef Class) {
  return Class.starts_with("PPR") || Class.starts_with("PNR");
}

namespace {
constexpr unsigned MinVectorBytes = 16; ///< Of an SVE register.

/// An opcode with a memory operand, while its address is being described.
class AddressBuilder {
public:
  AddressBuilder(const TargetDescription &TD, const MCInstrDesc &Desc,
                 StringRef Name)
      : TD(TD), Desc(Desc), Name(Name) {}

  AArch64Address build(StringRef Printed);

private:
  StringRef operandClass(unsigned I) const {
    return kernelbounds::operandClass(TD, Desc, I);
  }
  bool isVector(int I) const {
    return I >= 0 && operandClass(I).starts_with("ZPR");
  }
  bool findAccess();
  void findRegisters();
  void findWriteBack(StringRef Printed);
  void readScaling(StringRef Printed);
  void findWidth();
  unsigned sveWidth();
  unsigned neonWidth() const;
  unsigned scalarWidth() const;
  unsigned classBytes(unsigned I) const;
  int firstDatum() const;

  const TargetDescription &TD;
  const MCInstrDesc &Desc;
  StringRef Name;
  AArch64Address A;
};
} // namespace

/// Sets what is done to memory. \returns false for names that are no access.
bool AddressBuilder::findAccess() {
  static constexpr StringLiteral AtomicOps[] = {
      "ADD",  "CLR",  "EOR",  "SET",  "SMAX", "SMIN",  "UMAX",  "UMIN", "TADD",
      "TCLR", "TSET", "FADD", "FMAX", "FMIN", "BFADD", "BFMAX", "BFMIN"};
  StringRef Rest = Name;
  bool MayStartAtomic = Rest.consume_front("LD") || Rest.consume_front("ST");
  A.IsUpdate = Name.starts_with("CAS") || Name.starts_with("SWP") ||
               Name.starts_with("RCW") ||
               (MayStartAtomic && any_of(AtomicOps, [&](StringRef Op) {
                  return Rest.starts_with(Op);
                }));
  bool IsPrefetch = Name.starts_with("PRF");
  A.Mem.IsLoad = A.IsUpdate || IsPrefetch || Name.starts_with("LD") ||
                 Name.starts_with("GLD");
  A.Mem.IsStore = A.IsUpdate || (Name.starts_with("ST") && !A.Mem.IsLoad) ||
                  Name.starts_with("SST");
  return A.Mem.IsLoad || A.Mem.IsStore;
}

/// Finds base, index and immediate: the last GPR64sp, or in SVE the operand
/// after the predicate, and what follows it.
void AddressBuilder::findRegisters() {
  for (unsigned I = Desc.getNumDefs(); I < Desc.getNumOperands(); ++I)
    if (operandClass(I) == "GPR64sp")
      A.Base = I;
  for (unsigned I = 0; A.Base < 0 && I + 1 < Desc.getNumOperands(); ++I)
    if (isPredicateClass(operandClass(I)) && isVector(I + 1))
      A.Base = I + 1;
  for (const auto &[I, Op] : enumerate(Desc.operands()))
    if (A.Base < 0 && Op.OperandType == MCOI::OPERAND_PCREL)
      A.Literal = I;
  unsigned Next = A.Base + 1;
  if (A.Base < 0 || Next >= Desc.getNumOperands())
    return;
  StringRef Class = operandClass(Next);
  if (Class.empty()) {
    A.Imm = Next;
    return;
  }
  A.Index = Next;
  A.IsNarrowIndex = Class.starts_with("GPR32");
  if (Name.contains("roW") || Name.contains("roX")) {
    A.Extend = Next + 1;
    A.Shift = Next + 2;
  }
}

/// The number after the last \p Key of \p Text; \p Default if there is none.
static int64_t numberAfter(StringRef Text, StringRef Key, int64_t Default) {
  size_t At = Text.rfind(Key);
  if (At == StringRef::npos)
    return Default;
  Text = Text.substr(At + Key.size());
  int64_t Value;
  return Text.consumeInteger(10, Value) ? Default : Value;
}

void AddressBuilder::findWriteBack(StringRef Printed) {
  bool Writes = any_of(seq(0u, unsigned(Desc.getNumOperands())), [&](int I) {
    return I == A.Base && tiedDef(Desc, I) >= 0;
  });
  if (!Writes)
    return;
  bool IsPre = Name.ends_with("pre") || Name.ends_with("PreIndex") ||
               Name.ends_with("writeback");
  A.Mem.WriteBack = IsPre ? WriteBackKind::PreIndex : WriteBackKind::PostIndex;
  if (A.Imm < 0 && A.Index < 0)
    A.FixedStep = numberAfter(Printed, "#", 0);
}

/// Reads off \p Printed what an immediate of 1 amounts to, and how an index is
/// extended and shifted.
void AddressBuilder::readScaling(StringRef Printed) {
  if (A.Imm >= 0) {
    A.ImmScale = numberAfter(Printed, "#", 1);
    if (Printed.contains("mul vl")) {
      A.Mem.IsScalable = true;
      // In steps of what is accessed, so that LD1B_D steps by 2 bytes.
      A.ImmScale = A.Mem.Width ? A.Mem.Width : MinVectorBytes;
    }
    return;
  }
  if (A.Index < 0 || A.Mem.WriteBack != WriteBackKind::None)
    return;
  if (A.Shift >= 0) {
    A.ShiftScale = Name.starts_with("PRFM") ? 8 : std::max<int>(A.Mem.Width, 1);
    return;
  }
  int64_t Shift = 0;
  for (StringRef Key : {"lsl #", "sxtw #", "uxtw #"})
    Shift = std::max(Shift, numberAfter(Printed, Key, 0));
  A.Mem.Scale = 1 << Shift;
  if (Printed.contains("sxtw"))
    A.Mem.IndexExtend = 's';
  else if (Printed.contains("uxtw"))
    A.Mem.IndexExtend = 'u';
}

//===----------------------------------------------------------------------===//
// Widths
//===----------------------------------------------------------------------===//

static unsigned elementBytes(char Letter) {
  switch (Letter) {
  case 'B':
  case 'b':
    return 1;
  case 'H':
  case 'h':
    return 2;
  case 'W':
  case 'S':
  case 's':
    return 4;
  case 'D':
  case 'd':
    return 8;
  case 'Q':
    return 16;
  default:
    return 0;
  }
}

unsigned AddressBuilder::classBytes(unsigned I) const {
  int16_t Class = TD.MII->getOpRegClassID(Desc.operands()[I], 0);
  return Class < 0 ? 0 : TD.MRI->getRegClass(Class).getSizeInBits() / 8;
}

/// The first operand that is loaded or stored; -1 = none.
int AddressBuilder::firstDatum() const {
  unsigned First = A.Mem.IsLoad ? 0 : unsigned(Desc.getNumDefs());
  unsigned End = A.Base >= 0 ? A.Base : Desc.getNumOperands();
  for (unsigned I = First; I != End; ++I) {
    bool IsWriteBack = A.Base >= 0 && tiedDef(Desc, A.Base) == int(I);
    if (!operandClass(I).empty() && !IsWriteBack)
      return I;
  }
  return -1;
}

/// Bytes at the minimum vector length: LD1W_D loads 4 bytes into each 8-byte
/// element, LD2W two whole vectors, gathers one element at a time.
unsigned AddressBuilder::sveWidth() {
  if (Name.ends_with("_PXI")) {
    A.Mem.IsScalable = true;
    return MinVectorBytes / 8;
  }
  if (Name.ends_with("_ZXI") || Name.ends_with("_ZA") ||
      Name.contains("_MXIPXX_")) {
    A.Mem.IsScalable = true;
    return MinVectorBytes;
  }
  if (Name.ends_with("_TX"))
    return 64;
  size_t Digit = Name.find_first_of("1234");
  if (Digit == StringRef::npos)
    return 0; // A prefetch.
  unsigned NumVectors = Name[Digit] - '0';
  StringRef Rest = Name.substr(Digit + 1);
  if (Rest.consume_front("RQ_"))
    return 16;
  if (Rest.consume_front("RO_"))
    return 32;
  bool IsReplicating = Rest.consume_front("R");
  Rest.consume_front("S"); // Sign-extending.
  unsigned InMemory = Rest.empty() ? 0 : elementBytes(Rest[0]);
  if (IsReplicating || A.Mem.IsGather)
    return InMemory;
  A.Mem.IsScalable = true;
  if (Name.contains("_2Z") || Name.contains("_4Z"))
    NumVectors = Name.contains("_2Z") ? 2 : 4;
  unsigned InRegister = InMemory;
  if (Rest.size() > 2 && Rest[1] == '_' && (Rest.size() == 3 || Rest[3] == '_'))
    if (unsigned Bytes = elementBytes(Rest[2]))
      InRegister = Bytes;
  return NumVectors * MinVectorBytes * InMemory / std::max(InRegister, 1u);
}

/// Bytes of LD1..LD4 and ST1..ST4; 0 for other instructions.
unsigned AddressBuilder::neonWidth() const {
  StringRef Rest = Name;
  if (Name.starts_with("LDAP1") || Name.starts_with("STL1"))
    return 8;
  if (!Rest.consume_front("LD") && !Rest.consume_front("ST"))
    return 0;
  if (Rest.size() < 3 || !StringRef("1234").contains(Rest[0]))
    return 0;
  unsigned NumRegs = Rest[0] - '0';
  Rest = Rest.drop_front();
  Rest.consume_back("_POST");
  if (Rest.consume_front("i")) { // One lane of 8, 16, 32 or 64 bits.
    unsigned Bits;
    return Rest.getAsInteger(10, Bits) ? 0 : NumRegs * Bits / 8;
  }
  if (Rest.starts_with("Rv"))
    return NumRegs * elementBytes(Rest.back());
  return Rest.contains('v') ? classBytes(firstDatum()) : 0;
}

/// Bytes of all other accesses: what the registers hold, less for those that
/// name a byte, a halfword or a sign-extended word.
unsigned AddressBuilder::scalarWidth() const {
  int First = firstDatum();
  if (First < 0)
    return 0;
  unsigned Narrow = StringSwitch<unsigned>(Name)
                        .StartsWith("LDPSW", 8)
                        .StartsWith("LDRSW", 4)
                        .StartsWith("LDURSW", 4)
                        .StartsWith("LDTRSW", 4)
                        .StartsWith("LDAPURSW", 4)
                        .StartsWith("ST2G", 32)
                        .StartsWith("STZ2G", 32)
                        .StartsWith("STGP", 16)
                        .StartsWith("STG", 16)
                        .StartsWith("STZG", 16)
                        .Cases({"LDG", "LDGM"}, 16)
                        .Default(0);
  if (Narrow)
    return Narrow;
  StringRef Class = operandClass(First);
  if (Class.starts_with("GPR32") || Class == "GPR64") {
    // LDRBBui, LDURSHXi, LDTRBi, SWPALH: after what all of a family share.
    StringRef Rest = Name;
    for (StringRef Family :
         {"LDR", "STR", "LDUR", "STUR", "LDTR", "STTR", "LDAPUR", "STLUR"})
      if (Name.starts_with(Family))
        Rest = Name.substr(Family.size());
    bool IsFamily = Rest.size() != Name.size();
    bool IsSigned = IsFamily && Rest.consume_front("S");
    char Letter = IsFamily && !Rest.empty() ? Rest[0] : Name.back();
    if (Letter == 'B' || Letter == 'H')
      if (IsFamily || IsSigned || Class.starts_with("GPR32"))
        return elementBytes(Letter);
  }
  unsigned Sum = 0;
  unsigned End = A.Mem.IsLoad  ? unsigned(Desc.getNumDefs())
                 : A.Base >= 0 ? unsigned(A.Base)
                               : Desc.getNumOperands();
  if (A.IsUpdate && Desc.getNumDefs() == 0)
    End = First + 1; // STFADD and its kin: the operand is as wide.
  for (unsigned I = First; I != End; ++I)
    if (!operandClass(I).empty())
      Sum += classBytes(I);
  return Sum;
}

void AddressBuilder::findWidth() {
  A.HasVectorBase = isVector(A.Base);
  A.Mem.IsGather = A.HasVectorBase || isVector(A.Index);
  int Datum = firstDatum();
  StringRef Class = Datum < 0 ? "" : operandClass(Datum);
  bool IsSVE = any_of(seq(0u, unsigned(Desc.getNumOperands())), [&](int I) {
    return isPredicateClass(operandClass(I)) ||
           operandClass(I).starts_with("ZPR") ||
           operandClass(I).starts_with("MPR") || operandClass(I) == "ZTR";
  });
  A.Mem.IsVector = IsSVE || Class.starts_with("FPR") ||
                   Class.starts_with("DD") || Class.starts_with("QQ");
  if (Name.starts_with("PRF"))
    return;
  A.Mem.Width = IsSVE ? sveWidth() : neonWidth();
  if (!IsSVE && !A.Mem.Width)
    A.Mem.Width = scalarWidth();
}

AArch64Address AddressBuilder::build(StringRef Printed) {
  if (!findAccess())
    return AArch64Address();
  findRegisters();
  if (!A.isMemory())
    return AArch64Address();
  findWidth();
  if (Name.starts_with("LDP") || Name.starts_with("STP") ||
      Name.starts_with("LDNP") || Name.starts_with("STNP"))
    A.Mem.NumParts = 2;
  findWriteBack(Printed);
  readScaling(Printed);
  return A;
}

AArch64Address AArch64MemoryTable::describe(unsigned Opcode) {
  AddressBuilder B(TD, TD.MII->get(Opcode), TD.MII->getName(Opcode));
  AArch64Address WithoutText = B.build("");
  if (!WithoutText.isMemory() || TD.MII->get(Opcode).isPseudo())
    return WithoutText;
  return AddressBuilder(TD, TD.MII->get(Opcode), TD.MII->getName(Opcode))
      .build(Printer.print(Opcode, /*Imm=*/1));
}
