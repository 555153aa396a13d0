//===- AssemblyBuilder.h - From the collector to a CodeFile -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the sections of one assembly file behind each other, resolves branch
/// targets, callees and jump tables, finds functions and markers.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_ASSEMBLYBUILDER_H
#define KERNEL_BOUNDS_LIB_FRONTEND_ASSEMBLYBUILDER_H

#include "AsmCollector.h"
#include "AsmText.h"
#include "BlockCutter.h"
#include "kernel-bounds/Frontend/AssemblyReader.h"

namespace kernelbounds {

/// Where a pointer into one of the parser's buffers is in the file.
///
/// The parser sees a smoothed copy; text is quoted from the original. Code
/// that a macro or `.rept` produced is placed at the statement that asked for
/// it: exactly where expansions are neither nested nor conditional, else at
/// the next such statement after the last code outside of them.
class AsmPlaces {
public:
  AsmPlaces(llvm::StringRef Original, llvm::StringRef Parsed,
            const llvm::SourceMgr &SM)
      : Original(Original), Parsed(Parsed), Lines(Original), SM(SM) {}
  bool isInFile(const char *P) const {
    return P >= Parsed.begin() && P <= Parsed.end();
  }
  unsigned lineOf(const char *P) const {
    return Lines.lineOf(P - Parsed.begin());
  }
  unsigned columnOf(const char *P) const {
    return Lines.columnOf(P - Parsed.begin());
  }
  /// The file's own text from \p P to its end.
  llvm::StringRef restAt(const char *P) const {
    return Original.drop_front(P - Parsed.begin());
  }
  /// The line that expanded to the text at \p P; \p LastLine is that of the
  /// last code outside of expansions. To be asked after parsing.
  unsigned expansionLine(const char *P, unsigned LastLine);
  /// The first line after \p Line that expands to other lines.
  unsigned nextExpansion(unsigned Line);

private:
  void findExpansions();
  void findBuffers();

  llvm::StringRef Original, Parsed;
  LineTable Lines;
  const llvm::SourceMgr &SM;
  bool FoundExpansions = false;
  std::vector<unsigned> Expansions; ///< Lines, ascending.
  /// Starts of the parser's buffers and the order of their making, by start.
  std::vector<std::pair<const char *, unsigned>> Buffers;
};

class AssemblyBuilder {
public:
  AssemblyBuilder(const AsmCollector &In, TargetContext &Target,
                  AsmPlaces &Places, CodeFile &Out)
      : In(In), Target(Target), Places(Places), Out(Out) {}
  void build(const AssemblyOptions &Options);

private:
  using Section = CollectedSection;

  void listInstructions(const AssemblyOptions &Options);
  void setText(ListedInst &Listed, const CollectedInst &I, unsigned LastLine);
  void bindLabels();
  void findFlow();
  void findFunctions();
  void findFunctionsIn(const Section &S, unsigned Base);
  bool isFunctionStart(const Section::Label &L, const Section &S,
                       unsigned Base) const;
  void findJumpTables();
  std::vector<unsigned> tableTargets(const llvm::MCSymbol *Table) const;
  const llvm::MCSymbol *findTable(unsigned Jump, unsigned First) const;
  void findUnread(const Section &S, unsigned Base);
  void findByteMarkers(const Section &S, unsigned Base);
  void findCommentMarkers();
  void setAlignments();
  unsigned listedIndex(unsigned Collected) const {
    const CollectedInst &I = In.Insts[Collected];
    return Bases[I.Section] + I.Pos;
  }
  unsigned instOf(const llvm::MCSymbol *S) const;
  std::string labelAt(unsigned Inst) const;

  const AsmCollector &In;
  TargetContext &Target;
  AsmPlaces &Places;
  CodeFile &Out;
  CodeFlow Flow;
  std::vector<unsigned> Bases; ///< First listed instruction, by section.
  llvm::DenseMap<const llvm::MCSymbol *, unsigned> LabelInst;
  llvm::DenseSet<const llvm::MCSymbol *> BranchTargets;
  struct NamedLabel {
    const llvm::MCSymbol *Symbol;
    std::string Name;
  };
  std::vector<NamedLabel> LabelAt; ///< The best label, by listed instruction.
  /// Listed instructions that mention a jump table, ascending.
  std::vector<std::pair<unsigned, const llvm::MCSymbol *>> TableUses;
};

/// Computes the Size and Address of all instructions of \p L; see
/// AssemblyOptions::ComputeSizes. \p Bases is the first one by section.
void computeSizes(Listing &L, const std::vector<InstFlow> &Flow,
                  const AsmCollector &In, const std::vector<unsigned> &Bases,
                  TargetContext &Target);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_ASSEMBLYBUILDER_H
