//===- VectorizerListener.cpp - Why loops were not vectorized -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The vectorizer makes its remarks as soon as any remark of any pass is
/// wanted, and hands all of them to the context's handler of diagnostics, which
/// shows what the user asked for. Two module passes around the loop passes put
/// a handler in front of that one. It notes what the vectorizer says, hands
/// everything on and answers every question as the handler behind it does, so
/// that no remark is added or lost and no pass works otherwise than without it.
///
/// In link-time optimization the handler stays as it is: there the context asks
/// beforehand which remarks the handler wants, and does not tell whether it
/// does.
///
/// Tested by test/Passes/vectorizer*.
//
//===----------------------------------------------------------------------===//

#include "VectorizerListener.h"
#include "FunctionAnalyzer.h"
#include "Trial.h"
#include "kernel-bounds/Compare/VectorizerRecord.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include <mutex>

using namespace kernelbounds;
using namespace llvm;

namespace {
/// What was heard of the modules of this process, several of which may be
/// compiled at a time.
struct HeardModules {
  std::mutex Lock;
  DenseMap<const Module *, VectorizerRecord> Records;
};
} // namespace

/// Never destroyed: the host may run pipelines until its very end.
static HeardModules &heard() {
  static auto *const All = new HeardModules;
  return *All;
}

/// Adds \p DI if it is the vectorizer's.
static void hear(const DiagnosticInfo &DI) {
  const auto *R = dyn_cast<DiagnosticInfoIROptimization>(&DI);
  if (!R || R->getRemarkName().starts_with("Interleaving"))
    return;
  // What a pragma asked for is said without the name of the pass.
  const StringRef Pass = R->getPassName();
  if (Pass != "loop-vectorize" &&
      Pass.data() != OptimizationRemarkAnalysis::AlwaysPrint)
    return;
  const Function &F = R->getFunction();
  HeardModules &All = heard();
  const std::lock_guard Guard(All.Lock);
  VectorizerRecord &Record = All.Records[F.getParent()];
  if (DI.getKind() != DK_OptimizationRemark &&
      DI.getKind() != DK_OptimizationRemarkMissed)
    Record.addReason(F.getName(), R->getMsg());
  else if (R->isLocationAvailable())
    Record.addVerdict(F.getName(), R->getLocation().getRelativePath(),
                      R->getLocation().getLine(), R->getMsg());
}

namespace {
/// Stands in front of another handler.
class Listener final : public DiagnosticHandler {
public:
  explicit Listener(std::unique_ptr<DiagnosticHandler> Behind)
      : DiagnosticHandler(Behind->DiagnosticContext),
        Behind(std::move(Behind)) {
    HasErrors = this->Behind->HasErrors;
    DiagHandlerCallback = this->Behind->DiagHandlerCallback;
  }

  bool handleDiagnostics(const DiagnosticInfo &DI) override {
    hear(DI);
    return Behind->handleDiagnostics(DI);
  }
  bool isAnalysisRemarkEnabled(StringRef Pass) const override {
    return Behind->isAnalysisRemarkEnabled(Pass);
  }
  bool isMissedOptRemarkEnabled(StringRef Pass) const override {
    return Behind->isMissedOptRemarkEnabled(Pass);
  }
  bool isPassedOptRemarkEnabled(StringRef Pass) const override {
    return Behind->isPassedOptRemarkEnabled(Pass);
  }
  bool isAnyRemarkEnabled() const override {
    return Behind->isAnyRemarkEnabled();
  }

  std::unique_ptr<DiagnosticHandler> takeBehind() {
    Behind->HasErrors |= HasErrors;
    return std::move(Behind);
  }

private:
  std::unique_ptr<DiagnosticHandler> Behind;
};

/// The listener of a pipeline, while one is in place.
using SharedListener = std::shared_ptr<Listener *>;

/// Puts a listener in place. Counts as no pass for -opt-bisect-limit.
struct StartListening : PassInfoMixin<StartListening> {
  SharedListener Current;
  explicit StartListening(SharedListener Current)
      : Current(std::move(Current)) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    LLVMContext &Context = M.getContext();
    if (Trial::current() || !findWantedRemarks(Context).Analysis)
      return PreservedAnalyses::all();
    auto Mine = std::make_unique<Listener>(Context.getDiagnosticHandler());
    *Current = Mine.get();
    Context.setDiagnosticHandler(std::move(Mine));
    return PreservedAnalyses::all();
  }
};

/// Takes it away, unless another handler took its place.
struct StopListening : PassInfoMixin<StopListening> {
  SharedListener Current;
  explicit StopListening(SharedListener Current)
      : Current(std::move(Current)) {}
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    LLVMContext &Context = M.getContext();
    Listener *Mine = std::exchange(*Current, nullptr);
    if (Mine && Context.getDiagHandlerPtr() == Mine) {
      std::unique_ptr<DiagnosticHandler> Old = Context.getDiagnosticHandler();
      Context.setDiagnosticHandler(Mine->takeBehind());
    }
    return PreservedAnalyses::all();
  }
};
} // namespace

void kernelbounds::addVectorizerListener(PassBuilder &PB) {
  auto Current = std::make_shared<Listener *>(nullptr);
  auto Listens = [](OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
    return Level != OptimizationLevel::O0 && Phase == ThinOrFullLTOPhase::None;
  };
  PB.registerOptimizerEarlyEPCallback([=](ModulePassManager &MPM,
                                          OptimizationLevel Level,
                                          ThinOrFullLTOPhase Phase) {
    if (Listens(Level, Phase))
      MPM.addPass(StartListening(Current));
  });
  PB.registerOptimizerLastEPCallback([=](ModulePassManager &MPM,
                                         OptimizationLevel Level,
                                         ThinOrFullLTOPhase Phase) {
    if (Listens(Level, Phase))
      MPM.addPass(StopListening(Current));
  });
}

std::string kernelbounds::reasonNotVectorized(const Function &F,
                                              const DILocation &Start) {
  HeardModules &All = heard();
  const std::lock_guard Guard(All.Lock);
  const auto Record = All.Records.find(F.getParent());
  if (Record == All.Records.end())
    return "";
  const std::string Said =
      Record->second.of(F.getName(), Start.getFilename(), Start.getLine());
  StringRef Reason = Said;
  if (!Reason.consume_front("not vectorized: "))
    return "";
  // What else it says are changes of the source, or other copies of the loop.
  Reason = Reason.take_until([](char C) { return C == '\n' || C == ';'; });
  return Reason.split(". ").first.rtrim('.').str();
}

void kernelbounds::forgetVectorizer(const Module &M) {
  HeardModules &All = heard();
  const std::lock_guard Guard(All.Lock);
  All.Records.erase(&M);
}
