//===- CodeDecoder.h - From bytes to instructions ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes a stretch of a text section, one instruction after the other. Both
/// passes over an object use it: the one that finds where functions begin, and
/// the one that lists some of them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_CODEDECODER_H
#define KERNEL_BOUNDS_LIB_FRONTEND_CODEDECODER_H

#include "ObjectSymbols.h"
#include "RelocationSymbolizer.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/Object/ObjectFile.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

constexpr uint64_t NoAddress = UINT64_MAX;

/// A section of code.
struct TextSection {
  std::string Name;
  uint64_t Index = 0;            ///< Of the section in the file.
  uint64_t Base = 0;             ///< Address of the first of Bytes.
  llvm::ArrayRef<uint8_t> Bytes; ///< Of the file.

  uint64_t end() const { return Base + Bytes.size(); }
};

/// What CodeDecoder finds, in the order of the addresses.
class CodeListener {
public:
  virtual ~CodeListener();
  /// With Inst, Address, Size and OpcodeOffset; a LOCK prefix is part of the
  /// instruction behind it.
  virtual void addInst(ListedInst &&I) = 0;
  /// \p Size bytes that do not decode.
  virtual void addGap(uint64_t Address, uint64_t Size) = 0;
  /// A marker of IACA and OSACA, behind the instruction that says which.
  virtual void addMarker(bool IsBegin) = 0;
};

class CodeDecoder {
public:
  /// All outlive the decoder. \p Sections are those of the file with code.
  CodeDecoder(const llvm::object::ObjectFile &Object,
              const ObjectSymbols &Symbols,
              const std::vector<TextSection> &Sections, TargetContext &Target);

  /// Decodes from the address \p Begin of \p S on, where an instruction begins,
  /// all that begins before \p End.
  void decode(const TextSection &S, uint64_t Begin, uint64_t End,
              CodeListener &Listener);

  /// Where the direct branch or call \p I of \p S goes, if that is in \p S;
  /// else NoAddress. Unless \p Name is null, it becomes the symbol there or
  /// wherever it goes.
  uint64_t directTarget(const TextSection &S, const ListedInst &I,
                        std::string *Name) const;
  /// Whether \p I is a call of a place that the instruction names.
  bool isDirectCall(const ListedInst &I) const;

private:
  size_t markerSize(llvm::ArrayRef<uint8_t> Bytes) const;
  void noteMarkerNumber(const llvm::MCInst &Inst);
  void add(ListedInst &&I, CodeListener &Listener);
  void release(CodeListener &Listener);

  const llvm::object::ObjectFile &Object;
  const ObjectSymbols &Symbols;
  const std::vector<TextSection> &Sections;
  TargetContext &Target;
  std::unique_ptr<llvm::MCDisassembler> Decoder;
  RelocationSymbolizer *Symbolizer = nullptr; ///< Decoder's; null if linked.
  std::optional<ListedInst> Held; ///< A LOCK prefix, not yet handed on.
  int64_t MarkerNumber = 0; ///< 111 or 222 if the last instruction holds it.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_CODEDECODER_H
