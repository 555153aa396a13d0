//===- ObjectReader.h - Objects and executables to a Listing ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Disassembles the text sections of an object or executable, function by
/// function, so that no more of a large file is in memory than is worked on.
/// ELF is checked before use and read with relocations; Mach-O and COFF as far
/// as LLVM's common interface goes.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_OBJECTREADER_H
#define KERNEL_BOUNDS_FRONTEND_OBJECTREADER_H

#include "kernel-bounds/Frontend/CodeFile.h"
#include "kernel-bounds/Frontend/FunctionFilter.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelbounds {

class ObjectSymbols;
class SourceLines;
struct TextSection;

/// Opens \p Buffer, which must outlive the result. Fails with one clear message
/// on archives, bitcode, universal binaries, other file types, and on files
/// that are truncated or corrupt.
llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>>
openObject(llvm::MemoryBufferRef Buffer);

/// Where one function lies in an object.
struct FunctionCode {
  std::string Name;            ///< Its symbol, "0x<address>", or empty.
  unsigned Section = 0;        ///< Which of the sections with code.
  uint64_t Begin = 0, End = 0; ///< Addresses [Begin, End).
};

/// Some functions of an object. Block labels are the symbol or "0x<address>".
struct ObjectListing {
  struct SectionRange {
    unsigned FirstInst;  ///< Into the Listing.
    uint64_t SectionIdx; ///< For addresses of relocatable objects.
  };
  CodeFile File;
  std::vector<SectionRange> Ranges; ///< Ascending.
  /// Into ObjectImage::functions(); parallel to Listing::Functions.
  std::vector<unsigned> FunctionIds;
  llvm::StringMap<unsigned> FileIds; ///< Into Listing::SourceFiles.
};

/// An opened object: what is known of all of it, and the way to its code.
///
/// First findFunctions() or findFunctionsNamed(), and loadSourceLines() where
/// lines are wanted; then read() and fillSourceLines(), which may be called by
/// several threads at once.
class ObjectImage {
public:
  /// \p Target must be of the triple of \p Object, whose buffer outlives the
  /// result.
  ObjectImage(std::unique_ptr<llvm::object::ObjectFile> Object,
              const TargetContext &Target);
  ~ObjectImage();

  /// Decodes all code once, in O(1) memory per instruction, and finds where
  /// functions begin: at function symbols; in stripped files, and in sections
  /// without any, also where direct calls go and where a function of known size
  /// ends.
  void findFunctions(TargetContext &Target);
  /// Finds the functions of which \p Filter is a name, by their symbols alone.
  /// \returns false if there is none.
  bool findFunctionsNamed(const FunctionFilter &Filter);
  /// Keeps those that \p Filter chooses.
  void keepFunctions(const FunctionFilter &Filter);

  /// What was found, in the order of the file.
  const std::vector<FunctionCode> &functions() const { return Functions; }
  /// Markers, diagnostics and counts of what findFunctions() read, without any
  /// code. Without it nothing is known of these.
  const CodeFile &summary() const { return Summary; }
  bool hasMarkers() const { return !Summary.Markers.empty(); }

  /// Why an object has no functions, and what to do.
  llvm::StringRef whyNoCode() const;

  /// Disassembles functions()[First, End) with \p Target, which must outlive
  /// the result. Bytes that do not decode are diagnostics.
  void read(unsigned First, unsigned End, TargetContext &Target,
            ObjectListing &Out) const;

  /// Parses the line tables of the whole file.
  void loadSourceLines();
  /// Sets the SourceLine and SourceFile of instructions [First, End) of
  /// \p L. Nothing happens unless the tables are loaded.
  void fillSourceLines(ObjectListing &L, unsigned First, unsigned End) const;
  /// The calls that were inlined around the instruction \p Inst of \p L, the
  /// innermost first: each with the place of the call and the function that it
  /// stands in. Empty if nothing was inlined there. Not for several threads at
  /// once.
  std::vector<InlinedCall> inlinedCalls(const ObjectListing &L,
                                        unsigned Inst) const;

private:
  class Finder;

  std::unique_ptr<llvm::object::ObjectFile> Object;
  std::unique_ptr<const ObjectSymbols> Symbols;
  std::vector<TextSection> Sections;
  std::unique_ptr<SourceLines> Lines;
  std::vector<FunctionCode> Functions;
  CodeFile Summary;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_OBJECTREADER_H
