//===- FormChains.h - Loops that show what a form takes ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bodies of loops for the experiments on one instruction form. Private to
/// lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_FORMCHAINS_H
#define KERNEL_BOUNDS_LIB_MEASURE_FORMCHAINS_H

#include "kernel-bounds/Measure/FormExperiments.h"

namespace kernelbounds {

/// A body with `Steps` equal parts, each of which takes what is wanted and
/// `Links` cycles more.
struct FormChain {
  std::vector<llvm::MCInst> Body;
  unsigned Steps = 0;
  double Links = 0;
};

/// The places in which the loops of one form may keep values.
class FormChains {
public:
  FormChains(const FormBuilder &Builder, const InstructionForm &Form,
             const LinkLatencies &Links);

  /// One of the form, with operands that depend on nothing in a loop.
  llvm::MCInst sample() const;
  /// Of sample(): what it reads and writes.
  const Kernel &facts() const { return Facts; }

  /// A chain from what \p Facts reads as \p R to what it writes as \p W;
  /// nullopt if no chain is known that shows it.
  std::optional<FormChain> latency(const RegRead &R, const RegWrite &W) const;
  /// A chain from what \p Facts reads as \p R to a load of what is stored;
  /// nullopt if the form stores nothing, or in a way that no load shows.
  std::optional<FormChain> throughMemory(const RegRead &R) const;
  /// A chain as latency() has, in which the sources keep their values; nullopt
  /// if there is none, as of an addend that the form overwrites.
  std::optional<FormChain> keeping(const RegRead &R, const RegWrite &W) const;
  /// Whether \p R says which places a gather or scatter accesses, and which
  /// elements of it are.
  bool isOfGather(const RegRead &R) const;
  /// \p Copies of them, each with a result of its own. \p Together: accesses
  /// go to one line. \p Breaks: other instructions cut dependences through
  /// flags and registers that no operand names.
  std::vector<llvm::MCInst> copies(unsigned Copies, bool Together,
                                   bool Breaks) const;
  /// The \p Number -th of many, with what must stand before it; \p Breaks as
  /// for copies().
  std::vector<llvm::MCInst> copy(unsigned Number, bool Breaks) const;
  /// Whether copies() can cut any.
  bool hasBreaks() const;
  /// Whether an instruction of the form waits for an earlier one through a
  /// register that its operands do not name, or for a register of which it
  /// keeps a part.
  bool waitsForItself() const;
  /// \p Copies with all register operands the same, in a chain or each with a
  /// register of its own. Empty if the form has not two such sources.
  std::vector<llvm::MCInst> sameRegister(unsigned Copies, bool IsChain) const;
  /// Registers for results of copies().
  unsigned numResults() const;

private:
  enum Place : unsigned { FirstSource = 0, FirstResult = 3 };
  /// The register number of \p File that no operand of the form implies.
  unsigned number(RegFile File, unsigned Index) const;
  FormFilling filling() const;
  /// Appends what makes \p To wait for \p From and keeps its value. \returns
  /// its cycles; nullopt if there is no way.
  std::optional<double> link(llvm::MCRegister From, llvm::MCRegister To,
                             std::vector<llvm::MCInst> &Out) const;
  std::optional<double> toGeneral(llvm::MCRegister From, llvm::MCRegister &To,
                                  std::vector<llvm::MCInst> &Out) const;
  void appendXor(llvm::MCRegister To, llvm::MCRegister From,
                 std::vector<llvm::MCInst> &Out) const;
  /// Cuts dependences through registers that the form reads and writes without
  /// naming them, but for \p Kept, and through flags unless \p KeepsFlags.
  void appendBreaks(llvm::MCRegister Kept, bool KeepsFlags,
                    std::vector<llvm::MCInst> &Out) const;
  void appendRefill(std::vector<llvm::MCInst> &Out) const;
  std::optional<FormChain> alternate(const FormOperand &From,
                                     const FormOperand &To) const;
  /// \p W: null for memory.
  std::optional<FormChain> linked(const RegRead &R, const RegWrite *W) const;
  /// Appends what closes a step of linked() from \p W to \p To; no register:
  /// flags. \returns its cycles.
  std::optional<double> close(const RegWrite *W, llvm::MCRegister To,
                              int64_t Place,
                              std::vector<llvm::MCInst> &Out) const;
  /// The form, with its access at \p Place, and what loads all it stores there.
  llvm::MCInst at(int64_t Place) const;
  std::optional<llvm::MCInst> reload(int64_t Place) const;
  bool isPartOfMask(const RegRead &R) const;
  bool clearsMask(const FormOperand &Op) const;
  /// The register number of the result \p Op of copy \p Copy.
  unsigned resultNumber(const FormOperand &Op, unsigned Copy) const;
  bool isIndexed() const; ///< A gather or scatter.
  void appendCopy(unsigned Copy, bool Together, bool Breaks,
                  std::vector<llvm::MCInst> &Out) const;
  int64_t placeOf(unsigned Copy, bool Together) const;
  const FormOperand *operand(int Index) const;
  bool isTied(const RegRead &R, const RegWrite &W) const;
  llvm::MCRegister own(llvm::StringRef Name) const {
    return Builder.named(Name);
  }

  const FormBuilder &Builder;
  const FormTarget &Target;
  const InstructionForm &Form;
  const LinkLatencies &Links;
  std::vector<unsigned> Free[NumRegFiles];        ///< Numbers, by file.
  llvm::SmallVector<llvm::MCRegister, 4> Carried; ///< Implied, read, written.
  bool CarriesFlags = false;
  Kernel Facts;
};

/// Values for which the form runs at its usual speed; with \p Slow, for which
/// divisions and roots take longest.
LoopValues valuesOf(const InstructionForm &F, bool Slow);
/// Whether valuesOf() differ.
bool dependsOnValues(const InstructionForm &F);

/// DIVPDrm and SQRTPDm are the loading forms of DIVPDrr and SQRTPDr; "" if
/// there is no such name.
std::string registerFormOf(llvm::StringRef Loading);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_FORMCHAINS_H
