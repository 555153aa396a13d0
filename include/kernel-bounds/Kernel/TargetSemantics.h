//===- TargetSemantics.h - What instructions of a target mean ---*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From MCInst to KernelInst: operand roles, flags groups, partial writes,
/// memory operands and idioms, per target. Facts that differ between cores of
/// one target (which idioms are recognized, which moves are eliminated) belong
/// to the port model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_TARGETSEMANTICS_H
#define KERNEL_BOUNDS_KERNEL_TARGETSEMANTICS_H

#include "kernel-bounds/Kernel/IntegerCode.h"
#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Kernel/OpcodeForms.h"
#include "kernel-bounds/Kernel/TargetCode.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class BitVector;
class MCOperand;
} // namespace llvm

namespace kernelbounds {

/// The LLVM objects that describe a target. All outlive their users.
struct TargetDescription {
  const llvm::Target *Target = nullptr;
  const llvm::MCInstrInfo *MII = nullptr;
  const llvm::MCRegisterInfo *MRI = nullptr;
};

/// An instruction on the way to a loop.
struct InstBefore {
  const llvm::MCInst *Inst;
  bool MayRun; ///< It may run or not; see BlockBefore.
};

/// Translates instructions of one target, and answers what depends on their
/// opcodes and registers. Everything above knows targets only by this.
///
/// What a target does not override has the answer of one that nothing is known
/// of. Caches per opcode: not for use by several threads at once.
class TargetSemantics {
public:
  /// \p Code is constant; see Target/Targets.h.
  TargetSemantics(const TargetDescription &TD, const TargetCode &Code)
      : TD(TD), Code(Code) {}
  virtual ~TargetSemantics();

  /// How the target's code is written.
  const TargetCode &code() const { return Code; }
  const TargetDescription &description() const { return TD; }

  //===--------------------------------------------------------------------===//
  // Instructions as part of a kernel
  //===--------------------------------------------------------------------===//

  /// Whether what an instruction does depends on a state that others before it
  /// set, and no operand says: KernelInst::Mode.
  virtual bool hasModes() const { return false; }
  /// For such targets: instructions are appended from now on in program order,
  /// from the header of a loop on. \p Body is its path; \p Before ran before
  /// it, as far as that is known. Both empty: nothing is known.
  virtual void enterLoop(llvm::ArrayRef<InstBefore> Before,
                         llvm::ArrayRef<const llvm::MCInst *> Body);
  /// Appends \p I to \p K with its operands, memory references and flags.
  virtual void append(const ListedInst &I, Kernel &K) = 0;

  /// Whether \p I may write one of \p Units or, if \p Stores, to memory,
  /// address memory by the frame pointer, or do what a kernel does not
  /// describe. True of calls. For readers that would describe it only then.
  virtual bool mayMatter(const llvm::MCInst &I, const llvm::BitVector &Units,
                         bool Stores);

  /// LLVM register units plus the target's flags groups.
  virtual unsigned numUnits() const = 0;
  /// "rax", "cf", "nzcv": for witnesses and graphs.
  virtual std::string unitName(RegUnit U) const = 0;

  /// The encoded instruction, jumps in their short form.
  virtual InstEncoding encode(const llvm::MCInst &Inst) = 0;

  /// Whether kernels get sizes and addresses, which costs their encoding.
  void setWantsCodeLayout(bool On) { WantsCodeLayout = On; }
  bool wantsCodeLayout() const { return WantsCodeLayout; }

  /// Tells \p K its target, stack and frame pointer.
  void nameStack(Kernel &K) const {
    K.Target = this;
    K.StackPointer = StackPointer;
    K.FramePointer = FramePointer;
  }

  //===--------------------------------------------------------------------===//
  // Integer arithmetic
  //===--------------------------------------------------------------------===//

  /// What \p Opcode does. The reference holds until the next call.
  const IntRecipe &recipe(unsigned Opcode) const;
  /// Sets what \p Op, of a Special recipe, does with which inputs. \returns
  /// false if that is not known.
  virtual bool fillSpecial(const IntOperands &I, const IntRecipe &R,
                           IntOp &Op) const;
  /// What \p I adds to LLVM register \p Reg; nullopt if it does something else
  /// to it, or nothing is known of it.
  virtual std::optional<int64_t> stepOf(const KernelInst &I,
                                        unsigned Reg) const;

  //===--------------------------------------------------------------------===//
  // The port model
  //===--------------------------------------------------------------------===//

  /// The opcode of a plain load or store of the kind of \p Mem; 0: not known.
  virtual unsigned plainAccess(const MemRef &Mem, bool IsStore) const;
  /// The opcode by which models know \p I, where assembly has another one.
  virtual unsigned modelOpcode(const KernelInst &I) const { return I.Opcode; }
  /// Whether what an entry of a model asks of the operands holds. Only for the
  /// conditions that depend on the target: those on lea, and on shifts.
  virtual bool holds(EntryCondition C, const KernelInst &I) const;
  /// The number by which models know the condition of an instruction; ~0u: it
  /// has none.
  virtual unsigned conditionCode(const KernelInst &) const { return ~0u; }
  /// FusionObstacles of \p I.
  virtual unsigned fusionObstacles(const KernelInst &) const { return 0; }
  /// Constants in the code of \p I, each of up to 32 bits; one of 64 counts as
  /// two, and what a NOP encodes does not.
  virtual unsigned numConstants(const KernelInst &) const { return 0; }

  //===--------------------------------------------------------------------===//
  // What else an opcode could be
  //===--------------------------------------------------------------------===//

  /// Whether \p Opcode has \p Trait.
  bool has(OpcodeTrait Trait, unsigned Opcode) const {
    return traits(Opcode) & Trait;
  }
  /// What \p I does to a chain that enters through \p R, of \p K.
  virtual ReductionOp reduction(const Kernel &K, const KernelInst &I,
                                const RegRead &R) const;
  /// Whether \p I shifts, extends or scales what it reads as \p R.
  virtual bool isScaled(const KernelInst &I, const RegRead &R) const;
  /// Whether \p I loads an integer and extends its sign to a wider register.
  virtual bool extendsLoadedSign(const KernelInst &I) const;

  virtual WiderForm widerForm(unsigned Opcode) const;
  virtual PackedForm packedForm(unsigned Opcode) const;
  /// For a product by \p Multiply that only a sum or difference by \p Add has.
  virtual FusedForm fusedForm(unsigned Multiply, unsigned Add) const;
  /// Whether \p I extends the sign of 32 bits in a register, and nothing else.
  virtual bool extendsSign(const KernelInst &I) const;
  /// A load that extends a sign as the one that extends zeros; 0: none.
  virtual unsigned unsignedLoad(unsigned Opcode) const;
  /// The multiplication of a general register by a constant; 0: none.
  virtual unsigned constantMultiply() const;
  /// What makes an unaligned vector of \p Bytes out of two aligned ones; empty:
  /// not known.
  virtual llvm::SmallVector<unsigned, 2> alignedShift(unsigned Bytes) const;
  /// Null: the target has no scalable vectors besides others.
  virtual const ScalableSet *scalableSet() const { return nullptr; }
  virtual ScalableForm scalableForm(unsigned Opcode) const;
  virtual DivisionForms divisionForms(unsigned Opcode) const;
  /// With \p Reg, an LLVM register, as the operands.
  virtual IntegerReciprocal integerReciprocal(unsigned Opcode,
                                              unsigned Reg) const;

  //===--------------------------------------------------------------------===//
  // Floating point
  //===--------------------------------------------------------------------===//

  /// No operations: it does none, or nothing is known of it.
  virtual FloatWork floatWork(const KernelInst &I) const;
  /// Candidates for what does the most operations on elements of \p Type.
  virtual llvm::SmallVector<FloatPeakForm, 4> floatPeaks(FloatType Type) const;
  /// Bits of the scalable vectors of \p Cpu; 0: not known.
  virtual unsigned scalableBits(llvm::StringRef Cpu) const;

  /// Empty: nothing is known.
  virtual llvm::ArrayRef<RegisterFile> registerFiles() const { return {}; }
  /// Index into registerFiles() of the file of a unit that is no flags group.
  virtual unsigned registerFile(RegUnit) const { return 0; }

protected:
  /// By LLVM's name of the opcode: called once for each.
  virtual IntRecipe makeRecipe(llvm::StringRef Name) const;
  /// OpcodeTraits of the opcode.
  virtual uint8_t makeTraits(llvm::StringRef Name) const;
  virtual FloatWork makeFloatWork(llvm::StringRef Name) const;
  /// makeFloatWork() of \p Opcode, made once.
  FloatWork floatWorkOf(unsigned Opcode) const;
  /// LLVM's name of \p Opcode.
  llvm::StringRef nameOf(unsigned Opcode) const;
  /// The opcode that LLVM calls \p Name; 0: none.
  unsigned opcode(llvm::StringRef Name) const;
  /// The same where it is asked for often: looked up if \p Known is 0.
  unsigned opcode(llvm::StringRef Name, unsigned &Known) const {
    if (Known == 0)
      Known = opcode(Name);
    return Known;
  }

  TargetDescription TD;
  RegUnit StackPointer = NoRegUnit, FramePointer = NoRegUnit;

private:
  uint8_t traits(unsigned Opcode) const;

  const TargetCode &Code;
  bool WantsCodeLayout = false;
  mutable llvm::DenseMap<unsigned, IntRecipe> Recipes;
  mutable llvm::DenseMap<unsigned, uint8_t> Traits;
  mutable llvm::DenseMap<unsigned, FloatWork> FloatWorks;
};

/// The target of \p K; of a kernel without one, a target of which nothing is
/// known.
const TargetSemantics &targetOf(const Kernel &K);

/// Sets the constant part and the symbol of the address \p Op: an immediate, or
/// an expression of one symbol and constants.
void foldAddress(const llvm::MCOperand &Op, int64_t &Displacement,
                 const llvm::MCSymbol *&Symbol);

/// The kernel of \p L in \p F of \p Code: the instructions along its path, a
/// closing jump that leaves the loop left out.
Kernel buildKernel(const Listing &Code, const ListedFunction &F,
                   const LoopBody &L, TargetSemantics &Semantics);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_TARGETSEMANTICS_H
