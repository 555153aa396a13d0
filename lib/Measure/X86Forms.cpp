//===- X86Forms.cpp - Instruction forms of x86-64 ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operands of an address are five: base, scale, index, displacement,
/// segment. Links are PXOR, MOVQ and the like, in their VEX encoding but for
/// forms that are legacy ones themselves.
/// Tested by unittests/Measure/FormCatalogTest.cpp and FormExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "kernel-bounds/Measure/FormCatalog.h"
#include "kernel-bounds/Measure/FormTarget.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace kernelbounds;
using namespace llvm;

/// Of x86, behind those of all targets.
constexpr unsigned RoundingOperand = MCOI::OPERAND_FIRST_TARGET;
constexpr unsigned ConditionOperand = MCOI::OPERAND_FIRST_TARGET + 1;
/// Operands of an address: base, scale, index, displacement, segment.
constexpr unsigned AddressOperands = 5;
/// Of CMOV: "below", and "equal" for what leaves the carry alone.
enum : unsigned { Below = 2, Equal = 4 };

/// Intel's cores rotate and shift by 1 in another way, since that sets one flag
/// more.
constexpr int64_t OtherThanOne = 5;

static bool shiftsOrRotates(StringRef Name) {
  return any_of(ArrayRef<StringRef>{"ROL", "ROR", "SHL", "SHR", "SAR"},
                [&](StringRef Kind) { return Name.starts_with(Kind); });
}

static MCOperand reg(MCRegister R) { return MCOperand::createReg(R); }
static MCOperand imm(int64_t I) { return MCOperand::createImm(I); }

namespace {

class X86Forms final : public FormTarget {
public:
  StringRef name() const override { return "x86_64"; }

  const LoopRegisters &registers() const override {
    static constexpr LoopRegisters Registers = {
        "R15", "RSP", "R14", "R13", "R12", "R11", "ZMM14", "ZMM15", "K7", "K6"};
    return Registers;
  }
  SmallVector<std::string, 16> pool(RegFile File) const override;
  RegFile fileOf(StringRef Root) const override;
  unsigned maxResults() const override { return 12; }
  bool isSecondView(StringRef Name) const override {
    return Name.size() == 2 && Name[1] == 'H';
  }

  std::optional<FormShape> shapeOf(const FormBuilder &B, unsigned Opcode,
                                   std::string &Why) const override;
  MCOperand fill(const FormBuilder &B, const FormShape &S, const FormFilling &F,
                 unsigned Op) const override;
  ArrayRef<int64_t> immediates(StringRef, unsigned) const override {
    return {};
  }

  std::string findDanger(StringRef Name) const override;
  std::string findOddRegisters(const MCInstrInfo &MII,
                               const MCRegisterInfo &MRI,
                               unsigned Opcode) const override;
  FormEncoding encodingOf(const FormShape &S,
                          ArrayRef<uint8_t> Code) const override;
  unsigned maxBytes() const override { return 15; }
  StringRef whyNotEncoded() const override {
    return "it has no encoding in 64-bit mode";
  }
  ArrayRef<ExtensionForm> extensions() const override;
  ArrayRef<StringLiteral> commonForms() const override {
    return kernelbounds::commonForms();
  }

  bool dependsOnValues(StringRef Name) const override {
    return Name.contains("DIV") || Name.contains("SQRT");
  }
  LoopValues valuesOf(const InstructionForm &F, bool Slow) const override;
  std::optional<LoopValues> valuesOfKind(const InstructionForm &F,
                                         OperandKind K) const override;

  MCInst xorOf(const FormBuilder &B, FormEncoding E, MCRegister To,
               MCRegister From) const override;
  bool computesFloats(StringRef Name) const override;
  std::optional<MCInst> floatXorOf(const FormBuilder &B, FormEncoding E,
                                   MCRegister To,
                                   MCRegister From) const override;
  std::optional<MCInst> productOf(const FormBuilder &B, FormEncoding E,
                                  MCRegister To, MCRegister By) const override;
  std::optional<MCInst> moveOf(const FormBuilder &B, FormEncoding E,
                               MCRegister To, MCRegister From) const override;
  std::optional<MCInst> setFlags(const FormBuilder &B,
                                 MCRegister From) const override {
    // Not TEST: on Golden Cove CMOV waits a cycle more for flags of logic.
    return B.make("CMP64rr", {reg(From), reg(B.named(registers().Zero))});
  }
  std::optional<MCInst> useFlags(const FormBuilder &B, MCRegister To,
                                 bool HasCarry) const override {
    return B.make("CMOV64rr",
                  {reg(To), reg(To), reg(B.named(registers().OtherGeneral)),
                   imm(HasCarry ? Below : Equal)});
  }
  std::optional<MCInst> setGeneral(const FormBuilder &B, MCRegister To,
                                   uint64_t Value) const override;
  uint64_t valueOf(StringRef General, const LoopValues &V) const override {
    return General == "RAX" ? V.Rax : General == "RDX" ? V.Rdx : V.General;
  }
  std::optional<MCInst> refillMask(const FormBuilder &B,
                                   MCRegister Mask) const override {
    if (B.fileOf(Mask) == RegFile::Mask)
      return B.make("KXNORWkk", {reg(Mask), reg(Mask), reg(Mask)});
    const MCOperand Ymm = reg(B.named(
        ("YMM" + StringRef(B.description().MRI->getName(Mask)).drop_front(3))
            .str()));
    return B.make("VPCMPEQDYrr", {Ymm, Ymm, Ymm});
  }
  unsigned xorBits(RegFile File) const override {
    return File == RegFile::Vector ? 128 : File == RegFile::Mask ? 16 : 64;
  }
  StringRef loadName(StringRef Store, RegFile File, unsigned Width,
                     FormEncoding E) const override;
  std::optional<MaskedAddition>
  maskedAddition(const FormBuilder &B) const override;
  std::pair<FormEncoding, FormEncoding> linkEncodings() const override {
    return {FormEncoding::Legacy, FormEncoding::Vex};
  }
  std::optional<PairParts> pairParts(const FormBuilder &B) const override;

  SmallVector<ListedInst, 2>
  loopEnd(const TargetDescription &TD) const override;
  SmallVector<char, 16> loopEndCode(size_t Size) const override;
  EntryState entryState(const LoopValues &V, uint64_t Memory) const override;
  uint64_t wideVectors(const MCRegisterInfo &MRI,
                       ArrayRef<MCInst> Body) const override;
  MCOperand *distanceFromPc(const MCRegisterInfo &MRI,
                            MCInst &I) const override;

  StringRef nops() const override { return "'NOOP([LWQ]r?)?'"; }
  void addExperiments(ExperimentList &L) const override {
    addX86Experiments(L);
  }
  const CoreTexts &coreTexts() const override {
    static constexpr CoreTexts Texts = {"vsqrtsd %xmm13, %xmm13, %xmm0",
                                        "vsqrtsd %xmm0, %xmm0, %xmm0",
                                        "add $8, %r14"};
    return Texts;
  }
};

} // namespace

const FormTarget &kernelbounds::x86Forms() {
  static const X86Forms Forms;
  return Forms;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

SmallVector<std::string, 16> X86Forms::pool(RegFile File) const {
  SmallVector<std::string, 16> Names;
  auto Number = [&](StringRef Prefix, unsigned First, unsigned Last) {
    for (unsigned I = First; I <= Last; ++I)
      Names.push_back((Prefix + Twine(I)).str());
  };
  switch (File) {
  case RegFile::General:
    return {"RBX", "RSI", "RDI", "RBP", "R8", "R9", "R10", "RAX", "RDX", "RCX"};
  case RegFile::Mask:
    Number("K", 1, 6);
    break;
  case RegFile::Mmx:
    Number("MM", 0, 6);
    break;
  case RegFile::Vector:
    Number("ZMM", 0, 13);
    break;
  default:
    break;
  }
  return Names;
}

RegFile X86Forms::fileOf(StringRef Name) const {
  if (Name.starts_with("ZMM"))
    return RegFile::Vector;
  if (Name.size() == 2 && Name[0] == 'K')
    return RegFile::Mask;
  if (Name.size() == 3 && Name.starts_with("MM"))
    return RegFile::Mmx;
  if (Name == "EFLAGS")
    return RegFile::Flags;
  static constexpr StringLiteral General[] = {"RAX", "RBX", "RCX", "RDX",
                                              "RSI", "RDI", "RBP", "R8"};
  const bool IsNumbered =
      Name.size() <= 3 && Name[0] == 'R' && Name.size() > 1 && isDigit(Name[1]);
  return is_contained(General, Name) || IsNumbered ? RegFile::General
                                                   : RegFile::Other;
}

/// The XMM register in a vector's widest one.
static MCRegister narrow(const FormBuilder &B, MCRegister Root) {
  const StringRef Name = B.description().MRI->getName(Root);
  return B.named(("XMM" + Name.drop_front(3)).str());
}

/// The lower 32 bits of a general register.
static MCRegister half(const FormBuilder &B, MCRegister Root) {
  const StringRef Name = B.description().MRI->getName(Root);
  return B.named(isDigit(Name[1]) ? (Name + "D").str()
                                  : ("E" + Name.drop_front()).str());
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether operand \p I is the base of an address that is not accessed, as that
/// of LEA: the last of its operands is a segment.
static bool startsAddress(const TargetDescription &TD, const MCInstrDesc &Desc,
                          unsigned I) {
  return I + AddressOperands <= Desc.getNumOperands() &&
         operandClass(TD, Desc, I + AddressOperands - 1) == "SEGMENT_REG";
}

std::optional<FormShape> X86Forms::shapeOf(const FormBuilder &B,
                                           unsigned Opcode,
                                           std::string &Why) const {
  const TargetDescription &TD = B.description();
  const MCInstrDesc &Desc = TD.MII->get(Opcode);
  FormShape S;
  S.Opcode = Opcode;
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    const MCOperandInfo &Info = Desc.operands()[I];
    const int16_t Class = TD.MII->getOpRegClassID(Info, 0);
    const bool IsInAddress =
        S.Memory >= 0 && I < unsigned(S.Memory) + AddressOperands;
    if (IsInAddress || Info.OperandType == MCOI::OPERAND_MEMORY ||
        startsAddress(TD, Desc, I)) {
      if (S.Memory >= 0 && I >= S.Memory + AddressOperands) {
        Why = "it has two addresses";
        return std::nullopt;
      }
      if (S.Memory < 0)
        S.Memory = I;
      const RegFile File =
          Class < 0 ? RegFile::Other
                    : B.fileOf(TD.MRI->getRegClass(Class).getRegister(0));
      if (I == unsigned(S.Memory) + 2 && File == RegFile::Vector)
        S.Registers.push_back({I, Class, File, false, -1, true});
      continue;
    }
    if (Info.OperandType == ConditionOperand)
      S.Condition = I;
    if (Info.OperandType == MCOI::OPERAND_PCREL) {
      Why = "it depends on where the code is";
      return std::nullopt;
    }
    if (Class < 0)
      continue;
    const RegFile File = B.fileOf(TD.MRI->getRegClass(Class).getRegister(0));
    if (File == RegFile::Other || !B.reg(Class, 0).isValid()) {
      Why = std::string("there is no free register of ") +
            TD.MRI->getRegClassName(&TD.MRI->getRegClass(Class));
      return std::nullopt;
    }
    S.Registers.push_back({I, Class, File, I < Desc.getNumDefs(),
                           Desc.getOperandConstraint(I, MCOI::TIED_TO), false});
  }
  if (S.Memory >= 0 && Desc.getNumOperands() < S.Memory + AddressOperands) {
    Why = "its address is not made of a base and an index";
    return std::nullopt;
  }
  return S;
}

MCOperand X86Forms::fill(const FormBuilder &B, const FormShape &S,
                         const FormFilling &F, unsigned Op) const {
  if (S.Memory >= 0 && Op >= unsigned(S.Memory) &&
      Op < S.Memory + AddressOperands) {
    const unsigned Part = Op - S.Memory;
    const MCRegister Parts[] = {B.named(registers().Memory), MCRegister(),
                                F.Indexed ? B.named(registers().Zero)
                                          : MCRegister(),
                                MCRegister(), MCRegister()};
    return Part == 1   ? imm(F.Scale)
           : Part == 3 ? imm(F.Displacement)
                       : reg(Parts[Part]);
  }
  const MCInstrInfo &MII = *B.description().MII;
  const MCOperandInfo &Info = MII.get(S.Opcode).operands()[Op];
  return imm(Info.OperandType == RoundingOperand      ? 0
             : int(Op) == S.Condition                 ? F.Condition
             : shiftsOrRotates(MII.getName(S.Opcode)) ? OtherThanOne
                                                      : F.Immediate);
}

//===----------------------------------------------------------------------===//
// Which forms
//===----------------------------------------------------------------------===//

std::string X86Forms::findDanger(StringRef Name) const {
  static constexpr std::pair<StringLiteral, StringLiteral> Rows[] = {
      {"WRFSBASE", "it changes the segment of thread-local data"},
      {"WRGSBASE", "it changes the segment of thread-local data"},
      {"XRSTOR", "it overwrites all registers"},
      {"FXRSTOR", "it overwrites all registers"},
      {"FRSTOR", "it overwrites all registers"},
      {"FLDENV", "it overwrites the state of the x87 unit"},
      {"LDMXCSR", "it changes how vector instructions round and trap"},
      {"VLDMXCSR", "it changes how vector instructions round and trap"},
      {"FLDCW", "it changes how x87 instructions round and trap"},
      {"WRPKRU", "it changes the rights to memory"},
      {"STD", "it changes the direction of string instructions"},
      {"XBEGIN", "it starts a transaction"},
      {"ENCLU", "it enters an enclave"},
      {"CLUI", "it changes whether interrupts come"},
      {"STUI", "it changes whether interrupts come"},
      {"UMWAIT", "it waits"},
      {"TPAUSE", "it waits"},
      {"MWAIT", "it waits"}};
  for (const auto &[Prefix, Why] : Rows)
    if (Name.starts_with(Prefix) && !Name.starts_with("STD_"))
      return Why.str();
  return "";
}

std::string X86Forms::findOddRegisters(const MCInstrInfo &MII,
                                       const MCRegisterInfo &MRI,
                                       unsigned Opcode) const {
  const MCInstrDesc &Desc = MII.get(Opcode);
  auto Touches = [&](ArrayRef<MCPhysReg> Regs, StringRef Name) {
    return any_of(Regs, [&](MCPhysReg R) { return MRI.getName(R) == Name; });
  };
  auto IsX87 = [&](ArrayRef<MCPhysReg> Regs) {
    return any_of(Regs, [&](MCPhysReg R) {
      const StringRef Name = MRI.getName(R);
      return Name.starts_with("ST") && Name.size() == 3;
    });
  };
  if (IsX87(Desc.implicit_defs()) || IsX87(Desc.implicit_uses()) ||
      Touches(Desc.implicit_uses(), "FPCW") ||
      Touches(Desc.implicit_defs(), "FPSW"))
    return "its registers are a stack (x87)";
  return "";
}

FormEncoding X86Forms::encodingOf(const FormShape &,
                                  ArrayRef<uint8_t> Code) const {
  switch (Code.front()) {
  case 0xc4:
  case 0xc5:
  case 0x8f: // XOP, but for POP, which changes the stack.
    return FormEncoding::Vex;
  case 0x62:
    return FormEncoding::Evex;
  default:
    return FormEncoding::Legacy;
  }
}

ArrayRef<ExtensionForm> X86Forms::extensions() const {
  static constexpr ExtensionForm Rows[] = {{"sse4.2", "PCMPGTQrr"},
                                           {"popcnt", "POPCNT64rr"},
                                           {"pclmul", "PCLMULQDQrri"},
                                           {"aes", "AESENCrr"},
                                           {"sha", "SHA1NEXTErr"},
                                           {"gfni", "GF2P8MULBrr"},
                                           {"adx", "ADCX64rr"},
                                           {"bmi", "ANDN64rr"},
                                           {"bmi2", "MULX64rr"},
                                           {"movbe", "MOVBE64rm"},
                                           {"avx", "VADDPDYrr"},
                                           {"f16c", "VCVTPH2PSrr"},
                                           {"fma", "VFMADD231PDr"},
                                           {"avx2", "VPADDDYrr"},
                                           {"vaes", "VAESENCYrr"},
                                           {"avxvnni", "VPDPBUSDrr"},
                                           {"xop", "VPROTBrr"},
                                           {"fma4", "VFMADDPD4rr"},
                                           {"avx512f", "VADDPDZrr"},
                                           {"avx512vl", "VPADDDZ128rr"},
                                           {"avx512bw", "VPADDBZrr"},
                                           {"avx512dq", "VPMULLQZrr"},
                                           {"avx512cd", "VPLZCNTDZrr"},
                                           {"avx512ifma", "VPMADD52LUQZr"},
                                           {"avx512vbmi", "VPERMBZrr"},
                                           {"avx512vbmi2", "VPSHLDVDZr"},
                                           {"avx512vnni", "VPDPBUSDZrr"},
                                           {"avx512bitalg", "VPOPCNTBZrr"},
                                           {"avx512vpopcntdq", "VPOPCNTDZrr"},
                                           {"avx512bf16", "VDPBF16PSZr"},
                                           {"avx512fp16", "VADDPHZrr"},
                                           {"avxifma", "VPMADD52LUQrr"}};
  return Rows;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

namespace {
enum class ElementKind : uint8_t { Integer, Half, Float, Double };
} // namespace

/// By the mnemonic: of conversions, that of the source.
static ElementKind elementOf(StringRef Name) {
  struct Row {
    StringLiteral Part;
    ElementKind Kind;
  };
  constexpr Row Rows[] = {
      {"PD", ElementKind::Double}, {"SD", ElementKind::Double},
      {"PS", ElementKind::Float},  {"SS", ElementKind::Float},
      {"PH", ElementKind::Half},   {"SH", ElementKind::Half}};
  size_t First = StringRef::npos;
  ElementKind Kind = ElementKind::Integer;
  for (const Row &R : Rows)
    if (size_t At = Name.find(R.Part); At < First) {
      First = At;
      Kind = R.Kind;
    }
  return Kind;
}

LoopValues X86Forms::valuesOf(const InstructionForm &F, bool Slow) const {
  LoopValues V;
  V.AreFastest = !Slow && dependsOnValues(F.Name);
  const StringRef Name = F.Name;
  if (Name.starts_with("DIV") || Name.starts_with("IDIV")) {
    if (elementOf(Name) == ElementKind::Integer || Name.starts_with("IDIV")) {
      // One into the largest dividend that gives no remainder.
      const bool IsSigned = Name[0] == 'I';
      const StringRef Width =
          Name.drop_while([](char C) { return !isDigit(C); });
      const unsigned W = Width.starts_with("8")    ? 8
                         : Width.starts_with("16") ? 16
                         : Width.starts_with("32") ? 32
                                                   : 64;
      const uint64_t Most = ~uint64_t(0) >> (64 - W);
      V.Rax = Slow ? (IsSigned ? Most >> 1 : Most) : 1;
      if (W == 8) // The dividend is all of AX, the quotient its lower half.
        V.Rax = Slow ? (IsSigned ? 0x7f : 0xff) : 1;
      V.Memory = W == 8    ? 0x0101010101010101
                 : W == 16 ? 0x0001000100010001
                 : W == 32 ? 0x0000000100000001
                           : 1;
      return V;
    }
  }
  switch (elementOf(Name)) {
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
  // All elements are stored or loaded.
  if (Name.contains("MASKMOV"))
    V.Vector = V.OddVector = ~uint64_t(0);
  if (any_of(F.Shape.Registers,
             [](const FormOperand &R) { return R.IsVectorIndex; }))
    V.Vector = V.OddVector = 0; // All elements at one place.
  return V;
}

/// One of each kind of computation whose result is another register, or the
/// addend, so that it stays what it is from copy to copy.
std::optional<LoopValues> X86Forms::valuesOfKind(const InstructionForm &F,
                                                 OperandKind K) const {
  static constexpr StringLiteral Forms[] = {
      "VADDPDrr",     "VADDPSrr", "VMULPDrr",     "VMULPSrr",
      "VFMADD231PDr", "VMINPDrr", "VMAXPSrr",     "VFMADD231PSr",
      "VCVTPD2PSrr",  "VDIVPDrr", "VCVTTPD2DQrr", "VCVTPS2PDrr",
      "VCMPPDrri",    "VSQRTPDr"};
  const StringRef Name = F.Name;
  if (!is_contained(Forms, Name))
    return std::nullopt;
  const bool IsDouble = elementOf(Name) == ElementKind::Double,
             IsNaN = K == OperandKind::NaN;
  LoopValues V;
  V.FlushDenormals = false;
  V.Vector = V.OddVector =
      IsDouble ? (IsNaN ? 0x7ff8000000000000 : 0x000edcba98765432)
               : (IsNaN ? 0x7fc000007fc00000 : 0x006dcba9006dcba9);
  // A denormal number by 1 is one; by another one it would be zero.
  if (!IsNaN && any_of(ArrayRef<StringRef>{"MUL", "MADD", "DIV"},
                       [&](StringRef Part) { return Name.contains(Part); }))
    V.OddVector = IsDouble ? 0x3ff0000000000000 : 0x3f8000003f800000;
  return V;
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

static bool isLegacy(FormEncoding E) { return E == FormEncoding::Legacy; }

MCInst X86Forms::xorOf(const FormBuilder &B, FormEncoding E, MCRegister To,
                       MCRegister From) const {
  switch (B.fileOf(To)) {
  case RegFile::General:
    return B.make("XOR64rr", {reg(To), reg(To), reg(From)});
  case RegFile::Vector: {
    const MCRegister T = narrow(B, To), F = narrow(B, From);
    return B.make(isLegacy(E) ? "PXORrr" : "VPXORrr", {reg(T), reg(T), reg(F)});
  }
  default:
    return B.make("KXORWkk", {reg(To), reg(To), reg(From)});
  }
}

bool X86Forms::computesFloats(StringRef Name) const {
  // Of integers, the names of vector instructions begin with a P, and shuffles
  // and logic belong to their units.
  static constexpr StringLiteral Begins[] = {
      "ADD",    "SUB",     "MUL",    "DIV",    "SQRT",  "MIN",  "MAX",
      "CMP",    "COMI",    "UCOMI",  "CVT",    "ROUND", "RND",  "RCP",
      "RSQRT",  "FMADD",   "FMSUB",  "FNM",    "HADD",  "HSUB", "DPP",
      "GETEXP", "GETMANT", "SCALEF", "REDUCE", "RANGE", "FIXUP"};
  Name.consume_front("V");
  return any_of(Begins, [&](StringRef B) { return Name.starts_with(B); });
}

std::optional<MCInst> X86Forms::floatXorOf(const FormBuilder &B, FormEncoding E,
                                           MCRegister To,
                                           MCRegister From) const {
  const MCRegister T = narrow(B, To), F = narrow(B, From);
  return B.make(isLegacy(E) ? "XORPSrr" : "VXORPSrr", {reg(T), reg(T), reg(F)});
}

std::optional<MCInst> X86Forms::productOf(const FormBuilder &B, FormEncoding E,
                                          MCRegister To, MCRegister By) const {
  const MCRegister T = narrow(B, To), F = narrow(B, By);
  return B.make(isLegacy(E) ? "MULPDrr" : "VMULPDrr", {reg(T), reg(T), reg(F)});
}

std::optional<MCInst> X86Forms::moveOf(const FormBuilder &B, FormEncoding E,
                                       MCRegister To, MCRegister From) const {
  const RegFile ToFile = B.fileOf(To), FromFile = B.fileOf(From);
  if (ToFile == RegFile::General && FromFile == RegFile::Vector)
    return B.make(isLegacy(E) ? "MOVPQIto64rr" : "VMOVPQIto64rr",
                  {reg(To), reg(narrow(B, From))});
  if (ToFile == RegFile::General && FromFile == RegFile::Mask)
    return B.make("KMOVWrk", {reg(half(B, To)), reg(From)});
  if (ToFile == RegFile::Vector && FromFile == RegFile::General)
    return B.make(isLegacy(E) ? "MOV64toPQIrr" : "VMOV64toPQIrr",
                  {reg(narrow(B, To)), reg(From)});
  if (ToFile == RegFile::Mask && FromFile == RegFile::General)
    return B.make("KMOVWkr", {reg(To), reg(half(B, From))});
  return std::nullopt;
}

StringRef X86Forms::loadName(StringRef Store, RegFile File, unsigned Width,
                             FormEncoding E) const {
  if (Store.contains("MOVNT") || Store.starts_with("MOVDIR"))
    return "";
  const bool IsLegacy = isLegacy(E), IsGeneral = File == RegFile::General;
  switch (Width) {
  case 1:
    return IsGeneral ? "MOVZX32rm8" : "";
  case 2:
    return IsGeneral ? "MOVZX32rm16" : "";
  case 4:
    return IsGeneral ? "MOV32rm" : IsLegacy ? "MOVSSrm" : "VMOVSSrm";
  case 8:
    return IsGeneral ? "MOV64rm" : IsLegacy ? "MOVSDrm" : "VMOVSDrm";
  case 16:
    return IsGeneral ? "" : IsLegacy ? "MOVUPSrm" : "VMOVUPSrm";
  case 32:
    return IsGeneral ? "" : "VMOVUPSYrm";
  case 64:
    return IsGeneral ? "" : "VMOVUPSZrm";
  default:
    return "";
  }
}

std::optional<MCInst> X86Forms::setGeneral(const FormBuilder &B, MCRegister To,
                                           uint64_t Value) const {
  const StringRef Name = B.description().MRI->getName(To);
  const MCRegister Half = B.named(("E" + Name.drop_front()).str());
  if (!Half.isValid())
    return std::nullopt;
  return B.make("MOV32ri", {reg(Half), imm(Value)});
}

std::optional<MaskedAddition>
X86Forms::maskedAddition(const FormBuilder &B) const {
  const MCRegister A = narrow(B, B.named(registers().Vector)),
                   Other = narrow(B, B.named(registers().OtherVector));
  return MaskedAddition{
      B.make("VPADDDZ128rr", {reg(A), reg(A), reg(A)}),
      B.make("VPADDDZ128rrkz",
             {reg(A), reg(B.named(registers().Mask)), reg(Other), reg(Other)})};
}

std::optional<PairParts> X86Forms::pairParts(const FormBuilder &B) const {
  static constexpr StringLiteral Firsts[] = {
      "CMP64rr",  "CMP64ri8",   "CMP64rm",  "CMP64mr",  "CMP64mi8",
      "TEST64rr", "TEST64ri32", "TEST64mr", "ADD64rr",  "ADD64ri8",
      "SUB64rr",  "SUB64ri8",   "AND64rr",  "AND64ri8", "OR64rr",
      "XOR64rr",  "INC64r",     "DEC64r",   "NEG64r",   "SHL64ri"};
  static constexpr std::pair<StringLiteral, unsigned> Conditions[] = {
      {"o", 0}, {"b", 2}, {"l", 12}};
  PairParts P;
  P.Firsts = Firsts;
  P.Conditions = Conditions;
  // The register is cleared at rename. Some cores fuse a NOP with what stands
  // before it.
  const MCOperand R = reg(half(B, B.named(registers().OtherGeneral)));
  P.Filler = B.make("XOR32rr", {R, R, R});
  P.Move = B.make("MOV64rr", {reg(B.named(registers().General)),
                              reg(B.named(registers().Zero))});
  P.Branch = B.make("JCC_1", {imm(0), imm(0)});
  P.Condition = 1;
  return P;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<ListedInst, 2>
X86Forms::loopEnd(const TargetDescription &TD) const {
  const MCInstrInfo &MII = *TD.MII;
  const MCRegister Counter = findRegister(*TD.MRI, registers().Counter);
  SmallVector<ListedInst, 2> End(2);
  End[0].Inst =
      MCInstBuilder(findOpcode(MII, "DEC64r")).addReg(Counter).addReg(Counter);
  End[1].Inst =
      MCInstBuilder(findOpcode(MII, "JCC_1")).addImm(0).addImm(/*ne*/ 5);
  // As loopEndCode() has it.
  End[1].Size = 6;
  End[1].OpcodeOffset = 1;
  return End;
}

/// LLVM leaves the distance to whoever links.
SmallVector<char, 16> X86Forms::loopEndCode(size_t Size) const {
  SmallVector<char, 16> Code;
  for (uint8_t B : {0x49, 0xff, 0xcf, 0x0f, 0x85}) // dec r15; jne
    Code.push_back(B);
  const int32_t Back =
      -static_cast<int32_t>(Size + Code.size() + sizeof(int32_t));
  const char *P = reinterpret_cast<const char *>(&Back);
  Code.append(P, P + sizeof(Back));
  return Code;
}

EntryState X86Forms::entryState(const LoopValues &V, uint64_t Memory) const {
  EntryState S = entryWith(V, V.FlushDenormals ? 0x9fc0 : 0x1f80);
  S.General[0] = V.Rax;
  S.General[2] = V.Rdx;
  S.General[13] = 0;
  S.General[14] = Memory;
  return S;
}

uint64_t X86Forms::wideVectors(const MCRegisterInfo &MRI,
                               ArrayRef<MCInst> Body) const {
  uint64_t Wide = 0;
  for (const MCInst &I : Body)
    for (const MCOperand &Op : I) {
      if (!Op.isReg())
        continue;
      StringRef Name = MRI.getName(Op.getReg());
      unsigned Number = 0;
      if ((Name.consume_front("YMM") || Name.consume_front("ZMM")) &&
          !Name.getAsInteger(10, Number))
        Wide |= uint64_t(1) << Number;
    }
  return Wide;
}

MCOperand *X86Forms::distanceFromPc(const MCRegisterInfo &MRI,
                                    MCInst &I) const {
  // Base, scale, index, displacement.
  for (unsigned Base = 0; Base + 3 < I.getNumOperands(); ++Base)
    if (const MCOperand &Op = I.getOperand(Base);
        Op.isReg() && StringRef(MRI.getName(Op.getReg())) == "RIP" &&
        I.getOperand(Base + 3).isImm())
      return &I.getOperand(Base + 3);
  return nullptr;
}
