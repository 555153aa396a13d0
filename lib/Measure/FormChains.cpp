//===- FormChains.cpp - Loops that show what a form takes -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a chain is closed depends on source and result.
///
/// - An operand that is both: copies of the form itself.
/// - Two operands of one file: two copies in turn, each reading what the other
///   wrote. `imul %rsi, %rdi` and `imul %rdi, %rsi` take as long as the latency
///   from the source, or half of that from the destination if that is more.
/// - Others: a link, which makes the source wait for the result without
///   changing it: `xor` of the result, twice. Results in another file are
///   copied to the source's file first; flags go through `cmov` or `test`.
///
/// R11 and R12 are used by links, as are the vectors 14 and 15 and the mask
/// register K7.
/// Tested by unittests/Measure/FormExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FormChains.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace kernelbounds;
using namespace llvm;

static MCOperand reg(MCRegister R) { return MCOperand::createReg(R); }
static MCOperand imm(int64_t I) { return MCOperand::createImm(I); }
/// Of CMOV: "below", and "equal" for what leaves the carry alone.
enum : unsigned { Below = 2, Equal = 4 };

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

bool kernelbounds::dependsOnValues(const InstructionForm &F) {
  const StringRef Name = F.Name;
  return Name.contains("DIV") || Name.contains("SQRT");
}

std::string kernelbounds::registerFormOf(StringRef Loading) {
  std::string Name = Loading.str();
  const size_t At = Name.rfind('m');
  if (At == std::string::npos)
    return "";
  Name[At] = 'r';
  return Name;
}

LoopValues kernelbounds::valuesOf(const InstructionForm &F, bool Slow) {
  LoopValues V;
  V.AreFastest = !Slow && dependsOnValues(F);
  V.WideVectors = F.Encoding != FormEncoding::Legacy;
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
  if (any_of(F.Shape.Registers,
             [](const FormOperand &R) { return R.IsVectorIndex; }))
    V.Vector = V.OddVector = 0; // All elements at one place.
  return V;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

FormChains::FormChains(const FormBuilder &Builder, const InstructionForm &Form,
                       const LinkLatencies &Links)
    : Builder(Builder), Form(Form), Links(Links),
      IsLegacy(Form.Encoding == FormEncoding::Legacy) {
  const MCInstrDesc &Desc = Builder.description().MII->get(Form.Shape.Opcode);
  SmallVector<MCRegister, 8> Implied;
  for (ArrayRef<MCPhysReg> Regs : {Desc.implicit_uses(), Desc.implicit_defs()})
    for (MCPhysReg R : Regs)
      Implied.push_back(Builder.rootOf(R));
  // Classes of one register, such as that of CL, count as implied, too.
  for (const FormOperand &R : Form.Shape.Registers)
    if (Builder.description().MRI->getRegClass(R.Class).getNumRegs() == 1)
      Implied.push_back(Builder.rootOf(Builder.reg(R.Class, 0)));
  for (unsigned File = 0; File < 6; ++File)
    for (auto [I, R] : enumerate(Builder.pool(static_cast<RegFile>(File))))
      if (!is_contained(Implied, R))
        Free[File].push_back(I);
  Facts = Builder.describe(sample());
  bool ReadsFlags = false, WritesFlags = false;
  for (const RegRead &R : Facts.Reads) {
    ReadsFlags |= R.Role == ReadRole::Flags;
    if (R.Operand >= 0 || R.Reg == 0)
      continue;
    for (const RegWrite &W : Facts.Writes)
      if (W.Operand < 0 && W.Reg != 0 &&
          Builder.rootOf(W.Reg) == Builder.rootOf(R.Reg) &&
          Builder.fileOf(R.Reg) == RegFile::General &&
          !is_contained(Carried, Builder.rootOf(R.Reg)))
        Carried.push_back(Builder.rootOf(R.Reg));
  }
  for (const RegWrite &W : Facts.Writes)
    WritesFlags |= W.IsFlags;
  CarriesFlags = ReadsFlags && WritesFlags;
}

unsigned FormChains::number(RegFile File, unsigned Index) const {
  const std::vector<unsigned> &Numbers = Free[static_cast<unsigned>(File)];
  return Numbers.empty() ? 0 : Numbers[Index % Numbers.size()];
}

FormFilling FormChains::filling() const {
  FormFilling F;
  // Without one, LEA is a move to some cores.
  F.Displacement = 64;
  unsigned Sources[6] = {}, Results[6] = {};
  for (const FormOperand &R : Form.Shape.Registers) {
    const unsigned File = static_cast<unsigned>(R.File);
    F.Numbers.push_back(R.IsDef && R.TiedTo < 0
                            ? number(R.File, FirstResult + Results[File]++)
                            : number(R.File, FirstSource + Sources[File]));
    if (!R.IsDef && R.TiedTo < 0)
      ++Sources[File];
  }
  // A divisor stands alone, or behind the dividend: in a vector of odd number.
  const auto &Regs = Form.Shape.Registers;
  if (dependsOnValues(Form) && Sources[unsigned(RegFile::Vector)] == 1)
    for (auto [I, R] : enumerate(Regs))
      if (!R.IsDef && R.TiedTo < 0 && R.File == RegFile::Vector)
        F.Numbers[I] = number(R.File, 1);
  return F;
}

MCInst FormChains::sample() const {
  return Builder.build(Form.Shape, filling());
}

const FormOperand *FormChains::operand(int Index) const {
  for (const FormOperand &R : Form.Shape.Registers)
    if (Index >= 0 && R.Index == unsigned(Index))
      return &R;
  return nullptr;
}

unsigned FormChains::numResults() const {
  unsigned Least = 12;
  for (const FormOperand &R : Form.Shape.Registers)
    if (R.IsDef) {
      const unsigned All = Free[static_cast<unsigned>(R.File)].size();
      Least = std::min(Least, All > FirstResult ? All - FirstResult : 1);
    }
  return Least;
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

MCInst FormChains::make(StringRef Legacy, StringRef Vex,
                        ArrayRef<MCOperand> Operands) const {
  return Builder.make(IsLegacy ? Legacy : Vex, Operands);
}

/// The XMM register in a vector's widest one.
MCRegister FormChains::narrow(MCRegister Root) const {
  const StringRef Name = Builder.description().MRI->getName(Root);
  return Builder.named(("XMM" + Name.drop_front(3)).str());
}

void FormChains::appendXor(MCRegister To, MCRegister From,
                           std::vector<MCInst> &Out) const {
  for (unsigned I = 0; I < 2; ++I)
    switch (Builder.fileOf(To)) {
    case RegFile::General:
      Out.push_back(Builder.make("XOR64rr", {reg(To), reg(To), reg(From)}));
      break;
    case RegFile::Vector: {
      const MCRegister T = narrow(To), F = narrow(From);
      Out.push_back(make("PXORrr", "VPXORrr", {reg(T), reg(T), reg(F)}));
      break;
    }
    default:
      Out.push_back(Builder.make("KXORWkk", {reg(To), reg(To), reg(From)}));
    }
}

std::optional<double> FormChains::toGeneral(MCRegister From, MCRegister &To,
                                            std::vector<MCInst> &Out) const {
  To = Builder.named("R12");
  switch (Builder.fileOf(From)) {
  case RegFile::General:
    To = From;
    return 0;
  case RegFile::Vector:
    Out.push_back(
        make("MOVPQIto64rr", "VMOVPQIto64rr", {reg(To), reg(narrow(From))}));
    return Links.FromVector;
  case RegFile::Mask:
    Out.push_back(
        Builder.make("KMOVWrk", {reg(Builder.named("R12D")), reg(From)}));
    return Links.FromMask;
  default:
    return std::nullopt;
  }
}

std::optional<double> FormChains::link(MCRegister From, MCRegister To,
                                       std::vector<MCInst> &Out) const {
  const RegFile ToFile = Builder.fileOf(To), FromFile = Builder.fileOf(From);
  if (ToFile == FromFile) {
    appendXor(To, From, Out);
    return 2 * (ToFile == RegFile::General  ? Links.Xor
                : ToFile == RegFile::Vector ? Links.VectorXor
                                            : Links.MaskXor);
  }
  MCRegister Middle;
  std::optional<double> Cycles = toGeneral(From, Middle, Out);
  if (!Cycles)
    return std::nullopt;
  switch (ToFile) {
  case RegFile::General:
    appendXor(To, Middle, Out);
    return *Cycles + 2 * Links.Xor;
  case RegFile::Vector: {
    const MCRegister Spare = Builder.named("XMM14");
    Out.push_back(
        make("MOV64toPQIrr", "VMOV64toPQIrr", {reg(Spare), reg(Middle)}));
    appendXor(To, Builder.rootOf(Spare), Out);
    return *Cycles + Links.ToVector + 2 * Links.VectorXor;
  }
  case RegFile::Mask: {
    const MCRegister Spare = Builder.named("K7");
    const StringRef Wide = Builder.description().MRI->getName(Middle);
    const MCRegister Half =
        Builder.named(isDigit(Wide[1]) ? (Wide + "D").str()
                                       : ("E" + Wide.drop_front()).str());
    Out.push_back(Builder.make("KMOVWkr", {reg(Spare), reg(Half)}));
    appendXor(To, Spare, Out);
    return *Cycles + Links.ToMask + 2 * Links.MaskXor;
  }
  default:
    return std::nullopt;
  }
}

void FormChains::appendBreaks(MCRegister Kept, bool KeepsFlags,
                              std::vector<MCInst> &Out) const {
  const LoopValues V = valuesOf(Form, false);
  for (MCRegister R : Carried)
    if (R != Kept) {
      const StringRef Name = Builder.description().MRI->getName(R);
      const uint64_t Value = Name == "RAX"   ? V.Rax
                             : Name == "RDX" ? V.Rdx
                                             : V.General;
      const MCRegister Half = Builder.named(("E" + Name.drop_front()).str());
      if (Half.isValid())
        Out.push_back(Builder.make("MOV32ri", {reg(Half), imm(Value)}));
    }
  if (CarriesFlags && !KeepsFlags) {
    const MCRegister R = Builder.named("R13");
    Out.push_back(Builder.make("TEST64rr", {reg(R), reg(R)}));
  }
}

/// Gathers and scatters clear the mask that they are given.
void FormChains::appendRefill(std::vector<MCInst> &Out) const {
  if (none_of(Form.Shape.Registers,
              [](const FormOperand &R) { return R.IsVectorIndex; }))
    return;
  const MCInst I = sample();
  for (const FormOperand &R : Form.Shape.Registers) {
    if (!R.IsDef)
      continue;
    const MCRegister Own = I.getOperand(R.Index).getReg();
    if (R.File == RegFile::Mask)
      Out.push_back(Builder.make("KXNORWkk", {reg(Own), reg(Own), reg(Own)}));
  }
}

//===----------------------------------------------------------------------===//
// Latency
//===----------------------------------------------------------------------===//

bool FormChains::isTied(const RegRead &R, const RegWrite &W) const {
  if (W.IsFlags || R.Reg == 0)
    return false;
  if (R.Operand < 0 || W.Operand < 0)
    return R.Operand < 0 && W.Operand < 0 &&
           Builder.rootOf(R.Reg) == Builder.rootOf(W.Reg);
  const FormOperand *Source = operand(R.Operand);
  return R.Operand == W.Operand || (Source && Source->TiedTo == int(W.Operand));
}

std::optional<FormChain> FormChains::alternate(const FormOperand &From,
                                               const FormOperand &To) const {
  const FormFilling Base = filling();
  const unsigned A = number(To.File, FirstResult + 2),
                 B = number(To.File, FirstResult + 3);
  if (A == B)
    return std::nullopt;
  FormChain C;
  for (unsigned Step = 0; Step < 6; ++Step) {
    FormFilling F = Base;
    for (auto [I, R] : enumerate(Form.Shape.Registers)) {
      if (R.Index == To.Index)
        F.Numbers[I] = Step % 2 ? A : B;
      if (R.Index == From.Index)
        F.Numbers[I] = Step % 2 ? B : A;
    }
    appendBreaks(MCRegister(), false, C.Body);
    C.Body.push_back(Builder.build(Form.Shape, F));
    ++C.Steps;
  }
  return C;
}

std::optional<FormChain> FormChains::linked(const RegRead &R,
                                            const RegWrite &W) const {
  FormChain C;
  const MCRegister From = W.IsFlags ? MCRegister() : Builder.rootOf(W.Reg);
  const bool IntoFlags = R.Reg == 0;
  const MCRegister To = IntoFlags ? MCRegister() : Builder.rootOf(R.Reg);
  // What the form overwrites would not wait for the link alone.
  const FormOperand *Source = operand(R.Operand);
  if (Source && Source->TiedTo >= 0)
    return std::nullopt;
  for (unsigned Step = 0; Step < 4; ++Step) {
    appendBreaks(To, IntoFlags || W.IsFlags, C.Body);
    C.Body.push_back(sample());
    C.Links = 0;
    // Of a register that it reads and writes, the old value comes back.
    if (is_contained(Carried, To) && From != To)
      appendBreaks(MCRegister(), true, C.Body);
    MCRegister Last = From;
    if (W.IsFlags) {
      Last = Builder.named("R12");
      const bool HasCarry = any_of(Facts.Writes, [&](const RegWrite &Other) {
        return Other.IsFlags && any_of(Facts.units(Other), [&](RegUnit U) {
                 return Builder.semantics().unitName(U) == "cf";
               });
      });
      C.Body.push_back(Builder.make(
          "CMOV64rr", {reg(Last), reg(Last), reg(Builder.named("R11")),
                       imm(HasCarry ? Below : Equal)}));
      C.Links += Links.FromFlags;
    }
    std::optional<double> More;
    if (IntoFlags) {
      MCRegister Tested;
      More = toGeneral(Last, Tested, C.Body);
      if (More)
        C.Body.push_back(Builder.make("TEST64rr", {reg(Tested), reg(Tested)}));
      C.Links += Links.ToFlags;
    } else {
      More = link(Last, To, C.Body);
    }
    if (!More)
      return std::nullopt;
    C.Links += *More;
    ++C.Steps;
  }
  return C;
}

std::optional<FormChain> FormChains::latency(const RegRead &R,
                                             const RegWrite &W) const {
  if (R.Role == ReadRole::StoreData)
    return std::nullopt;
  const FormOperand *From = operand(R.Operand), *To = operand(W.Operand);
  // What was stored to the same place before would come sooner.
  const MCInstrDesc &Desc = Builder.description().MII->get(Form.Shape.Opcode);
  if (R.Role == ReadRole::Address && Desc.mayStore())
    return std::nullopt;
  if (From && From->IsVectorIndex)
    return std::nullopt;
  const bool FlagsToFlags = R.Reg == 0 && W.IsFlags;
  if (FlagsToFlags || isTied(R, W)) {
    FormChain C;
    const unsigned Results = FlagsToFlags ? numResults() : 1;
    for (unsigned Step = 0; Step < 6; ++Step) {
      FormFilling F = filling();
      for (auto [I, Op] : enumerate(Form.Shape.Registers))
        if (Op.IsDef)
          F.Numbers[I] = number(Op.File, FirstResult + Step % Results);
      appendBreaks(R.Reg == 0 ? MCRegister() : Builder.rootOf(R.Reg),
                   FlagsToFlags, C.Body);
      appendRefill(C.Body);
      C.Body.push_back(Builder.build(Form.Shape, F));
      ++C.Steps;
    }
    return C;
  }
  if (From && To && From->File == To->File && From->TiedTo < 0)
    return alternate(*From, *To);
  return linked(R, W);
}

//===----------------------------------------------------------------------===//
// Throughput
//===----------------------------------------------------------------------===//

bool FormChains::hasBreaks() const { return CarriesFlags || !Carried.empty(); }

/// Where the access of a copy is, by a displacement of one byte, so that the
/// code is short: in one of four lines, at a place of its own in it, because
/// banks of the cache may serve few loads of the same place; of what loads and
/// stores, in one of 16 places, so that no copy waits for what another one
/// stored just before.
int64_t FormChains::placeOf(unsigned Copy, bool Together) const {
  const MCInstrDesc &Desc = Builder.description().MII->get(Form.Shape.Opcode);
  const unsigned Width = Facts.Mems.empty() ? 0 : Facts.Mems.front().Width;
  // Without a displacement, LEA is a move to some cores.
  if (!Desc.mayLoad() && !Desc.mayStore())
    return 64;
  if (Together)
    return Width <= 8 ? 8 * (Copy % 8) : 0;
  if (Desc.mayLoad() && Desc.mayStore() && Width <= 16)
    return 16 * int64_t(Copy % 16) - 128;
  constexpr int64_t Lines[] = {64, -128, -64, 0};
  const unsigned Step = std::max(8u, Width);
  return Lines[Copy % 4] + Copy % 4 * Step % 64;
}

void FormChains::appendCopy(unsigned Copy, bool Together, bool Breaks,
                            std::vector<MCInst> &Out) const {
  FormFilling F = filling();
  for (auto [I, R] : enumerate(Form.Shape.Registers))
    if (R.IsDef && R.TiedTo < 0)
      F.Numbers[I] = number(R.File, FirstResult + Copy % numResults());
  F.Displacement = placeOf(Copy, Together);
  if (Breaks)
    appendBreaks(MCRegister(), false, Out);
  appendRefill(Out);
  Out.push_back(Builder.build(Form.Shape, F));
}

std::vector<MCInst> FormChains::copy(unsigned Number) const {
  std::vector<MCInst> Out;
  appendCopy(Number, false, hasBreaks(), Out);
  return Out;
}

std::vector<MCInst> FormChains::copies(unsigned Copies, bool Together,
                                       bool Breaks) const {
  std::vector<MCInst> Body;
  for (unsigned Copy = 0; Copy < Copies; ++Copy)
    appendCopy(Copy, Together, Breaks, Body);
  return Body;
}

std::vector<MCInst> FormChains::sameRegister(unsigned Copies,
                                             bool IsChain) const {
  RegFile File = RegFile::Other;
  unsigned Sources = 0;
  for (const FormOperand &R : Form.Shape.Registers) {
    if (R.File == RegFile::Mask && File != RegFile::Other && !R.IsDef)
      return {};
    if (File != RegFile::Other && R.File != File)
      return {};
    File = R.File;
    Sources += !R.IsDef;
  }
  if (Sources < 2 || Form.Shape.Memory >= 0 || hasBreaks())
    return {};
  std::vector<MCInst> Body;
  // R8 to R10, which take a byte of code more: a cache of micro-ops may deliver
  // fewer instructions of two bytes than the core renames.
  const bool IsGeneral = File == RegFile::General;
  const unsigned Results = IsGeneral ? 3 : numResults(),
                 First = FirstResult + IsGeneral;
  for (unsigned Copy = 0; Copy < Copies; ++Copy) {
    FormFilling F = filling();
    for (unsigned &N : F.Numbers)
      N = number(File, First + (IsChain ? 0 : Copy % Results));
    Body.push_back(Builder.build(Form.Shape, F));
  }
  return Body;
}
