//===- AsmCollector.h - What the assembly parser delivers -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An MCStreamer that keeps instructions and labels by section and drops the
/// rest, and the handlers of directives that must not reach LLVM's own.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_ASMCOLLECTOR_H
#define KERNEL_BOUNDS_LIB_FRONTEND_ASMCOLLECTOR_H

#include "kernel-bounds/Frontend/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCParser/AsmLexer.h"
#include "llvm/MC/MCParser/MCAsmParserExtension.h"
#include "llvm/MC/MCStreamer.h"
#include <map>
#include <string>
#include <vector>

namespace kernelbounds {

/// One instruction in the order of the file.
struct CollectedInst {
  llvm::MCInst Inst;
  const char *Start; ///< Of the statement, in a buffer of the SourceMgr.
  unsigned SourceLine, SourceFile;
  unsigned Section, Pos; ///< Index of the section, and place in its Insts.
  /// Words of the prefixes that are statements of their own: "lock ".
  std::string Prefixes = {};
};

/// One section (and subsection) that was switched to.
struct CollectedSection {
  struct Label {
    const llvm::MCSymbol *Symbol;
    unsigned Pos;       ///< It stands before Insts[Pos].
    std::string Digits; ///< "1" for the directional label `1:`, else empty.
  };
  struct Unread {            ///< A statement that the parser rejected.
    unsigned Pos, NumLabels; ///< Labels seen before it.
  };
  struct Data { ///< Bytes before Insts[Pos]; the first eight are kept.
    unsigned Pos, NumBytes;
    std::string Head;
  };
  struct Alignment {
    unsigned Pos;
    uint64_t Align;
    unsigned MaxBytes; ///< 0 = no limit.
  };

  std::vector<unsigned> Insts; ///< Into AsmCollector::Insts.
  std::vector<Label> Labels;
  std::vector<Unread> Unreads;
  std::vector<Data> DataRuns;
  std::vector<Alignment> Alignments;
  bool IsDebug = false;
};

/// A comment that begins with the name of a marker.
struct MarkerComment {
  const char *Loc;
  unsigned NumInsts; ///< Instructions before it, or one less (lookahead).
  std::string Text;
};

class AsmCollector final : public llvm::MCStreamer {
public:
  explicit AsmCollector(TargetContext &Target)
      : MCStreamer(Target.context()), Target(Target) {}

  std::vector<CollectedInst> Insts;
  std::vector<CollectedSection> Sections;
  std::vector<MarkerComment> Comments;
  llvm::DenseSet<const llvm::MCSymbol *> Globals;
  llvm::StringSet<> FunctionNames; ///< From `.type NAME, @function`.
  /// Code labels that follow a label in data: jump tables.
  llvm::DenseMap<const llvm::MCSymbol *, std::vector<const llvm::MCSymbol *>>
      Tables;
  std::vector<std::string> SourceFiles = {""};
  std::map<unsigned, unsigned> SourceFileOf; ///< By number in `.file`.
  unsigned SourceLine = 0, SourceFile = 0;   ///< From the last `.loc`.
  std::string Fatal; ///< Why the rest was not read; empty if it was.

  /// Notes that the parser rejected the statement at hand.
  void noteUnread();

  void emitInstruction(const llvm::MCInst &Inst,
                       const llvm::MCSubtargetInfo &) override;
  void emitLabel(llvm::MCSymbol *Symbol, llvm::SMLoc Loc) override;
  void changeSection(llvm::MCSection *Section, uint32_t Subsection) override;
  void emitBytes(llvm::StringRef Bytes) override;
  void emitValueImpl(const llvm::MCExpr *Value, unsigned Size,
                     llvm::SMLoc) override;
  bool emitSymbolAttribute(llvm::MCSymbol *Symbol,
                           llvm::MCSymbolAttr Attribute) override;
  void emitCodeAlignment(llvm::Align A, const llvm::MCSubtargetInfo *,
                         unsigned Max) override;
  void emitValueToAlignment(llvm::Align A, int64_t, uint8_t,
                            unsigned Max) override;

  // Nothing of these is needed, and the base class would complain about frames
  // that were never opened.
  void emitCommonSymbol(llvm::MCSymbol *, uint64_t, llvm::Align) override {}
  void emitZerofill(llvm::MCSection *, llvm::MCSymbol *, uint64_t, llvm::Align,
                    llvm::SMLoc) override {}
  void emitSubsectionsViaSymbols() override {}
  void emitDwarfFile0Directive(llvm::StringRef, llvm::StringRef,
                               std::optional<llvm::MD5::MD5Result>,
                               std::optional<llvm::StringRef>,
                               unsigned) override {}
  void emitCFIBKeyFrame() override {}
  void emitCFIMTETaggedFrame() override {}
  void emitCFINegateRAState(llvm::SMLoc) override {}
  void emitCFINegateRAStateWithPC(llvm::SMLoc) override {}

private:
  CollectedSection &section() { return Sections[Current]; }
  TargetContext &Target;
  void addData(llvm::StringRef Head, unsigned Size);

  std::map<std::pair<llvm::MCSection *, uint32_t>, unsigned> SectionIds;
  unsigned Current = 0;
};

/// Directives that are skipped or read for line numbers and function names.
class DirectiveHandlers final : public llvm::MCAsmParserExtension {
public:
  explicit DirectiveHandlers(AsmCollector &Out) : Out(Out) {}
  void Initialize(llvm::MCAsmParser &Parser) override;

private:
  template <bool (DirectiveHandlers::*Handler)(llvm::StringRef, llvm::SMLoc)>
  void add(llvm::StringRef Directive);
  bool skip(llvm::StringRef, llvm::SMLoc);
  bool readLoc(llvm::StringRef, llvm::SMLoc);
  bool readFile(llvm::StringRef, llvm::SMLoc);
  bool readDef(llvm::StringRef, llvm::SMLoc);
  bool readType(llvm::StringRef, llvm::SMLoc);
  bool readIncbin(llvm::StringRef, llvm::SMLoc);
  bool readRept(llvm::StringRef, llvm::SMLoc);
  bool readInclude(llvm::StringRef, llvm::SMLoc);
  bool leaveExpansion(llvm::StringRef, llvm::SMLoc);
  bool stop(llvm::SMLoc Loc, const llvm::Twine &Message);
  bool isTooMuch();

  AsmCollector &Out;
  std::string CoffSymbol;        ///< Of the open `.def`.
  uint64_t NumRepeatedBytes = 0; ///< That `.rept` has asked for.
  /// Of the files that were included and the text that macros and repetitions
  /// became, up to buffer LastBuffer of the SourceMgr.
  uint64_t NumExpandedBytes = 0;
  unsigned LastBuffer = 1;
};

/// Keeps the comments that are markers.
class MarkerComments final : public llvm::AsmCommentConsumer {
public:
  explicit MarkerComments(AsmCollector &Out) : Out(Out) {}
  void HandleComment(llvm::SMLoc Loc, llvm::StringRef Text) override;

private:
  AsmCollector &Out;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_ASMCOLLECTOR_H
