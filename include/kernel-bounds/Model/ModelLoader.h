//===- ModelLoader.h - Reads a model file -----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// YAML to ModelTables. Every error names file, line and column.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_MODELLOADER_H
#define KERNEL_BOUNDS_MODEL_MODELLOADER_H

#include "kernel-bounds/Model/CacheTables.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class MCInstrInfo;
} // namespace llvm

namespace kernelbounds {

/// Owns what the views of a ModelTables point to.
struct ModelStorage {
  ModelTables Tables{};
  std::deque<std::string> Strings;
  std::vector<llvm::StringRef> Cpus;
  std::vector<SourceDecl> Sources;
  std::vector<PortDecl> Ports;
  std::vector<PipelineValue> Pipeline;
  std::vector<SchedulerDecl> Schedulers;
  std::vector<RenameLimit> RenameLimits;
  std::vector<MemoryRule> Loads, Stores, Forwarding;
  std::vector<UopSpec> Uops;
  std::vector<InstEntry> Entries;
  std::vector<uint16_t> Candidates;
  std::vector<OpcodeCandidates> Opcodes;
  std::vector<uint32_t> OpcodePool;
  std::vector<MacroFusionRule> MacroFusion;
  std::vector<BypassRule> Bypasses;
  CacheTables Caches; ///< Of use if Tables.Caches points to it.
  std::vector<CacheLevelSpec> CacheLevels;
  std::vector<TlbSpec> Tlbs;
  std::vector<PrefetcherSpec> Prefetchers;

  llvm::StringRef save(llvm::StringRef S) {
    Strings.push_back(S.str());
    return Strings.back();
  }
  /// Points the views of Tables to the vectors.
  void seal();
};

/// What the loader asks of its surroundings.
struct ModelLoaderContext {
  /// Instructions of a target of Targets.def by name; null for another name.
  llvm::function_ref<const llvm::MCInstrInfo *(llvm::StringRef Target)> Target;
  /// The shipped model of that name, or null.
  llvm::function_ref<const ModelTables *(llvm::StringRef Name)> Model;
  /// Whether LLVM knows that CPU for the target.
  llvm::function_ref<bool(llvm::StringRef Target, llvm::StringRef Cpu)> IsCpu;
  /// Whether LLVM's scheduling model of that CPU has that unit.
  llvm::function_ref<bool(llvm::StringRef Target, llvm::StringRef Cpu,
                          llvm::StringRef Unit)>
      IsUnit;
};

/// What a file says of itself, before what it rests on is loaded.
struct ModelHeader {
  std::string Name, Base; ///< Empty where the file does not say.
};
/// Fails on malformed YAML only.
llvm::Expected<ModelHeader> readModelHeader(llvm::StringRef Text,
                                            llvm::StringRef File);

/// Parses and validates \p Text. \p File is used in messages, which read
/// "FILE:LINE:COLUMN: what is wrong". Ports of a `base:` that is a shipped
/// model come first and keep their numbers.
llvm::Expected<std::unique_ptr<ModelStorage>>
loadModel(llvm::StringRef Text, llvm::StringRef File,
          const ModelLoaderContext &Context);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_MODELLOADER_H
