//===- FormTarget.h - Targets whose instructions are measured ---*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the experiments on instruction forms must know of a target: which
/// registers have a task in a timed loop, how operands are filled, what closes
/// a chain, which instructions must not run, and what ends a loop.
///
/// Example: where a source shall wait for a result, x86-64 has
/// `xor %r12, %r14` twice, and AArch64 `eor x27, x27, x24` twice.
///
/// To add a target: a file of lib/Measure that defines one, and a line in
/// findFormTarget().
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMTARGET_H
#define KERNEL_BOUNDS_MEASURE_FORMTARGET_H

#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Measure/EntryState.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kernelbounds {

class ExperimentList;
class FormBuilder;
struct CoreTexts;
struct InstructionForm;

/// Registers that are exchanged for each other by a plain move.
enum class RegFile : uint8_t { General, Vector, Mask, Mmx, Flags, Other };
constexpr unsigned NumRegFiles = 6;

/// How an instruction is encoded, as far as that decides what it does to the
/// parts of a register that it does not name. Legacy, Vex and Evex are those of
/// x86. Fixed: of other targets; Scalable: of their vectors without a fixed
/// length.
enum class FormEncoding : uint8_t { Legacy, Vex, Evex, Fixed, Scalable };

/// "legacy", "vex", ...
llvm::StringRef encodingName(FormEncoding E);

/// A register operand of an opcode.
struct FormOperand {
  unsigned Index = 0; ///< Of the MCInst operand.
  int16_t Class = -1; ///< LLVM's register class.
  RegFile File = RegFile::Other;
  bool IsDef = false;
  int TiedTo = -1; ///< Index of the MCInst operand that it must equal.
  bool IsVectorIndex = false; ///< Of a gather or scatter.
};

/// What there is to fill in.
struct FormShape {
  unsigned Opcode = 0;
  llvm::SmallVector<FormOperand, 4> Registers; ///< In the order of operands.
  int Memory = -1;                             ///< First operand of an address.
  int Condition = -1; ///< Operand with a condition code.
  // Of targets whose addresses have no fixed number of operands:
  int Index = -1;         ///< Operand with a second register of the address.
  int Offset = -1;        ///< Operand with a constant of the address, ...
  int64_t OffsetUnit = 1; ///< ... which counts so many bytes, ...
  bool OffsetIsSigned = true; ///< ... and may be negative.
  bool HasOffset = true;      ///< It may be other than 0.
  /// By operand; what is behind them is FormFilling::Immediate.
  llvm::SmallVector<int64_t, 8> Immediates;
};

/// What the operands of one instruction are.
struct FormFilling {
  /// For each of FormShape::Registers, which register of its class: see
  /// FormBuilder::reg(). That of a tied operand does not count.
  llvm::SmallVector<unsigned, 4> Numbers;
  int64_t Displacement = 0;
  bool Indexed = false; ///< Add the register that holds zero to the address.
  unsigned Scale = 1;
  int64_t Immediate = 1;
  unsigned Condition = 2; ///< Of x86: "below".
};

/// Numbers of floating point for which some cores take far longer.
enum class OperandKind : uint8_t { Denormal, NaN };

/// Registers with a task in every loop, by LLVM's names.
struct LoopRegisters {
  llvm::StringLiteral Counter, Stack;
  /// Points into the middle of a buffer of its own, to a multiple of 4096. It
  /// must hold the same at the end of the body.
  llvm::StringLiteral Memory;
  llvm::StringLiteral Zero; ///< Holds 0.
  // Of links, the widest ones of their files. They are in no pool.
  llvm::StringLiteral General, OtherGeneral; ///< The other is never written.
  llvm::StringLiteral Vector, OtherVector, Mask, OtherMask;
};

/// An addition, and the same with a mask in LoopRegisters::Mask.
struct MaskedAddition {
  llvm::MCInst Plain, Masked;
};

/// Instructions that may fuse with a branch behind them.
struct PairParts {
  llvm::ArrayRef<llvm::StringLiteral> Firsts;
  /// Names and codes: of one flag each, and of two.
  llvm::ArrayRef<std::pair<llvm::StringLiteral, unsigned>> Conditions;
  /// Takes a slot and nothing else on all cores, and fuses with nothing.
  llvm::MCInst Filler;
  llvm::MCInst Move;      ///< Of two general registers. Sets no flags.
  llvm::MCInst Branch;    ///< With the condition as its operand...
  unsigned Condition = 0; ///< ... of this number.
};

/// An extension and a form that belongs to it, by LLVM's name.
using ExtensionForm = std::pair<llvm::StringLiteral, llvm::StringLiteral>;

class FormTarget {
public:
  virtual ~FormTarget();

  /// TargetRecord::Name.
  virtual llvm::StringRef name() const = 0;

  //===--------------------------------------------------------------------===//
  // Registers
  //===--------------------------------------------------------------------===//

  virtual const LoopRegisters &registers() const = 0;
  /// LLVM's names of the widest registers of \p File that operands may be.
  virtual llvm::SmallVector<std::string, 16> pool(RegFile File) const = 0;
  /// \p Root: the name of a widest register.
  virtual RegFile fileOf(llvm::StringRef Root) const = 0;
  /// Registers of one file, at most, that copies of a form write in turn.
  virtual unsigned maxResults() const = 0;
  /// Whether \p Name is of several registers, as K0_K1 or Q0_Q1: no wider one.
  virtual bool isTuple(llvm::StringRef Name) const {
    return Name.contains('_');
  }
  /// Whether \p Name is a second view of as many bits: AH beside AL.
  virtual bool isSecondView(llvm::StringRef) const { return false; }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  /// FormBuilder::shapeOf(). As defined here, for targets whose addresses are
  /// made of operands as the semantics say.
  virtual std::optional<FormShape>
  shapeOf(const FormBuilder &B, unsigned Opcode, std::string &Why) const;
  /// Operand \p Op, which is none of FormShape::Registers.
  virtual llvm::MCOperand fill(const FormBuilder &B, const FormShape &S,
                               const FormFilling &F, unsigned Op) const;
  /// Immediates to try for operand \p Op, the best first: the first with which
  /// the code says what the instruction says. Empty: FormFilling says them.
  virtual llvm::ArrayRef<int64_t> immediates(llvm::StringRef Opcode,
                                             unsigned Op) const = 0;

  //===--------------------------------------------------------------------===//
  // Which forms
  //===--------------------------------------------------------------------===//

  /// Why the opcode \p Name, which runs in user mode, must not run in a loop
  /// that shall go on; empty if it may.
  virtual std::string findDanger(llvm::StringRef Name) const = 0;
  /// Why the registers of \p Opcode cannot be chosen, although no operand says
  /// so; empty if they can.
  virtual std::string findOddRegisters(const llvm::MCInstrInfo &,
                                       const llvm::MCRegisterInfo &,
                                       unsigned) const {
    return "";
  }
  /// \p Code: the bytes of one.
  virtual FormEncoding encodingOf(const FormShape &S,
                                  llvm::ArrayRef<uint8_t> Code) const = 0;
  virtual unsigned maxBytes() const { return 4; } ///< Of an instruction.
  /// The reason for which a form without bytes is left out.
  virtual llvm::StringRef whyNotEncoded() const = 0;
  virtual llvm::ArrayRef<ExtensionForm> extensions() const { return {}; }
  /// What compiled programs contain, the most frequent first; empty: not known.
  virtual llvm::ArrayRef<llvm::StringLiteral> commonForms() const { return {}; }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// Whether what the form \p Name takes depends on its operands' values.
  virtual bool dependsOnValues(llvm::StringRef Name) const = 0;
  /// See valuesOf().
  virtual LoopValues valuesOf(const InstructionForm &F, bool Slow) const = 0;
  /// Operands of kind \p K for one of the few forms that are also measured with
  /// such; nullopt for others.
  virtual std::optional<LoopValues> valuesOfKind(const InstructionForm &,
                                                 OperandKind) const {
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Links of chains
  //===--------------------------------------------------------------------===//

  /// `To = To xor From`, of widest registers of one file.
  virtual llvm::MCInst xorOf(const FormBuilder &B, FormEncoding E,
                             llvm::MCRegister To,
                             llvm::MCRegister From) const = 0;
  /// Whether units of floating point execute the vector instruction.
  virtual bool computesFloats(llvm::StringRef) const { return false; }
  /// xorOf() for vectors of floating point, and `To = To * By`; nullopt:
  /// vectors have but one kind.
  virtual std::optional<llvm::MCInst>
  floatXorOf(const FormBuilder &, FormEncoding, llvm::MCRegister /*To*/,
             llvm::MCRegister /*From*/) const {
    return std::nullopt;
  }
  virtual std::optional<llvm::MCInst> productOf(const FormBuilder &,
                                                FormEncoding,
                                                llvm::MCRegister /*To*/,
                                                llvm::MCRegister /*By*/) const {
    return std::nullopt;
  }
  /// From or to a general register, of widest ones; nullopt if there is none
  /// for their files.
  virtual std::optional<llvm::MCInst> moveOf(const FormBuilder &B,
                                             FormEncoding E,
                                             llvm::MCRegister To,
                                             llvm::MCRegister From) const = 0;
  /// Sets flags by a general register; nullopt: the target has none.
  virtual std::optional<llvm::MCInst> setFlags(const FormBuilder &B,
                                               llvm::MCRegister From) const = 0;
  /// Makes the general register \p To wait for the flags, of which the carry is
  /// one that matters.
  virtual std::optional<llvm::MCInst>
  useFlags(const FormBuilder &B, llvm::MCRegister To, bool HasCarry) const = 0;
  /// A constant for the general register \p To; nullopt: not known.
  virtual std::optional<llvm::MCInst> setGeneral(const FormBuilder &B,
                                                 llvm::MCRegister To,
                                                 uint64_t Value) const = 0;
  /// What \p General holds in loops with \p V.
  virtual uint64_t valueOf(llvm::StringRef General,
                           const LoopValues &V) const = 0;
  /// Sets all of \p Mask, a mask register or a vector, where the form clears
  /// it; nullopt: none does.
  virtual std::optional<llvm::MCInst> refillMask(const FormBuilder &,
                                                 llvm::MCRegister) const {
    return std::nullopt;
  }
  /// Of xorOf(), how many bits of a register of \p File keep their value.
  virtual unsigned xorBits(RegFile) const { return ~0u; }
  /// LLVM's name of a plain load of \p Width bytes into a register of \p File,
  /// which brings back what the form \p Store wrote; "" if there is none, or if
  /// the form writes past the caches.
  virtual llvm::StringRef loadName(llvm::StringRef Store, RegFile File,
                                   unsigned Width, FormEncoding E) const = 0;
  /// What takes as long from its mask as from its data; nullopt: not known.
  virtual std::optional<MaskedAddition>
  maskedAddition(const FormBuilder &) const {
    return std::nullopt;
  }

  /// The encodings whose links differ, each with those of others like it.
  virtual std::pair<FormEncoding, FormEncoding> linkEncodings() const {
    return {FormEncoding::Fixed, FormEncoding::Scalable};
  }
  /// nullopt: fusion with branches is not measured on the target.
  virtual std::optional<PairParts> pairParts(const FormBuilder &) const {
    return std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// The counter and the branch back. Flags that bodies use stay as they are,
  /// as far as the target has such instructions.
  virtual llvm::SmallVector<ListedInst, 2>
  loopEnd(const TargetDescription &TD) const = 0;
  /// The same as code behind a body of \p Size bytes; empty: loopEnd() is
  /// encoded, with setBranch().
  virtual llvm::SmallVector<char, 16> loopEndCode(size_t) const { return {}; }
  /// What registers hold before a loop with \p V whose memory is around
  /// \p Memory, on a host and in an emulator.
  virtual EntryState entryState(const LoopValues &V, uint64_t Memory) const = 0;
  /// EntryState::Wide for \p Body: the vectors that it uses in full.
  virtual uint64_t wideVectors(const llvm::MCRegisterInfo &,
                               llvm::ArrayRef<llvm::MCInst>) const {
    return 0;
  }
  /// Makes the branch \p I go so many bytes on; negative: back.
  virtual void setBranch(llvm::MCInst &, int64_t) const {}
  /// Of an address that counts from the end of the instruction, the operand
  /// that is added to it; null if \p I has none.
  virtual llvm::MCOperand *distanceFromPc(const llvm::MCRegisterInfo &,
                                          llvm::MCInst &) const {
    return nullptr;
  }

  //===--------------------------------------------------------------------===//
  // Programs of one loop, for emulators
  //===--------------------------------------------------------------------===//

  /// The machine in the header of an ELF file; 0: there are no such programs.
  virtual unsigned elfMachine() const { return 0; }
  /// Assembly that fills the registers as \p S says, and the counter with
  /// \p Trips. \p Scalable: also those of vectors without a fixed length.
  virtual std::string entryText(const EntryState &, uint64_t Trips,
                                bool Scalable) const {
    (void)Trips;
    (void)Scalable;
    return "";
  }
  /// Assembly that ends the program with exit code 0.
  virtual std::string exitText() const { return ""; }
  /// Whether only cores with scalable vectors have the register.
  virtual bool isScalable(llvm::StringRef) const { return false; }

  //===--------------------------------------------------------------------===//
  // The core beside its instructions
  //===--------------------------------------------------------------------===//

  /// The opcodes of NOPs, as `match` of a model has them; empty where NOPs are
  /// what slots are counted by, so that nothing is known of their ports.
  virtual llvm::StringRef nops() const { return ""; }
  /// What listCoreExperiments() returns; none: there are no texts.
  virtual void addExperiments(ExperimentList &) const {}
  /// Of targets with experiments.
  virtual const CoreTexts &coreTexts() const;

protected:
  /// entryState() but for the registers with a task.
  static EntryState entryWith(const LoopValues &V, uint64_t FloatControl);
};

/// Null: forms of the target \p Name, a TargetRecord::Name, cannot be measured.
const FormTarget *findFormTarget(llvm::StringRef Name);
/// Of the target that \p TD describes, which has one.
const FormTarget &formTargetOf(const TargetDescription &TD);

// One file each.
const FormTarget &x86Forms();
const FormTarget &aarch64Forms();
const FormTarget &riscvForms();

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMTARGET_H
