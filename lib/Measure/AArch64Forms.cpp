//===- AArch64Forms.cpp - Instruction forms of AArch64 --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `eor` of a register and another one is no zeroing idiom, so that two of them
/// make a register wait as two `xor` of x86 do. Between the files go `fmov`
/// and, of SVE's predicates, `whilelo` and `cntp`; flags go through `tst` and
/// `csel`. Links of SVE forms are SVE instructions themselves, because those of
/// NEON clear the rest of a register.
/// Tested by unittests/Measure/AArch64FormsTest.cpp and
/// test/kernel-opt/measure-aarch64.test.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "kernel-bounds/Measure/FormCatalog.h"
#include "kernel-bounds/Measure/FormTarget.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

static MCOperand reg(MCRegister R) { return MCOperand::createReg(R); }
static MCOperand imm(int64_t I) { return MCOperand::createImm(I); }

/// Condition codes of `csel`.
enum : unsigned { Equal = 0, Lower = 3 };

namespace {

class AArch64Forms final : public FormTarget {
public:
  StringRef name() const override { return "aarch64"; }

  const LoopRegisters &registers() const override {
    static constexpr LoopRegisters Registers = {
        "X28", "SP", "X27", "X26", "X24", "X25", "Z30", "Z31", "P15", "P14"};
    return Registers;
  }
  SmallVector<std::string, 16> pool(RegFile File) const override;
  RegFile fileOf(StringRef Root) const override;
  unsigned maxResults() const override { return 24; }

  ArrayRef<int64_t> immediates(StringRef Opcode, unsigned Op) const override;
  std::string findDanger(StringRef Name) const override;
  FormEncoding encodingOf(const FormShape &S,
                          ArrayRef<uint8_t> Code) const override;
  ArrayRef<ExtensionForm> extensions() const override;
  StringRef whyNotEncoded() const override {
    return "the core has no such instruction, or LLVM does not decode it";
  }

  bool dependsOnValues(StringRef Name) const override {
    return Name.contains("DIV") || Name.contains("SQRT");
  }
  LoopValues valuesOf(const InstructionForm &F, bool Slow) const override;

  MCInst xorOf(const FormBuilder &B, FormEncoding E, MCRegister To,
               MCRegister From) const override;
  std::optional<MCInst> moveOf(const FormBuilder &B, FormEncoding E,
                               MCRegister To, MCRegister From) const override;
  std::optional<MCInst> setFlags(const FormBuilder &B,
                                 MCRegister From) const override {
    // Some cores fuse `cmp` with the `csel` behind it.
    return B.make("ANDSXrs",
                  {reg(B.named("XZR")), reg(From), reg(From), imm(0)});
  }
  std::optional<MCInst> useFlags(const FormBuilder &B, MCRegister To,
                                 bool HasCarry) const override {
    return B.make("CSELXr",
                  {reg(To), reg(To), reg(B.named(registers().OtherGeneral)),
                   imm(HasCarry ? Lower : Equal)});
  }
  std::optional<MCInst> setGeneral(const FormBuilder &B, MCRegister To,
                                   uint64_t Value) const override {
    return B.make("MOVZXi", {reg(To), imm(Value & 0xffff), imm(0)});
  }
  uint64_t valueOf(StringRef, const LoopValues &V) const override {
    return V.General;
  }

  StringRef loadName(StringRef, RegFile File, unsigned Width,
                     FormEncoding) const override {
    const bool IsGeneral = File == RegFile::General;
    switch (Width) {
    case 1:
      return IsGeneral ? "LDRBBui" : "LDRBui";
    case 2:
      return IsGeneral ? "LDRHHui" : "LDRHui";
    case 4:
      return IsGeneral ? "LDRWui" : "LDRSui";
    case 8:
      return IsGeneral ? "LDRXui" : "LDRDui";
    case 16:
      return IsGeneral ? "" : "LDRQui";
    default:
      return "";
    }
  }

  SmallVector<ListedInst, 2>
  loopEnd(const TargetDescription &TD) const override;
  EntryState entryState(const LoopValues &V, uint64_t Memory) const override;

  unsigned elfMachine() const override { return ELF::EM_AARCH64; }
  std::string entryText(const EntryState &S, uint64_t Trips,
                        bool Scalable) const override;
  std::string exitText() const override {
    return "mov x0, #0\nmov x8, #94\nsvc #0"; // exit_group
  }
  void setBranch(MCInst &I, int64_t Bytes) const override {
    I.getOperand(I.getNumOperands() - 1).setImm(Bytes / 4);
  }
  bool isScalable(StringRef Register) const override {
    return Register.starts_with("Z") || Register.starts_with("P");
  }

  void addExperiments(ExperimentList &L) const override {
    addAArch64Experiments(L);
  }
  const CoreTexts &coreTexts() const override {
    static constexpr CoreTexts Texts = {"fsqrt d0, d13", "fsqrt d0, d0",
                                        "add x27, x27, #8"};
    return Texts;
  }
};

} // namespace

const FormTarget &kernelbounds::aarch64Forms() {
  static const AArch64Forms Forms;
  return Forms;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// P0 to P7 govern.
SmallVector<std::string, 16> AArch64Forms::pool(RegFile File) const {
  SmallVector<std::string, 16> Names;
  const StringRef Prefix = File == RegFile::General  ? "X"
                           : File == RegFile::Vector ? "Z"
                           : File == RegFile::Mask   ? "P"
                                                     : "";
  const unsigned Count = File == RegFile::Mask     ? 7
                         : File == RegFile::Vector ? 28
                                                   : 15;
  for (unsigned I = 0; I < Count && !Prefix.empty(); ++I)
    Names.push_back((Prefix + Twine(I)).str());
  return Names;
}

RegFile AArch64Forms::fileOf(StringRef Name) const {
  if (Name == "NZCV")
    return RegFile::Flags;
  if (Name == "FP" || Name == "LR")
    return RegFile::General;
  if (Name.size() < 2 || !all_of(Name.drop_front(), isDigit))
    return RegFile::Other;
  switch (Name.front()) {
  case 'X':
    return RegFile::General;
  case 'Z':
    return RegFile::Vector;
  case 'P':
    return RegFile::Mask;
  default:
    return RegFile::Other;
  }
}

//===----------------------------------------------------------------------===//
// Operands and forms
//===----------------------------------------------------------------------===//

/// Of shifted and extended registers the plain one is measured, as in compiled
/// code most are; UXTX is 24, and the shift of a constant by 8 ones is 264.
ArrayRef<int64_t> AArch64Forms::immediates(StringRef Opcode, unsigned) const {
  static constexpr int64_t Usual[] = {1,  0,  2,  3,  4,  8,   7,
                                      15, 16, 31, 32, 63, 264, 64};
  static constexpr int64_t Plain[] = {0, 24, 1, 2, 3, 8, 16};
  return Opcode.ends_with("rs") || Opcode.ends_with("rx") ||
                 Opcode.ends_with("rx64") || Opcode.contains("ro")
             ? ArrayRef(Plain)
             : ArrayRef(Usual);
}

std::string AArch64Forms::findDanger(StringRef Name) const {
  static constexpr StringLiteral System = "it is a system instruction",
                                 Prefix = "it belongs to the instruction "
                                          "behind it",
                                 Place = "it depends on where the code is",
                                 Exclusive =
                                     "it is one of two that belong together "
                                     "(exclusive accesses)",
                                 Trap = "it traps",
                                 Tags = "it accesses tags of memory, which a "
                                        "loop's memory has not",
                                 Copies = "it changes the registers of its "
                                          "addresses",
                                 Checked = "it faults on pointers without a "
                                           "signature";
  static constexpr std::pair<StringLiteral, StringLiteral> Rows[] = {
      {"MSR", System},     {"MRS", System},      {"MRRS", System},
      {"SYS", System},     {"HINT", System},     {"ISB", System},
      {"DMB", System},     {"DSB", System},      {"CLREX", System},
      {"SB", System},      {"TSB", System},      {"TCANCEL", System},
      {"TSTART", System},  {"TCOMMIT", System},  {"TTEST", System},
      {"WFET", System},    {"WFIT", System},     {"GCS", System},
      {"CHKFEAT", System}, {"MOVPRFX", Prefix},  {"SVC", Trap},
      {"HVC", Trap},       {"SMC", Trap},        {"BRK", Trap},
      {"HLT", Trap},       {"UDF", Trap},        {"DCPS", Trap},
      {"LDX", Exclusive},  {"LDAX", Exclusive},  {"STX", Exclusive},
      {"STLX", Exclusive}, {"LDTX", Exclusive},  {"LDATX", Exclusive},
      {"STTX", Exclusive}, {"STLTX", Exclusive}, {"STG", Tags},
      {"ST2G", Tags},      {"STZG", Tags},       {"STZ2G", Tags},
      {"LDG", Tags},       {"CPYF", Copies},     {"CPYE", Copies},
      {"CPYM", Copies},    {"CPYP", Copies},     {"SETGO", Copies},
      {"SETGP", Copies},   {"SETGM", Copies},    {"SETGE", Copies},
      {"SETP", Copies},    {"SETM", Copies},     {"SETE", Copies},
      {"AUT", Checked},    {"LDRAA", Checked},   {"LDRAB", Checked}};
  if (Name == "ADR" || Name == "ADRP")
    return Place.str();
  // Instructions whose names begin so, and do something else.
  if (Name.starts_with("SBC") || Name.starts_with("SBFM"))
    return "";
  for (const auto &[Prefix, Why] : Rows)
    if (Name.starts_with(Prefix))
      return Why.str();
  return "";
}

FormEncoding AArch64Forms::encodingOf(const FormShape &S,
                                      ArrayRef<uint8_t> Code) const {
  // Bits 25 to 28 of an instruction are 0b0010 for SVE.
  return (Code[3] >> 1 & 0xf) == 2 && !S.Registers.empty()
             ? FormEncoding::Scalable
             : FormEncoding::Fixed;
}

ArrayRef<ExtensionForm> AArch64Forms::extensions() const {
  static constexpr ExtensionForm Rows[] = {
      {"crc", "CRC32Xrr"},     {"lse", "LDADDX"},        {"rcpc", "LDAPRX"},
      {"aes", "AESErr"},       {"sha2", "SHA256SU0rr"},  {"sha3", "EOR3"},
      {"fullfp16", "FADDHrr"}, {"dotprod", "SDOTv16i8"}, {"i8mm", "SMMLA"},
      {"bf16", "BFDOTv8bf16"}, {"pauth", "PACIA"},       {"sve", "ADD_ZZZ_D"},
      {"sve2", "ADCLB_ZZZ_D"}};
  return Rows;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
enum class ElementKind : uint8_t { Integer, Half, Float, Double };
} // namespace

/// FADDDrr, FADDv2f64 and FADD_ZZZ_D have elements of 8 bytes.
static ElementKind elementOf(StringRef Name) {
  if (!Name.starts_with("F"))
    return ElementKind::Integer;
  const size_t Operands =
      std::min(Name.find_if([](char C) { return isLower(C); }), Name.size());
  const StringRef Head = Name.take_front(Operands),
                  Tail = Name.substr(Operands);
  auto Is = [&](StringRef Bits, StringRef Letter) {
    return Tail.contains("f" + Bits.str()) ||
           (Tail.starts_with("r") && Head.ends_with(Letter)) ||
           (Tail.empty() && Name.ends_with(("_" + Letter).str()));
  };
  return Is("64", "D")   ? ElementKind::Double
         : Is("32", "S") ? ElementKind::Float
         : Is("16", "H") ? ElementKind::Half
                         : ElementKind::Integer;
}

/// Divisions take longest where the quotient has all bits.
LoopValues AArch64Forms::valuesOf(const InstructionForm &F, bool Slow) const {
  LoopValues V;
  V.AreFastest = !Slow && dependsOnValues(F.Name);
  if (dependsOnValues(F.Name) && elementOf(F.Name) == ElementKind::Integer &&
      Slow)
    V.Vector = 0x7f7f7f7f7f7f7f7f;
  switch (elementOf(F.Name)) {
  case ElementKind::Double:
    V.Vector = Slow ? 0x3ffe38e38e38e38f : 0x3ff0000000000000;
    V.OddVector = Slow ? 0x3ff5555555555555 : V.Vector;
    break;
  case ElementKind::Float:
    V.Vector = Slow ? 0x3ff1c71d3ff1c71d : 0x3f8000003f800000;
    V.OddVector = Slow ? 0x3faaaaab3faaaaab : V.Vector;
    break;
  case ElementKind::Half:
    V.Vector = V.OddVector = 0x3c003c003c003c00;
    break;
  case ElementKind::Integer:
    break;
  }
  V.Memory = V.OddVector;
  if (any_of(F.Shape.Registers,
             [](const FormOperand &R) { return R.IsVectorIndex; }))
    V.Vector = V.OddVector = 0; // All elements at one place.
  return V;
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

/// The view \p Prefix of a vector's widest register.
static MCRegister viewOf(const FormBuilder &B, MCRegister Root,
                         StringRef Prefix) {
  const StringRef Name = B.description().MRI->getName(Root);
  return B.named((Prefix + Name.drop_front()).str());
}

MCInst AArch64Forms::xorOf(const FormBuilder &B, FormEncoding E, MCRegister To,
                           MCRegister From) const {
  switch (B.fileOf(To)) {
  case RegFile::General:
    return B.make("EORXrs", {reg(To), reg(To), reg(From), imm(0)});
  case RegFile::Vector: {
    if (E == FormEncoding::Scalable)
      return B.make("EOR_ZZZ", {reg(To), reg(To), reg(From)});
    const MCRegister T = viewOf(B, To, "Q"), F = viewOf(B, From, "Q");
    return B.make("EORv16i8", {reg(T), reg(T), reg(F)});
  }
  default: // Of predicates, all of which are set.
    return B.make("EOR_PPzPP",
                  {reg(To), reg(B.named("P7")), reg(To), reg(From)});
  }
}

std::optional<MCInst> AArch64Forms::moveOf(const FormBuilder &B, FormEncoding,
                                           MCRegister To,
                                           MCRegister From) const {
  const RegFile ToFile = B.fileOf(To), FromFile = B.fileOf(From);
  if (ToFile == RegFile::General && FromFile == RegFile::Vector)
    return B.make("FMOVDXr", {reg(To), reg(viewOf(B, From, "D"))});
  if (ToFile == RegFile::Vector && FromFile == RegFile::General)
    return B.make("FMOVXDr", {reg(viewOf(B, To, "D")), reg(From)});
  if (ToFile == RegFile::General && FromFile == RegFile::Mask)
    return B.make("CNTP_XPP_B", {reg(To), reg(B.named("P7")), reg(From)});
  if (ToFile == RegFile::Mask && FromFile == RegFile::General)
    return B.make("WHILELO_PXX_B", {reg(To), reg(B.named("XZR")), reg(From)});
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<ListedInst, 2>
AArch64Forms::loopEnd(const TargetDescription &TD) const {
  const MCInstrInfo &MII = *TD.MII;
  const MCRegister Counter = findRegister(*TD.MRI, registers().Counter);
  SmallVector<ListedInst, 2> End(2);
  End[0].Inst = MCInstBuilder(findOpcode(MII, "SUBXri"))
                    .addReg(Counter)
                    .addReg(Counter)
                    .addImm(1)
                    .addImm(0);
  End[1].Inst =
      MCInstBuilder(findOpcode(MII, "CBNZX")).addReg(Counter).addImm(0);
  return End;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static void appendConstant(std::string &Text, unsigned Register,
                           uint64_t Value) {
  for (unsigned Part = 0; Part < 4; ++Part)
    Text += formatv("mov{0} x{1}, #{2}, lsl #{3}\n", Part == 0 ? "z" : "k",
                    Register, Value >> 16 * Part & 0xffff, 16 * Part)
                .str();
}

EntryState AArch64Forms::entryState(const LoopValues &V,
                                    uint64_t Memory) const {
  constexpr uint64_t FlushToZero = 1 << 24; // Of FPCR.
  EntryState S = entryWith(V, V.FlushDenormals ? FlushToZero : 0);
  S.General[26] = 0;
  S.General[27] = Memory;
  return S;
}

std::string AArch64Forms::entryText(const EntryState &S, uint64_t Trips,
                                    bool Scalable) const {
  constexpr unsigned Even = 0, Odd = 1, NumVectors = 32, NumPredicates = 16;
  constexpr unsigned OfSystem = 18, Counter = 28, WayBack = 30;
  std::string Text;
  appendConstant(Text, Even, S.FloatControl);
  Text += "msr fpcr, x0\n";
  appendConstant(Text, Even, S.Even[0]);
  appendConstant(Text, Odd, S.Odd[0]);
  for (unsigned I = 0; I < NumVectors; ++I)
    Text += formatv(Scalable ? "dup z{0}.d, x{1}\n" : "dup v{0}.2d, x{1}\n", I,
                    I % 2 == 0 ? Even : Odd)
                .str();
  for (unsigned I = 0; I < NumPredicates && Scalable; ++I)
    Text += formatv("ptrue p{0}.b\n", I).str();
  for (unsigned I = 0; I < WayBack; ++I)
    if (I != OfSystem)
      appendConstant(Text, I, I == Counter ? Trips : S.General[I]);
  return Text;
}
