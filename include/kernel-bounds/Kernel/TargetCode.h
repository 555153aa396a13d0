//===- TargetCode.h - How a target's code is written ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the readers of assembly, objects and MachineFunctions must know of a
/// target's code as bytes and as text. LLVM's parsers, decoders and tables do
/// the rest. Each target has one constant object (Target/Targets.h).
///
/// Functions that are not overridden say: nothing special.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_TARGETCODE_H
#define KERNEL_BOUNDS_KERNEL_TARGETCODE_H

#include "kernel-bounds/Kernel/Encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class MCInst;
class MCInstrInfo;
class Triple;
} // namespace llvm

namespace kernelbounds {

/// What a word of assembly says about its target.
enum class RegisterWord : uint8_t {
  None,
  Weak,  ///< Another target, or a symbol, may well have that name.
  Bare,  ///< A register by name alone.
  Marked ///< A register behind a percent sign: certain.
};

/// Whether a pseudo instruction of the compiler may be emitted to see what
/// becomes of it.
enum class PseudoEmission : uint8_t {
  Never,   ///< Emission makes labels, or directs the streamer.
  InLoops, ///< Not in front of loops: some there do.
  Always
};

/// A prefix that LLVM has as an instruction of its own where it decodes, and
/// where an assembly file has it as a statement.
struct InstPrefix {
  unsigned Flag = 0;    ///< Of the MCInst behind it; 0: it is no prefix.
  llvm::StringRef Word; ///< As assembly has it: "lock".
};

/// How a field refers to data.
enum class DataReference : uint8_t {
  None,     ///< It does not, or in a way that is not known.
  Plain,    ///< The address, or a part of it.
  FromField ///< The address, from the field's place on.
};

/// What a relocation says of the field that it belongs to.
struct FieldReference {
  DataReference Data = DataReference::None;
  /// The field refers to an entry of the table of addresses (GOT), which is a
  /// place of its own.
  bool IsTableEntry = false;
  bool IsHint = false; ///< It belongs to no field, but advises the linker.
};

class TargetCode {
public:
  virtual ~TargetCode();

  //===--------------------------------------------------------------------===//
  // Bytes
  //===--------------------------------------------------------------------===//

  /// Bytes of every instruction; 0: they differ.
  virtual unsigned fixedSize() const { return 0; }
  /// Every instruction's address is a multiple of this; what does not decode is
  /// stepped over by it.
  virtual unsigned codeUnit() const { return 1; }
  /// The byte of \p Bytes in which the opcode stands, behind prefixes, for
  /// front ends to which that matters.
  virtual uint8_t opcodeOffset(llvm::ArrayRef<uint8_t> Bytes) const;
  /// The encoding of the direct jump \p Opcode whose target is \p Distance
  /// bytes behind the end of its short form; nullopt if the short form does,
  /// or there is no other.
  virtual std::optional<InstEncoding> longJump(const llvm::MCInstrInfo &MII,
                                               unsigned Opcode,
                                               int64_t Distance) const;
  /// Whether branches and addresses relative to the instruction count from its
  /// end, else from its start.
  virtual bool countsFromEnd() const { return false; }
  /// The bytes that stand for a marker of OSACA and IACA behind an instruction
  /// with the number 111 or 222; empty: there are none.
  virtual llvm::StringRef markerBytes() const { return ""; }
  /// Whether \p Inst fills gaps between functions.
  virtual bool isPadding(const llvm::MCInst &Inst,
                         const llvm::MCInstrInfo &MII) const;
  /// What \p Inst says of the next instruction, of which it is a prefix.
  virtual InstPrefix prefixOf(const llvm::MCInst &Inst,
                              const llvm::MCInstrInfo &MII) const;
  /// What the ELF relocation of type \p Type means for an operand.
  virtual FieldReference referenceOf(uint64_t Type) const;

  //===--------------------------------------------------------------------===//
  // Text
  //===--------------------------------------------------------------------===//

  /// Whether the target has the two syntaxes AT&T (0) and Intel (1), of which
  /// the file does not say which.
  virtual bool hasTwoSyntaxes() const { return false; }
  /// \p Word is in lower case, without the percent sign.
  virtual RegisterWord classifyWord(llvm::StringRef Word,
                                    bool HasPercent) const;
  /// Makes what GNU as accepts, and LLVM does not, what LLVM accepts, in place.
  /// The statement's first word, behind labels, is \p Word at \p Start.
  virtual void smoothStatement(llvm::MutableArrayRef<char> Line, size_t Start,
                               llvm::StringRef Word) const;
  /// Registers of assembly text that LLVM's tables name otherwise; in lower
  /// case.
  virtual bool isRegisterInText(llvm::StringRef Word) const;
  /// Whether \p Word stands in front of a mnemonic: `rep`.
  virtual bool isPrefixWord(llvm::StringRef Word) const;
  /// The mnemonic of the statement \p Text with its prefixes: "rep stosq".
  std::string mnemonicOf(llvm::StringRef Text) const;
  /// Whether an operand may go on behind \p Word without a comma: `lsl`.
  virtual bool takesOperand(llvm::StringRef Word) const;

  //===--------------------------------------------------------------------===//
  // The compiler
  //===--------------------------------------------------------------------===//

  /// Of the pseudo instruction that LLVM calls \p Name.
  virtual PseudoEmission emissionOf(llvm::StringRef Name) const;
  /// Whether emission of ordinary instructions makes symbols on this system.
  virtual bool emissionMakesSymbols(const llvm::Triple &TT) const;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_TARGETCODE_H
