//===- FormCatalog.cpp - Which instruction forms can be measured ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each opcode is encoded and decoded again. What comes back as another opcode
/// is a twin of that one: LLVM has several opcodes for some encodings, one for
/// each way in which compilers use them.
/// Tested by unittests/Measure/FormCatalogTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormCatalog.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

const InstructionForm *FormCatalog::find(StringRef Name) const {
  auto It = partition_point(
      Forms, [&](const InstructionForm &F) { return F.Name < Name; });
  return It != Forms.end() && It->Name == Name ? &*It : nullptr;
}

ArrayRef<StringLiteral> kernelbounds::commonForms() {
  static constexpr StringLiteral Names[] = {
#define KB_FORM(Name) #Name,
#include "CommonForms.def"
  };
  return Names;
}

/// The core of \p Model, with its instructions alone where LLVM knows it.
static std::unique_ptr<MCSubtargetInfo> coreOf(TargetContext &Target,
                                               const PortModel &Model) {
  const Triple &TT = Target.triple();
  const bool IsKnown = TargetContext::isKnownCPU(TT, Model.codeCpu());
  return std::unique_ptr<MCSubtargetInfo>(Target.target().createMCSubtargetInfo(
      TT, IsKnown ? Model.codeCpu() : "",
      IsKnown ? "" : Target.subtarget().getFeatureString()));
}

namespace {

class Lister {
public:
  Lister(TargetContext &Target, const FormBuilder &Builder, PortModel &Model)
      : Target(Target), Builder(Builder), Model(Model), MII(Target.instrInfo()),
        Emitter(Target.target().createMCCodeEmitter(MII, Target.context())),
        Core(coreOf(Target, Model)),
        Decoder(Target.target().createMCDisassembler(*Core, Target.context())),
        Printer(Target.createInstPrinter()) {}
  FormCatalog run();

private:
  /// Why \p Opcode is not measured; empty if it may be.
  std::string findObstacle(unsigned Opcode) const;
  /// What the bytes of \p I are decoded to; its opcode is 0 if they are
  /// nothing.
  MCInst decode(const FormShape &S, const MCInst &I,
                FormEncoding &Encoding) const;
  unsigned mismatch(const FormShape &S, int64_t Displacement) const;
  void chooseImmediates(FormShape &S) const;
  void add(unsigned Opcode, FormCatalog &C);

  TargetContext &Target;
  const FormBuilder &Builder;
  PortModel &Model;
  const MCInstrInfo &MII;
  std::unique_ptr<MCCodeEmitter> Emitter;
  std::unique_ptr<MCSubtargetInfo> Core;
  std::unique_ptr<MCDisassembler> Decoder;
  std::unique_ptr<MCInstPrinter> Printer;
  std::map<std::string, std::vector<std::string>> Twins; ///< By form.
};

} // namespace

std::string Lister::findObstacle(unsigned Opcode) const {
  const MCInstrDesc &Desc = MII.get(Opcode);
  if (Desc.isPseudo() || Desc.isPreISelOpcode() || Desc.isMetaInstruction())
    return "LLVM replaces it by others";
  if (Desc.isCall() || Desc.isReturn())
    return "it calls or returns";
  if (Desc.isBranch() || Desc.isTerminator())
    return "it branches: see the pairs with comparisons";
  const StringRef Stack = Builder.target().registers().Stack;
  auto Touches = [&](ArrayRef<MCPhysReg> Regs, StringRef Name) {
    return any_of(Regs, [&](MCPhysReg R) {
      return Target.registerInfo().getName(R) == Name;
    });
  };
  if (Touches(Desc.implicit_defs(), Stack) ||
      Touches(Desc.implicit_uses(), Stack))
    return "it changes the stack";
  if (Desc.isTrap())
    return "it traps";
  if (std::string Why = Builder.target().findDanger(MII.getName(Opcode));
      !Why.empty())
    return Why;
  if (Model.llvmSchedule() && Model.llvmSchedule()->isSystem(Opcode))
    return "it is a system or microcoded instruction, by LLVM's description";
  return Builder.target().findOddRegisters(MII, Target.registerInfo(), Opcode);
}

MCInst Lister::decode(const FormShape &S, const MCInst &I,
                      FormEncoding &Encoding) const {
  SmallVector<char, 16> Bytes;
  SmallVector<MCFixup, 2> Fixups;
  Emitter->encodeInstruction(I, Bytes, Fixups, Target.subtarget());
  if (Bytes.empty() || Bytes.size() > Builder.target().maxBytes())
    return MCInst();
  MCInst Back;
  uint64_t Size = 0;
  ArrayRef<uint8_t> Code(reinterpret_cast<const uint8_t *>(Bytes.data()),
                         Bytes.size());
  Encoding = Builder.target().encodingOf(S, Code);
  if (Decoder->getInstruction(Back, Size, Code, 0, nulls()) !=
          MCDisassembler::Success ||
      Size != Bytes.size())
    return MCInst();
  return Back;
}

/// By how much the code of a form, whose access is at \p Displacement, says
/// something else than the form; 0 if it says the same.
unsigned Lister::mismatch(const FormShape &S, int64_t Displacement) const {
  constexpr unsigned OtherOpcode = 100, NoInst = 1000;
  FormFilling F = Builder.spread(S);
  F.Displacement = Displacement;
  const MCInst I = Builder.build(S, F);
  FormEncoding Encoding;
  const MCInst Back = decode(S, I, Encoding);
  if (Back.getOpcode() != I.getOpcode())
    return Back.getOpcode() == 0 ? NoInst : OtherOpcode;
  if (Back.getNumOperands() != I.getNumOperands())
    return OtherOpcode;
  unsigned Sum = 0;
  for (const auto &[A, B] : zip(I, Back))
    Sum += A.isImm() && B.isImm()   ? A.getImm() != B.getImm()
           : A.isReg() && B.isReg() ? A.getReg() != B.getReg()
                                    : 1;
  return Sum;
}

/// Chooses the first ones with which code and form say the same, or as nearly
/// as there are any.
void Lister::chooseImmediates(FormShape &S) const {
  const MCInst I = Builder.build(S, Builder.spread(S));
  const StringRef Name = MII.getName(S.Opcode);
  unsigned Least = ~0u;
  // Some depend on each other, as the ends of a field of bits do.
  for (unsigned Round = 0; Round < 3 && Least != 0; ++Round)
    for (unsigned Op = 0; Op < I.getNumOperands(); ++Op) {
      if (!I.getOperand(Op).isImm() || int(Op) == S.Offset)
        continue;
      int64_t Best = S.Immediates[Op];
      for (int64_t Value : Builder.target().immediates(Name, Op)) {
        S.Immediates[Op] = Value;
        const unsigned M = mismatch(S, 0);
        if (M < Least) {
          Least = M;
          Best = Value;
        }
      }
      S.Immediates[Op] = Best;
    }
  if (S.Offset < 0)
    return;
  S.OffsetIsSigned = mismatch(S, -64) == 0;
  S.HasOffset = mismatch(S, 64) == 0;
}

static bool haveSameRegisters(const MCInst &A, const MCInst &B) {
  return all_of(zip(A, B), [](const auto &Both) {
    const auto &[OfA, OfB] = Both;
    return !OfA.isReg() || !OfB.isReg() || OfA.getReg() == OfB.getReg();
  });
}

void Lister::add(unsigned Opcode, FormCatalog &C) {
  const std::string Name = MII.getName(Opcode).str();
  auto LeaveOut = [&](std::string Why) {
    C.LeftOut.push_back({Name, std::move(Why)});
  };
  if (std::string Why = findObstacle(Opcode); !Why.empty())
    return LeaveOut(std::move(Why));
  InstructionForm F;
  std::string Why;
  std::optional<FormShape> Shape = Builder.shapeOf(Opcode, Why);
  if (!Shape)
    return LeaveOut(std::move(Why));
  F.Shape = std::move(*Shape);
  if (!F.Shape.Immediates.empty())
    chooseImmediates(F.Shape);
  const MCInst I = Builder.build(F.Shape, Builder.spread(F.Shape));
  const MCInst Back = decode(F.Shape, I, F.Encoding);
  if (Back.getOpcode() == 0)
    return LeaveOut(Builder.target().whyNotEncoded().str());
  if (Back.getOpcode() != Opcode && (Back.getFlags() & LockPrefixFlag) == 0) {
    const std::string Other = MII.getName(Back.getOpcode()).str();
    // With registers of another file, it is an instruction of other cores.
    if (!F.Shape.Immediates.empty() && !haveSameRegisters(I, Back))
      return LeaveOut("the core has " + Other + " with the same encoding");
    Twins[Other].push_back(Name);
    return LeaveOut("the same encoding as " + Other);
  }
  if (!F.Shape.Immediates.empty() && mismatch(F.Shape, 0) != 0)
    return LeaveOut("its constants are not known");
  const MCInstrDesc &Desc = MII.get(Opcode);
  if (F.Shape.Memory < 0 && (Desc.mayLoad() || Desc.mayStore()) &&
      Builder.describe(I).Insts.front().NumMems != 0)
    return LeaveOut("its address is in registers that it changes");
  if (Desc.getNumOperands() == 0 && Desc.implicit_defs().empty() &&
      Desc.implicit_uses().empty())
    return LeaveOut("it has no operands and no result");
  F.Name = Name;
  F.Target = &Builder.target();
  F.SchedClass = Desc.getSchedClass();
  raw_string_ostream OS(F.Text);
  Printer->printInst(&I, 0, "", Target.subtarget(), OS);
  std::replace(F.Text.begin(), F.Text.end(), '\t', ' ');
  F.Text = StringRef(F.Text).trim().str();
  C.Forms.push_back(std::move(F));
}

FormCatalog Lister::run() {
  FormCatalog C;
  C.Target = &Builder.target();
  for (unsigned Opcode = 1; Opcode < MII.getNumOpcodes(); ++Opcode)
    add(Opcode, C);
  llvm::sort(C.Forms, [](const InstructionForm &A, const InstructionForm &B) {
    return A.Name < B.Name;
  });
  llvm::sort(C.LeftOut, [](const LeftOutForm &A, const LeftOutForm &B) {
    return A.Name < B.Name;
  });
  for (InstructionForm &F : C.Forms)
    F.Twins = std::move(Twins[F.Name]);
  return C;
}

FormCatalog kernelbounds::listForms(TargetContext &Target,
                                    const FormBuilder &Builder,
                                    PortModel &Model) {
  return Lister(Target, Builder, Model).run();
}
