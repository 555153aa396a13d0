//===- ModelParser.h - From the nodes of a model file to tables -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parser of model files, in parts: ModelLoader.cpp has the file as a
/// whole, MemoryRules.cpp what speaks of memory, CacheParser.cpp its `caches:`,
/// and InstructionParser.cpp its `instructions:`. Private to lib/Model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MODEL_MODELPARSER_H
#define KERNEL_BOUNDS_LIB_MODEL_MODELPARSER_H

#include "OpcodeMatcher.h"
#include "YamlReader.h"
#include "kernel-bounds/Model/ModelLoader.h"
#include <map>
#include <optional>
#include <set>

namespace kernelbounds {

/// Assigns \p Value or returns its error from the enclosing function.
#define KB_SET(Target, Value)                                                  \
  do {                                                                         \
    auto Result = (Value);                                                     \
    if (!Result)                                                               \
      return Result.takeError();                                               \
    Target = *Result;                                                          \
  } while (false)

/// Fills a ModelStorage from the nodes of one file.
class ModelParser {
public:
  ModelParser(llvm::StringRef File, const ModelLoaderContext &Context)
      : Y(File), Context(Context), S(std::make_unique<ModelStorage>()) {
    S->Tables.File = S->save(File);
  }
  llvm::Expected<std::unique_ptr<ModelStorage>> parse(const YAML::Node &Root);

private:
  using Node = YAML::Node;

  llvm::Error parseHeader(const Node &Root);
  llvm::Error parseBase(const Node &N);
  llvm::Error parseLLVMBase(const Node &N);
  std::string llvmCpu() const;
  llvm::Expected<llvm::StringRef> parseUnits(const Node &N);
  llvm::Expected<uint64_t> parseResultPorts(const Node &N);
  llvm::Error checkInheritedUnits(const Node &Root) const;
  llvm::Error parseSources(const Node &N);
  llvm::Error parsePort(const Node &N);
  llvm::Error parsePipeline(const Node &N);
  llvm::Error parseScheduler(const Node &N);
  llvm::Error parseMemoryRule(const Node &N, std::vector<MemoryRule> &Rules);
  llvm::Error parseForwarding(const Node &N);
  llvm::Error parseMemoryCondition(const Node &N, MemoryRule &Rule,
                                   bool IsForwarding);
  llvm::Error parseWriteBack(const Node &N);
  llvm::Error parseAtomic(const Node &N);
  llvm::Error parseLineCrossing(const Node &N);
  llvm::Error parseExecutedWidth(const Node &N);
  llvm::Error parseRenameLimit(const Node &N);
  llvm::Error parseAliasing(const Node &N);
  llvm::Error parseMemoryOperands(const Node &N);
  llvm::Error parseStoreExtra(const Node &N, llvm::StringRef What,
                              MemoryRule &Rule);
  llvm::Error parseStoreCommit(const Node &N);
  llvm::Error parseAccessPair(const Node &N);
  llvm::Error parseUpdateExtra(const Node &N);
  llvm::Error parseCaches(const Node &N);
  llvm::Error checkCaches(const Node &N);
  llvm::Error parseCacheLevel(const Node &N);
  llvm::Error parseCacheSwitch(llvm::StringRef Key, const Node &N,
                               CacheLevelSpec &L);
  llvm::Error parseTlb(const Node &N);
  llvm::Error parsePrefetcher(const Node &N);
  llvm::Error parseMemory(const Node &N);
  llvm::Error parsePageWalk(const Node &N);
  llvm::Expected<ReplacementSpec> parseReplacement(const Node &N);
  llvm::Error parseMicroFusion(const Node &N);
  llvm::Error parseObstacles(const Node &N, uint8_t &Obstacles);
  llvm::Error parseMacroFusion(const Node &N);
  llvm::Error parseBypass(const Node &N);
  llvm::Error parseLengthChanging(const Node &N);
  llvm::Error parseInstruction(const Node &N);
  llvm::Error parsePortChoice(const Node &N);
  llvm::Error parseCompat(const Node &N);
  llvm::Error parseUops(const Node &N, uint32_t &First, uint16_t &Count);
  llvm::Error parseUop(const Node &N);
  llvm::Error parseLatency(const Node &N, LatencySpec &L);
  llvm::Error parseWhen(const Node &N, InstEntry &I);
  llvm::Error parseConditions(const Node &N, uint16_t &Conditions);
  llvm::Expected<uint64_t> parsePortSet(const Node &N);
  llvm::Expected<uint16_t> parseSource(const Node &N);
  /// \p Source with the spread that the map \p Value says; itself if it says
  /// none.
  llvm::Expected<uint16_t> withSpread(uint16_t Source, const Node &Value);
  llvm::Expected<int8_t> parseTristate(const Node &N, llvm::StringRef What);
  /// Appends the sorted opcodes that the patterns of \p N match.
  llvm::Error parseOpcodes(const Node &N, std::vector<uint32_t> &Out);
  llvm::Error parseOpcodeRange(const Node &N, uint32_t &Begin, uint32_t &End);
  llvm::Error requireKey(const Node &Map, llvm::StringRef Key,
                         llvm::StringRef What);
  /// Reads a map that names its source: calls \p Field for each key but that
  /// and the spread, which go to \p Source. The map has all \p Keys but those
  /// that end in a question mark.
  llvm::Error parseSourced(
      const Node &N, llvm::StringRef What, llvm::ArrayRef<llvm::StringRef> Keys,
      uint16_t &Source,
      llvm::function_ref<llvm::Error(llvm::StringRef, const Node &)> Field);
  void indexEntries();

  YamlReader Y;
  const ModelLoaderContext &Context;
  std::unique_ptr<ModelStorage> S;
  const llvm::MCInstrInfo *MII = nullptr;
  std::optional<OpcodeMatcher> Matcher;
  size_t NumInheritedPorts = 0; ///< Ports of the base, the first ones.
  std::set<size_t> Redeclared;  ///< Those of them that the file names, too.
  std::map<std::string, uint16_t> SourceIds;
  /// Of sources with a spread, by that of the source without one.
  std::map<std::pair<uint16_t, int16_t>, uint16_t> SpreadIds;
  std::map<uint32_t, std::vector<uint16_t>> EntriesOf; ///< By opcode.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MODEL_MODELPARSER_H
