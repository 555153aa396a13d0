//===- Plugin.cpp - The hook into the compiler ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A callback that LLVM calls for every code generation pipeline of the process
/// puts a machine pass last before the AsmPrinter. The pass gives the
/// AsmPrinter a handler, which is asked before each function is emitted: there
/// every MachineInstr can be lowered as it will be. Nothing is changed, no
/// symbol is made, so the code is the same byte for byte.
///
/// With `llc -run-pass=kernel-bounds` there is no AsmPrinter; the pass then
/// analyses the MachineInstrs' own opcodes.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "PluginOptions.h"
#include "TransformLoops.h"
#include "Trial.h"
#include "Tuner.h"
#include "VectorizerListener.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/AsmPrinterHandler.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/LegacyPassManagers.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include <atomic>

using namespace kernelbounds;
using namespace llvm;

/// Whether this process makes pipelines of passes on LLVM IR, to which the
/// plugin may add its own. llc does not.
static std::atomic<bool> HasPipelines = false;

namespace {

/// Told by the AsmPrinter of every function and instruction it emits.
class EmissionHandler final : public AsmPrinterHandler {
public:
  explicit EmissionHandler(AsmPrinter &AP)
      : AP(AP),
        Analyzer(&AP, Trial::current() ? trialOptions() : pluginOptions()) {}

  void beginFunction(const MachineFunction *MF) override {
    // Remark emission wants a mutable function; it is not changed.
    auto &Changeable = *const_cast<MachineFunction *>(MF);
    if (Trial *T = Trial::current())
      Analyzer.judge(Changeable, *T);
    else
      Analyzer.run(Changeable, Notes);
  }
  void beginInstruction(const MachineInstr *MI) override {
    if (Notes.empty())
      return;
    if (auto It = Notes.find(MI); It != Notes.end())
      AP.OutStreamer->AddComment(StringRef(It->second).rtrim('\n'));
  }
  void endFunction(const MachineFunction *) override { Notes.clear(); }
  void endModule() override { Analyzer.finish(*AP.MMI->getModule()); }

private:
  AsmPrinter &AP;
  FunctionAnalyzer Analyzer;
  Annotations Notes;
};

class KernelBoundsPass final : public MachineFunctionPass {
public:
  static char ID;
  KernelBoundsPass() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "Kernel Bounds"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool doInitialization(Module &M) override {
    if (pluginOptions().Tune != TuneMode::Off && !HasPipelines)
      warnOfMissingLoopPasses(M);
    PMDataManager &PMD = getResolver()->getPMDataManager();
    if (PMD.getPassManagerType() != PMT_FunctionPassManager)
      return false;
    auto &Passes = static_cast<FPPassManager &>(PMD);
    for (unsigned I = 0; I < Passes.getNumContainedPasses(); ++I) {
      FunctionPass *P = Passes.getContainedPass(I);
      if (!P->getPassName().ends_with("Assembly Printer"))
        continue;
      auto &AP = *static_cast<AsmPrinter *>(P);
      AP.addAsmPrinterHandler(std::make_unique<EmissionHandler>(AP));
      HasPrinter = true;
    }
    return false;
  }
  bool runOnMachineFunction(MachineFunction &MF) override {
    if (HasPrinter)
      return false; // The handler does it.
    if (!Analyzer)
      Analyzer = std::make_unique<FunctionAnalyzer>(nullptr, pluginOptions());
    Annotations Unused;
    Analyzer->run(MF, Unused);
    return false;
  }
  bool doFinalization(Module &M) override {
    if (Analyzer)
      Analyzer->finish(M);
    return false;
  }

private:
  bool HasPrinter = false;
  std::unique_ptr<FunctionAnalyzer> Analyzer;
};

} // namespace

char KernelBoundsPass::ID = 0;
static RegisterPass<KernelBoundsPass>
    RegisterKernelBounds("kernel-bounds", "Bounds of innermost loops",
                         /*CFGOnly=*/true, /*is_analysis=*/true);

// Never destroyed: the host may run pipelines until its very end.
[[maybe_unused]] static auto *const Callback =
    new RegisterTargetPassConfigCallback(
        [](TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
          Config->insertPass(&UnpackMachineBundlesID,
                             IdentifyingPassPtr(new KernelBoundsPass()));
        });

/// Tuning comes before the loop passes, and once: not in the first half of
/// link-time optimization.
static void registerTuner(PassBuilder &PB) {
  HasPipelines = true;
  addVectorizerListener(PB);
  PB.registerOptimizerEarlyEPCallback([&PB](ModulePassManager &MPM,
                                            OptimizationLevel Level,
                                            ThinOrFullLTOPhase Phase) {
    if (pluginOptions().Tune == TuneMode::Off || Level.getSpeedupLevel() < 2 ||
        Level.getSizeLevel() != 0 ||
        Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
        Phase == ThinOrFullLTOPhase::FullLTOPreLink)
      return;
    MPM.addPass(Tuner(Compilation::of(PB, Level, Phase), pluginOptions()));
  });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &FPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (!Name.consume_front("kernel-bounds-"))
          return false;
        const std::optional<LoopTransforms> Set = LoopTransforms::parse(Name);
        if (!Set || Set->empty())
          return false;
        FPM.addPass(TransformLoopsPass(*Set));
        return true;
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        if (pluginOptions().Tune != TuneMode::Off)
          MPM.addPass(NoTuning());
      });
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  PassPluginLibraryInfo Info;
  Info.APIVersion = LLVM_PLUGIN_API_VERSION;
  Info.PluginName = "kernel-bounds";
  Info.PluginVersion = KERNEL_BOUNDS_VERSION;
  Info.RegisterPassBuilderCallbacks = registerTuner;
  return Info;
}
