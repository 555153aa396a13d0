//===- FunctionAnalyzer.h - The loops of a MachineFunction ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Analyses every innermost loop of a MachineFunction, and tells the user.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_FUNCTIONANALYZER_H
#define KERNEL_BOUNDS_LIB_PASSES_FUNCTIONANALYZER_H

#include "IRMemory.h"
#include "LoopRoles.h"
#include "MachineListing.h"
#include "PluginOptions.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Kernel/LoopFingerprint.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Model/PortModel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DiagnosticInfo.h"
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class LLVMContext;
class MachineBlockFrequencyInfo;
class MachineDominatorTree;
class MachineLoopInfo;
class Module;
} // namespace llvm

namespace kernelbounds {

class DependenceFile;
class MachineText;
class RecordFile;
class RemarkLog;
struct RecordedLoop;
class RunProfile;
struct Trial;
struct TrialPart;

/// Which loop of the source a machine loop comes from, and how often it runs.
struct LoopOrigin {
  LoopCopy Copy;
  /// How often its header runs, by the profile; if the user asks for it.
  std::optional<uint64_t> Hotness;
  bool IsCold = false; ///< Below the user's threshold: no remarks.
};

/// One innermost loop of a function, analysed.
struct AnalyzedLoop {
  const llvm::MachineBasicBlock *Header = nullptr;
  llvm::DiagnosticLocation Loc;
  LoopResult Result;
  /// Instruction of the listing for each of the kernel's, in order.
  std::vector<const llvm::MachineInstr *> Source;
  /// Null without IR context.
  std::unique_ptr<IRMemory> Memory;
  /// Mnemonics of the instructions for which the model has nothing; without
  /// calls. "rep stosq".
  std::vector<std::string> NotModeled;
  std::vector<std::string> NotLowered; ///< As MachineListing has them.
  /// Ways into the loop elsewhere than at its header (an irreducible loop).
  unsigned NumOtherEntries = 0;
  unsigned NumOtherBlocks = 0; ///< As LoopBody has them.
  /// What these call, each once, as Kernel::Calls has it.
  std::vector<std::string> CallsElsewhere;
  LoopOrigin Origin;
  LoopFingerprint Fingerprint; ///< If a run has something of the function.
  /// What the profile has of this loop; null if nothing.
  const RecordedLoop *Recorded = nullptr;
};

/// Kinds of remarks that somebody sees: what only others show is not computed.
struct WantedRemarks {
  bool Analysis = false, Missed = false;
  bool any() const { return Analysis || Missed; }
};

/// Which remarks of this plugin would be seen by anybody.
WantedRemarks findWantedRemarks(llvm::LLVMContext &Context);

/// Comments for `-S` output, by instruction.
using Annotations = llvm::DenseMap<const llvm::MachineInstr *, std::string>;

/// Holds what is shared by the functions of one compilation.
class FunctionAnalyzer {
public:
  /// \p AP may be null: there is no code emission then.
  FunctionAnalyzer(llvm::AsmPrinter *AP, const PluginOptions &Options);
  ~FunctionAnalyzer();

  /// Analyses \p MF if anybody asked for it: collects remarks, and fills
  /// \p Notes when annotation is on. Changes nothing of the function.
  void run(llvm::MachineFunction &MF, Annotations &Notes);

  /// Tells \p T what the loops of \p MF take, and the user nothing.
  void judge(llvm::MachineFunction &MF, Trial &T);

  /// Emits the remarks of all functions, and writes the record. To be called
  /// when the module ends.
  void finish(const llvm::Module &M);

private:
  /// A port model, or why there is none.
  struct Core {
    std::unique_ptr<PortModel> Model;
    std::string Problem; ///< Why there is no Model.
    bool SaidBorrowed = false;
  };
  bool isWanted(const llvm::MachineFunction &MF) const;
  /// \returns false for a target of which nothing is known.
  bool makeSemantics(const llvm::MachineFunction &MF);
  Core &coreFor(const llvm::MachineFunction &MF);
  std::vector<AnalyzedLoop> analyzeLoops(IRAnalyses &IR, Core &Model);
  AnalyzedLoop analyzeOne(IRAnalyses &IR, Core &Model, const MachineListing &L,
                          const LoopBody &Body,
                          const llvm::MachineLoopInfo &MLI,
                          const LoopOrigin &Origin);
  void addWhatRunsOnce(llvm::MachineFunction &MF, Core &Model,
                       llvm::MachineDominatorTree &MDT,
                       const llvm::MachineLoopInfo &MLI,
                       llvm::MutableArrayRef<TrialPart> AllParts, size_t Used,
                       Trial &T);
  /// Whether figures of \p L, of which only the origin is known, are shown: a
  /// list of dependences has none, and rests get no advice.
  bool wantsSimulation(IRAnalyses &IR, const AnalyzedLoop &L) const;
  void nameNotModeled(const llvm::MachineFunction &MF, AnalyzedLoop &L);
  /// Reads the profile, if the user gave one. \returns what is wrong with it.
  std::string openProfile();
  /// Tells \p Loops of \p MF what the profile has of them, and the user which
  /// of that fits none.
  void addRecorded(const llvm::MachineFunction &MF,
                   llvm::MutableArrayRef<AnalyzedLoop> Loops);

  const PluginOptions &Options;
  InstLowering Lowering;
  std::unique_ptr<TargetSemantics> Semantics;
  std::unique_ptr<MachineText> Printer; ///< Once there is a need.
  /// By the core, and the CPU whose instructions the code may have.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Core>> Cores;
  std::unique_ptr<RemarkLog> Log;
  TypeRules Rules;
  DependenceFile *File = nullptr;
  RecordFile *Record = nullptr;
  std::unique_ptr<RunProfile> Profile;
  bool ReportedProblem = false;
  Trial *Trying = nullptr;
  WantedRemarks Wanted; ///< Of the function that is analysed.
};

/// Whether \p T wants to know exactly what \p L takes, of which the bounds are
/// known.
bool mattersTo(const Trial &T, IRAnalyses &IR, const AnalyzedLoop &L);

/// Where \p MBB's loop stands in the source: the first line that is not 0 of
/// its instructions, else the function's line.
llvm::DiagnosticLocation
findLocation(const llvm::MachineFunction &MF,
             llvm::ArrayRef<const llvm::MachineInstr *> Insts);

/// Adds the remarks of one loop (names and keys in docs/reference/remarks.md).
void emitRemarks(RemarkLog &Log, const AnalyzedLoop &L,
                 const WantedRemarks &Wanted);

/// Adds a remark that the figures are those of another core than the one that
/// \p L was compiled for.
void emitBorrowedModel(RemarkLog &Log, const AnalyzedLoop &L,
                       const WantedRemarks &Wanted);

/// Adds a comment for each instruction of \p L, and a summary at its first.
void annotate(const AnalyzedLoop &L, Annotations &Notes);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_FUNCTIONANALYZER_H
