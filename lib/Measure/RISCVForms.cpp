//===- RISCVForms.cpp - Instruction forms of RISC-V -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// General and floating-point registers, which are the vectors of this file:
/// `xor`, `fsgnjx`, which is the same of signs, `fmv.d.x` and `fmv.x.d` link
/// them. There are no flags. Vector instructions are left out: what they do
/// depends on a state that others set.
/// Tested by unittests/Measure/RISCVFormsTest.cpp and
/// test/kernel-opt/measure-riscv.test.
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

namespace {

class RISCVForms final : public FormTarget {
public:
  StringRef name() const override { return "riscv64"; }

  const LoopRegisters &registers() const override {
    // Compressed loads know x8 to x15 alone. There are no masks.
    static constexpr LoopRegisters Registers = {
        "X27", "X2", "X9", "X25", "X24", "X23", "F28_Q", "F29_Q", "", ""};
    return Registers;
  }
  SmallVector<std::string, 16> pool(RegFile File) const override;
  RegFile fileOf(StringRef Root) const override;
  unsigned maxResults() const override { return 24; }
  bool isTuple(StringRef Name) const override {
    return !isFloat(Name) && Name.contains('_');
  }

  ArrayRef<int64_t> immediates(StringRef Opcode, unsigned Op) const override;
  std::string findDanger(StringRef Name) const override;
  FormEncoding encodingOf(const FormShape &, ArrayRef<uint8_t>) const override {
    return FormEncoding::Fixed;
  }
  StringRef whyNotEncoded() const override {
    return "the core has no such instruction, or LLVM does not decode it";
  }

  bool dependsOnValues(StringRef Name) const override {
    return Name.contains("DIV") || Name.contains("REM") ||
           Name.contains("SQRT");
  }
  LoopValues valuesOf(const InstructionForm &F, bool Slow) const override;

  MCInst xorOf(const FormBuilder &B, FormEncoding E, MCRegister To,
               MCRegister From) const override;
  std::optional<MCInst> moveOf(const FormBuilder &B, FormEncoding E,
                               MCRegister To, MCRegister From) const override;
  std::optional<MCInst> setFlags(const FormBuilder &,
                                 MCRegister) const override {
    return std::nullopt;
  }
  std::optional<MCInst> useFlags(const FormBuilder &, MCRegister,
                                 bool) const override {
    return std::nullopt;
  }
  std::optional<MCInst> setGeneral(const FormBuilder &, MCRegister,
                                   uint64_t) const override {
    return std::nullopt;
  }
  uint64_t valueOf(StringRef, const LoopValues &V) const override {
    return V.General;
  }

  StringRef loadName(StringRef, RegFile File, unsigned Width,
                     FormEncoding) const override {
    const bool IsGeneral = File == RegFile::General;
    switch (Width) {
    case 1:
      return IsGeneral ? "LBU" : "";
    case 2:
      return IsGeneral ? "LHU" : "";
    case 4:
      return IsGeneral ? "LWU" : "FLW";
    case 8:
      return IsGeneral ? "LD" : "FLD";
    default:
      return "";
    }
  }

  SmallVector<ListedInst, 2>
  loopEnd(const TargetDescription &TD) const override;
  SmallVector<char, 16> loopEndCode(size_t Size) const override;
  EntryState entryState(const LoopValues &V, uint64_t Memory) const override;

  unsigned elfMachine() const override { return ELF::EM_RISCV; }
  std::string entryText(const EntryState &S, uint64_t Trips,
                        bool Scalable) const override;
  std::string exitText() const override {
    return "li a0, 0\nli a7, 94\necall"; // exit_group
  }
  void setBranch(MCInst &I, int64_t Bytes) const override {
    I.getOperand(I.getNumOperands() - 1).setImm(Bytes);
  }

  void addExperiments(ExperimentList &L) const override {
    addRISCVExperiments(L);
  }
  const CoreTexts &coreTexts() const override {
    static constexpr CoreTexts Texts = {"fsqrt.d f0, f13", "fsqrt.d f0, f0",
                                        "addi s1, s1, 8"};
    return Texts;
  }

private:
  /// F0_D, F31_Q.
  static bool isFloat(StringRef Name) {
    return Name.size() > 1 && Name[0] == 'F' && isDigit(Name[1]);
  }
};

} // namespace

const FormTarget &kernelbounds::riscvForms() {
  static const RISCVForms Forms;
  return Forms;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

SmallVector<std::string, 16> RISCVForms::pool(RegFile File) const {
  SmallVector<std::string, 16> Names;
  if (File == RegFile::General)
    for (unsigned I : {10, 11, 12, 13, 14, 15, 5, 6, 7, 16, 17, 28, 29, 30})
      Names.push_back("X" + std::to_string(I));
  // Those that compressed instructions know come first, and even ones with odd
  // ones in turn.
  if (File == RegFile::Vector)
    for (unsigned I = 0; I < 28; ++I)
      Names.push_back("F" + std::to_string((I + 8) % 28) + "_Q");
  return Names;
}

RegFile RISCVForms::fileOf(StringRef Name) const {
  if (isFloat(Name))
    return RegFile::Vector;
  return Name.size() > 1 && Name[0] == 'X' && all_of(Name.drop_front(), isDigit)
             ? RegFile::General
             : RegFile::Other;
}

/// The view of 64 bits.
static MCRegister doubleOf(const FormBuilder &B, MCRegister Root) {
  const StringRef Name = B.description().MRI->getName(Root);
  return B.named((Name.drop_back() + "D").str());
}

//===----------------------------------------------------------------------===//
// Operands and forms
//===----------------------------------------------------------------------===//

/// The last operand of instructions on floating point is how they round: 7 is
/// as the state says.
ArrayRef<int64_t> RISCVForms::immediates(StringRef Opcode, unsigned) const {
  static constexpr int64_t Usual[] = {1, 0, 2, 3, 4, 8, 7, 16, 32};
  static constexpr int64_t Float[] = {7, 0, 1, 2, 3};
  return Opcode.starts_with("F") ? ArrayRef(Float) : ArrayRef(Usual);
}

std::string RISCVForms::findDanger(StringRef Name) const {
  static constexpr StringLiteral System = "it is a system instruction",
                                 Trap = "it traps",
                                 Stack = "it changes the stack",
                                 Vendor = "it belongs to one maker's cores",
                                 Exclusive =
                                     "it is one of two that belong together "
                                     "(exclusive accesses)";
  static constexpr std::pair<StringLiteral, StringLiteral> Rows[] = {
      {"CSRR", System},      {"FENCE", System},     {"CBO_", System},
      {"SFENCE", System},    {"SINVAL", System},    {"HFENCE", System},
      {"HINVAL", System},    {"HLV", System},       {"HSV", System},
      {"WFI", System},       {"WRS_", System},      {"MRET", System},
      {"SRET", System},      {"DRET", System},      {"MNRET", System},
      {"ECALL", Trap},       {"EBREAK", Trap},      {"UNIMP", Trap},
      {"C_EBREAK", Trap},    {"C_UNIMP", Trap},     {"LR_", Exclusive},
      {"SC_", Exclusive},    {"SSAMOSWAP", System}, {"SSP", System},
      {"C_SSP", System},     {"MOPR", System},      {"CM_", Stack},
      {"C_ADDI16SP", Stack}, {"QC_", Vendor},       {"CV_", Vendor},
      {"TH_", Vendor},       {"NDS_", Vendor},      {"SF_", Vendor},
      {"MIPS_", Vendor},     {"AIF_", Vendor}};
  if (Name == "AUIPC")
    return "it depends on where the code is";
  if (Name == "JALR")
    return "it calls or returns";
  for (const auto &[Prefix, Why] : Rows)
    if (Name.starts_with(Prefix))
      return Why.str();
  return "";
}

LoopValues RISCVForms::valuesOf(const InstructionForm &F, bool Slow) const {
  LoopValues V;
  const StringRef Name = F.Name;
  V.AreFastest = !Slow && dependsOnValues(Name);
  if (Name.starts_with("F") && Name.contains("_D")) {
    V.Vector = Slow ? 0x3ffe38e38e38e38f : 0x3ff0000000000000;
    V.OddVector = Slow ? 0x3ff5555555555555 : V.Vector;
  } else if (Name.starts_with("F") && Name.contains("_S")) {
    // Of a register, the upper half says that it holds 32 bits.
    V.Vector = Slow ? 0xffffffff3ff1c71d : 0xffffffff3f800000;
    V.OddVector = Slow ? 0xffffffff3faaaaab : V.Vector;
  } else if (Slow && dependsOnValues(Name)) {
    V.General = ~uint64_t(0) >> 2;
  }
  V.Memory = V.OddVector;
  return V;
}

//===----------------------------------------------------------------------===//
// Links and loops
//===----------------------------------------------------------------------===//

MCInst RISCVForms::xorOf(const FormBuilder &B, FormEncoding, MCRegister To,
                         MCRegister From) const {
  if (B.fileOf(To) == RegFile::General)
    return B.make("XOR", {reg(To), reg(To), reg(From)});
  const MCRegister T = doubleOf(B, To), F = doubleOf(B, From);
  return B.make("FSGNJX_D", {reg(T), reg(T), reg(F)});
}

std::optional<MCInst> RISCVForms::moveOf(const FormBuilder &B, FormEncoding,
                                         MCRegister To, MCRegister From) const {
  const RegFile ToFile = B.fileOf(To), FromFile = B.fileOf(From);
  if (ToFile == RegFile::General && FromFile == RegFile::Vector)
    return B.make("FMV_X_D", {reg(To), reg(doubleOf(B, From))});
  if (ToFile == RegFile::Vector && FromFile == RegFile::General)
    return B.make("FMV_D_X", {reg(doubleOf(B, To)), reg(From)});
  return std::nullopt;
}

SmallVector<ListedInst, 2>
RISCVForms::loopEnd(const TargetDescription &TD) const {
  const MCInstrInfo &MII = *TD.MII;
  const MCRegister Counter = findRegister(*TD.MRI, registers().Counter),
                   Zero = findRegister(*TD.MRI, "X0");
  SmallVector<ListedInst, 2> End(2);
  End[0].Inst = MCInstBuilder(findOpcode(MII, "ADDI"))
                    .addReg(Counter)
                    .addReg(Counter)
                    .addImm(-1);
  End[1].Inst = MCInstBuilder(findOpcode(MII, "BNE"))
                    .addReg(Counter)
                    .addReg(Zero)
                    .addImm(0);
  return End;
}

/// A conditional branch reaches 4 KB only: of a longer loop it skips a jump
/// back, which reaches 1 MB.
SmallVector<char, 16> RISCVForms::loopEndCode(size_t Size) const {
  constexpr uint32_t Count = 0xfffd8d93, Skip = 0x000d8463, // addi; beq .+8
      Jump = 0x0000006f;                                    // j
  constexpr size_t Reach = 4096, Before = 8;                // Count and Skip.
  SmallVector<char, 16> Code;
  if (Size + sizeof(Count) <= Reach)
    return Code;
  const uint32_t Back = 0 - static_cast<uint32_t>(Size + Before);
  auto Bits = [&](unsigned From, unsigned Number, unsigned To) {
    return (Back >> From & ((1u << Number) - 1)) << To;
  };
  const uint32_t Distance =
      Bits(20, 1, 31) | Bits(1, 10, 21) | Bits(11, 1, 20) | Bits(12, 8, 12);
  for (uint32_t Word : {Count, Skip, Jump | Distance})
    for (unsigned I = 0; I < 32; I += 8)
      Code.push_back(Word >> I & 0xff);
  return Code;
}

EntryState RISCVForms::entryState(const LoopValues &V, uint64_t Memory) const {
  EntryState S = entryWith(V, /*FloatControl=*/0); // Rounds to nearest.
  S.General[9] = Memory;
  S.General[25] = 0;
  return S;
}

/// In steps of 11 bits, by instructions that every core has.
static void appendConstant(std::string &Text, unsigned Register,
                           uint64_t Value) {
  constexpr unsigned Step = 11, Steps = 6;
  for (unsigned I = Steps; I-- > 0;) {
    if (I + 1 != Steps)
      Text += formatv("slli x{0}, x{0}, {1}\n", Register, Step).str();
    Text += formatv("ori x{0}, x{1}, {2}\n", Register,
                    I + 1 == Steps ? 0 : Register,
                    Value >> I * Step & ((1u << Step) - 1))
                .str();
  }
}

std::string RISCVForms::entryText(const EntryState &S, uint64_t Trips,
                                  bool) const {
  constexpr unsigned Even = 5, Odd = 6, NumRegisters = 32, FirstFree = 5,
                     Counter = 27;
  std::string Text;
  appendConstant(Text, Even, S.FloatControl);
  Text += formatv("fscsr x{0}\n", Even).str();
  appendConstant(Text, Even, S.Even[0]);
  appendConstant(Text, Odd, S.Odd[0]);
  for (unsigned I = 0; I < NumRegisters; ++I)
    Text += formatv("fmv.d.x f{0}, x{1}\n", I, I % 2 == 0 ? Even : Odd).str();
  for (unsigned I = FirstFree; I < NumRegisters; ++I)
    appendConstant(Text, I, I == Counter ? Trips : S.General[I]);
  return Text;
}
