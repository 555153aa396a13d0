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
/// - The index of a gather, and its mask, which is set anew behind each: a link
///   from what was gathered, so that indices stay what they are.
/// - Others: a link, which makes the source wait for the result without
///   changing it: `xor` of the result, twice. Results in another file are
///   copied to the source's file first; flags go through `cmov` or `test`, or
///   what the target has like them.
///
/// LoopRegisters has the registers that links use.
/// Tested by unittests/Measure/FormExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FormChains.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool kernelbounds::dependsOnValues(const InstructionForm &F) {
  return F.Target->dependsOnValues(F.Name);
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
  return F.Target->valuesOf(F, Slow);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

FormChains::FormChains(const FormBuilder &Builder, const InstructionForm &Form,
                       const LinkLatencies &Links)
    : Builder(Builder), Target(Builder.target()), Form(Form), Links(Links) {
  const MCInstrDesc &Desc = Builder.description().MII->get(Form.Shape.Opcode);
  SmallVector<MCRegister, 8> Implied;
  for (ArrayRef<MCPhysReg> Regs : {Desc.implicit_uses(), Desc.implicit_defs()})
    for (MCPhysReg R : Regs)
      Implied.push_back(Builder.rootOf(R));
  // Classes of one register, such as that of CL, count as implied, too.
  for (const FormOperand &R : Form.Shape.Registers)
    if (Builder.description().MRI->getRegClass(R.Class).getNumRegs() == 1)
      Implied.push_back(Builder.rootOf(Builder.reg(R.Class, 0)));
  for (unsigned File = 0; File < NumRegFiles; ++File)
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
  unsigned Sources[NumRegFiles] = {}, Results[NumRegFiles] = {};
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
  unsigned Least = Target.maxResults();
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

void FormChains::appendXor(MCRegister To, MCRegister From,
                           std::vector<MCInst> &Out) const {
  std::optional<MCInst> Xor;
  if (Builder.fileOf(To) == RegFile::Vector && Target.computesFloats(Form.Name))
    Xor = Target.floatXorOf(Builder, Form.Encoding, To, From);
  if (!Xor)
    Xor = Target.xorOf(Builder, Form.Encoding, To, From);
  Out.insert(Out.end(), 2, *Xor);
}

std::optional<double> FormChains::toGeneral(MCRegister From, MCRegister &To,
                                            std::vector<MCInst> &Out) const {
  const RegFile File = Builder.fileOf(From);
  To = File == RegFile::General ? From : own(Target.registers().General);
  if (To == From)
    return 0;
  std::optional<MCInst> Move = Target.moveOf(Builder, Form.Encoding, To, From);
  if (!Move)
    return std::nullopt;
  Out.push_back(std::move(*Move));
  return File == RegFile::Vector ? Links.FromVector : Links.FromMask;
}

std::optional<double> FormChains::link(MCRegister From, MCRegister To,
                                       std::vector<MCInst> &Out) const {
  const RegFile ToFile = Builder.fileOf(To), FromFile = Builder.fileOf(From);
  const double VectorXor =
      Target.computesFloats(Form.Name) ? Links.FloatXor : Links.VectorXor;
  if (ToFile == FromFile) {
    appendXor(To, From, Out);
    return 2 * (ToFile == RegFile::General  ? Links.Xor
                : ToFile == RegFile::Vector ? VectorXor
                                            : Links.MaskXor);
  }
  MCRegister Middle;
  std::optional<double> Cycles = toGeneral(From, Middle, Out);
  if (!Cycles)
    return std::nullopt;
  if (ToFile == RegFile::General) {
    appendXor(To, Middle, Out);
    return *Cycles + 2 * Links.Xor;
  }
  const bool IsVector = ToFile == RegFile::Vector;
  const MCRegister Spare =
      own(IsVector ? Target.registers().Vector : Target.registers().Mask);
  if (Builder.fileOf(Spare) != ToFile)
    return std::nullopt;
  std::optional<MCInst> Move =
      Target.moveOf(Builder, Form.Encoding, Spare, Middle);
  if (!Move)
    return std::nullopt;
  Out.push_back(std::move(*Move));
  appendXor(To, Spare, Out);
  // Between units of two kinds once only.
  return *Cycles + (IsVector ? Links.ToVector + Links.VectorXor + VectorXor
                             : Links.ToMask + 2 * Links.MaskXor);
}

void FormChains::appendBreaks(MCRegister Kept, bool KeepsFlags,
                              std::vector<MCInst> &Out) const {
  const LoopValues V = valuesOf(Form, false);
  for (MCRegister R : Carried)
    if (R != Kept) {
      const StringRef Name = Builder.description().MRI->getName(R);
      if (std::optional<MCInst> Set =
              Target.setGeneral(Builder, R, Target.valueOf(Name, V)))
        Out.push_back(std::move(*Set));
    }
  if (CarriesFlags && !KeepsFlags)
    if (std::optional<MCInst> Set =
            Target.setFlags(Builder, own(Target.registers().Zero)))
      Out.push_back(std::move(*Set));
}

bool FormChains::isIndexed() const {
  return any_of(Form.Shape.Registers,
                [](const FormOperand &R) { return R.IsVectorIndex; });
}

/// Gathers and scatters clear the mask that they are given: a mask register, or
/// a vector that is their second result.
bool FormChains::clearsMask(const FormOperand &Op) const {
  return isIndexed() && Op.IsDef && (Op.File == RegFile::Mask || Op.Index > 0);
}

/// A vector of masks must not be what is gathered; that of a gather is its only
/// other register beside the indices.
unsigned FormChains::resultNumber(const FormOperand &Op, unsigned Copy) const {
  const bool IsMask = Op.File == RegFile::Vector && clearsMask(Op);
  return number(Op.File, IsMask ? FirstSource + 1 : FirstResult + Copy);
}

void FormChains::appendRefill(std::vector<MCInst> &Out) const {
  const MCInst I = sample();
  for (const FormOperand &R : Form.Shape.Registers)
    if (clearsMask(R))
      if (std::optional<MCInst> Set = Target.refillMask(
              Builder, Builder.rootOf(I.getOperand(R.Index).getReg())))
        Out.push_back(std::move(*Set));
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

MCInst FormChains::at(int64_t Place) const {
  FormFilling F = filling();
  F.Displacement = Place;
  return Builder.build(Form.Shape, F);
}

std::optional<MCInst> FormChains::reload(int64_t Place) const {
  const MCInst Form = at(Place);
  const Kernel Stores = Builder.describe(Form);
  if (Stores.Mems.size() != 1)
    return std::nullopt;
  const MemRef &Stored = Stores.Mems.front();
  if (!Stored.IsStore || Stored.IsGather || Stored.NumParts > 1 ||
      Stored.IsScalable)
    return std::nullopt;
  const MCInstrInfo &MII = *Builder.description().MII;
  for (RegFile File : {RegFile::Vector, RegFile::General}) {
    if (File == RegFile::Vector && !Stored.IsVector)
      continue;
    const StringRef Name = Target.loadName(MII.getName(Form.getOpcode()), File,
                                           Stored.Width, this->Form.Encoding);
    if (Name.empty())
      continue;
    std::string Why;
    const std::optional<FormShape> Shape =
        Target.shapeOf(Builder, findOpcode(MII, Name), Why);
    assert(Shape && Shape->Registers.size() == 1 && "a plain load has a shape");
    FormFilling F;
    F.Numbers = {0};
    F.Displacement = Place;
    MCInst Load = Builder.build(*Shape, F);
    const FormOperand &Result = Shape->Registers.front();
    const LoopRegisters &Own = Target.registers();
    Load.getOperand(Result.Index)
        .setReg(Builder.viewOf(
            own(File == RegFile::Vector ? Own.Vector : Own.General),
            Result.Class));
    // Of stores without a displacement, the place is another one.
    const Kernel Loads = Builder.describe(Load);
    const MemRef &Loaded = Loads.Mems.front();
    if (Loaded.Base == Stored.Base && Loaded.Index == Stored.Index &&
        Loaded.Displacement == Stored.Displacement &&
        Loaded.Width == Stored.Width)
      return Load;
  }
  return std::nullopt;
}

std::optional<double> FormChains::close(const RegWrite *W, MCRegister To,
                                        int64_t Place,
                                        std::vector<MCInst> &Out) const {
  double Cycles = 0;
  MCRegister Last;
  if (!W) {
    const std::optional<MCInst> Load = reload(Place);
    if (!Load)
      return std::nullopt;
    for (const RegWrite &Result : Builder.describe(*Load).Writes)
      Last = Builder.rootOf(Result.Reg);
    Out.push_back(*Load);
  } else if (W->IsFlags) {
    Last = own(Target.registers().General);
    const bool HasCarry = any_of(Facts.Writes, [&](const RegWrite &Other) {
      return Other.IsFlags && any_of(Facts.units(Other), [&](RegUnit U) {
               return Builder.semantics().unitName(U) == "cf";
             });
    });
    std::optional<MCInst> Use = Target.useFlags(Builder, Last, HasCarry);
    if (!Use)
      return std::nullopt;
    Out.push_back(std::move(*Use));
    Cycles = Links.FromFlags;
  } else {
    Last = Builder.rootOf(W->Reg);
  }
  std::optional<double> More;
  if (To.isValid()) {
    More = link(Last, To, Out);
  } else {
    MCRegister Tested;
    More = toGeneral(Last, Tested, Out);
    std::optional<MCInst> Set;
    if (More)
      Set = Target.setFlags(Builder, Tested);
    if (!Set)
      return std::nullopt;
    Out.push_back(std::move(*Set));
    Cycles += Links.ToFlags;
  }
  if (!More)
    return std::nullopt;
  return Cycles + *More;
}

std::optional<FormChain> FormChains::linked(const RegRead &R,
                                            const RegWrite *W) const {
  FormChain C;
  const bool IntoFlags = R.Reg == 0, ToFlags = W && W->IsFlags;
  const MCRegister From = !W || ToFlags ? MCRegister() : Builder.rootOf(W->Reg),
                   To = IntoFlags ? MCRegister() : Builder.rootOf(R.Reg);
  // What the form overwrites would not wait for the link alone. A mask that it
  // clears is set anew first.
  const FormOperand *Source = operand(R.Operand);
  const bool IsCleared = Source && Source->TiedTo >= 0 && isOfGather(R);
  if (Source && Source->TiedTo >= 0 && !IsCleared)
    return std::nullopt;
  for (unsigned Step = 0; Step < 4; ++Step) {
    const int64_t Place = W ? filling().Displacement : 64 * int64_t(Step);
    appendBreaks(To, IntoFlags || ToFlags, C.Body);
    if (!IsCleared)
      appendRefill(C.Body);
    C.Body.push_back(at(Place));
    if (IsCleared)
      appendRefill(C.Body);
    // Of a register that it reads and writes, the old value comes back.
    if (is_contained(Carried, To) && From != To)
      appendBreaks(MCRegister(), true, C.Body);
    const std::optional<double> Cycles = close(W, To, Place, C.Body);
    if (!Cycles)
      return std::nullopt;
    C.Links = *Cycles;
    ++C.Steps;
  }
  return C;
}

/// Whether a link would clear a part of the mask \p R.
bool FormChains::isPartOfMask(const RegRead &R) const {
  const FormOperand *From = operand(R.Operand);
  return From && (R.Role == ReadRole::Mask || From->TiedTo >= 0) &&
         Builder.description().MRI->getRegClass(From->Class).getSizeInBits() >
             Target.xorBits(From->File);
}

bool FormChains::isOfGather(const RegRead &R) const {
  const FormOperand *From = operand(R.Operand);
  if (!From || !isIndexed())
    return false;
  const FormOperand *Tied = From->TiedTo < 0 ? nullptr : operand(From->TiedTo);
  return From->IsVectorIndex || (Tied && clearsMask(*Tied));
}

std::optional<FormChain> FormChains::throughMemory(const RegRead &R) const {
  // What is stored may be one of two values, or not wait for the register.
  if (Form.Shape.Memory < 0 || R.Role == ReadRole::Address || isIndexed() ||
      !Carried.empty() || isPartOfMask(R))
    return std::nullopt;
  return linked(R, nullptr);
}

std::optional<FormChain> FormChains::keeping(const RegRead &R,
                                             const RegWrite &W) const {
  if (Form.Shape.Memory >= 0 || R.Role == ReadRole::StoreData ||
      R.Role == ReadRole::Mask || R.Reg == 0 || W.IsFlags || isTied(R, W))
    return std::nullopt;
  return linked(R, &W);
}

std::optional<FormChain> FormChains::latency(const RegRead &R,
                                             const RegWrite &W) const {
  if (R.Role == ReadRole::StoreData)
    return std::nullopt;
  const bool IsOfGather = isOfGather(R);
  const FormOperand *From = operand(R.Operand), *To = operand(W.Operand);
  // What was stored to the same place before would come sooner.
  const MCInstrDesc &Desc = Builder.description().MII->get(Form.Shape.Opcode);
  if (R.Role == ReadRole::Address && Desc.mayStore())
    return std::nullopt;
  // An update waits for the one before, which may take longer than the chain
  // through its flags.
  if (Desc.mayLoad() && Desc.mayStore() && W.IsFlags)
    return std::nullopt;
  // Of gathers, results are no indices.
  if (IsOfGather && !isTied(R, W))
    return W.Operand != 0 || isPartOfMask(R) ? std::nullopt : linked(R, &W);
  const bool FlagsToFlags = R.Reg == 0 && W.IsFlags;
  if (FlagsToFlags || isTied(R, W)) {
    FormChain C;
    const unsigned Results = FlagsToFlags ? numResults() : 1;
    for (unsigned Step = 0; Step < 6; ++Step) {
      FormFilling F = filling();
      for (auto [I, Op] : enumerate(Form.Shape.Registers))
        if (Op.IsDef)
          F.Numbers[I] = resultNumber(Op, Step % Results);
      appendBreaks(R.Reg == 0 ? MCRegister() : Builder.rootOf(R.Reg),
                   FlagsToFlags, C.Body);
      appendRefill(C.Body);
      C.Body.push_back(Builder.build(Form.Shape, F));
      ++C.Steps;
    }
    return C;
  }
  // Roots of roots come to 1, which is fast; a link keeps the value.
  const bool IsRoot = StringRef(Form.Name).contains("SQRT");
  if (From && To && From->File == To->File && From->TiedTo < 0 && !IsRoot)
    return alternate(*From, *To);
  return linked(R, &W);
}

//===----------------------------------------------------------------------===//
// Throughput
//===----------------------------------------------------------------------===//

bool FormChains::waitsForItself() const {
  return hasBreaks() || any_of(Facts.Reads, [](const RegRead &R) {
           return R.Role == ReadRole::Merge;
         });
}

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
      F.Numbers[I] = resultNumber(R, Copy % numResults());
  F.Displacement = placeOf(Copy, Together);
  if (Breaks)
    appendBreaks(MCRegister(), false, Out);
  appendRefill(Out);
  Out.push_back(Builder.build(Form.Shape, F));
}

std::vector<MCInst> FormChains::copy(unsigned Number, bool Breaks) const {
  std::vector<MCInst> Out;
  appendCopy(Number, false, Breaks, Out);
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
