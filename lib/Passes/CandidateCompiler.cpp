//===- CandidateCompiler.cpp - A function compiled in several ways --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The copy of the function stands in a module of its own in a context of its
/// own: nothing that a candidate does can be seen in the code of the user.
/// Other functions are declarations there. A pass pipeline of the compiler runs
/// on it as it will run on the user's module; that pipeline ends where the
/// plugin's pass fills the trial.
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "CandidateCompiler.h"
#include "AnalysisManagers.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What a PassBuilder was made for
//===----------------------------------------------------------------------===//

// LLVM 22 hands plugins a PassBuilder, which knows target machine and options,
// and does not tell them. An explicit instantiation may name private members.
namespace {
template <typename Tag> struct MemberOf { static typename Tag::Type Value; };
template <typename Tag> typename Tag::Type MemberOf<Tag>::Value;
template <typename Tag, typename Tag::Type Member> struct Reveal {
  struct Fill {
    Fill() { MemberOf<Tag>::Value = Member; }
  };
  static Fill Filled;
};
template <typename Tag, typename Tag::Type Member>
typename Reveal<Tag, Member>::Fill Reveal<Tag, Member>::Filled;

struct TargetMachineTag {
  using Type = TargetMachine *PassBuilder::*;
};
struct TuningTag {
  using Type = PipelineTuningOptions PassBuilder::*;
};
template struct Reveal<TargetMachineTag, &PassBuilder::TM>;
template struct Reveal<TuningTag, &PassBuilder::PTO>;
} // namespace

/// LLVM tells its pipelines by an option of type bool, and nothing else.
static bool isUnrollAndJamEnabled() {
  const auto &Known = cl::getRegisteredOptions();
  const auto At = Known.find(UnrollAndJamOption);
  return At != Known.end() &&
         static_cast<cl::opt<bool> *>(At->second)->getValue();
}

Compilation Compilation::of(PassBuilder &PB, OptimizationLevel Level,
                            ThinOrFullLTOPhase Phase) {
  Compilation Out = {PB.*MemberOf<TargetMachineTag>::Value,
                     PB.*MemberOf<TuningTag>::Value, Level, Phase};
  Out.UnrollsAndJams = Out.Tuning.LoopUnrolling && isUnrollAndJamEnabled();
  return Out;
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

/// Whether \p C, or a constant that it is made of, is the address of a block of
/// another function than \p F.
static bool namesBlockOfOther(const Constant &C, const Function &F,
                              SmallPtrSetImpl<const Constant *> &Seen) {
  SmallVector<const Constant *, 16> Open{&C};
  while (!Open.empty()) {
    const Constant *Next = Open.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (const auto *B = dyn_cast<BlockAddress>(Next)) {
      if (B->getFunction() != &F)
        return true;
      continue;
    }
    // What a variable holds is asked of the variable.
    if (!isa<GlobalValue>(Next))
      for (const Use &U : Next->operands())
        if (const auto *Part = dyn_cast<Constant>(U))
          Open.push_back(Part);
  }
  return false;
}

bool CandidateCompiler::canCopy(const Function &F) {
  SmallPtrSet<const Constant *, 32> Seen;
  for (const Instruction &I : instructions(F))
    for (const Use &U : I.operands())
      if (const auto *C = dyn_cast<Constant>(U))
        if (namesBlockOfOther(*C, F, Seen))
          return false;
  return true;
}

/// \p F with the data of its module; loops are numbered. Data that name blocks
/// of other functions are declarations, as those functions are. Neither places
/// in the source nor the name of its file are kept: they do not change code.
static std::unique_ptr<Module> copyFunction(const Function &F) {
  ValueToValueMapTy Map;
  std::unique_ptr<Module> Copy =
      CloneModule(*F.getParent(), Map, [&](const GlobalValue *V) {
        if (V == &F)
          return true;
        const auto *Data = dyn_cast<GlobalVariable>(V);
        if (!Data || Data->getName().starts_with("llvm."))
          return false;
        SmallPtrSet<const Constant *, 32> Seen;
        return !Data->hasInitializer() ||
               !namesBlockOfOther(*Data->getInitializer(), F, Seen);
      });
  for (GlobalVariable &V : make_early_inc_range(Copy->globals()))
    if (V.getName().starts_with("llvm.") && V.use_empty())
      V.eraseFromParent();
  auto &New = *cast<Function>(Map[&F]);
  // Nobody calls it there, and it must stay.
  New.setLinkage(GlobalValue::ExternalLinkage);
  New.setComdat(nullptr);
  StripDebugInfo(*Copy);
  Copy->setSourceFileName("candidate");
  unsigned Number = 0;
  forEachInnermostLoop(New, [&](Loop &L) { setLoopNumber(L, Number++); });
  return Copy;
}

CandidateCompiler::CandidateCompiler(const Compilation &How, const Function &F)
    : How(How), Name(F.getName().str()), Size(F.getInstructionCount()) {
  const std::unique_ptr<Module> Copy = copyFunction(F);
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(*Copy, OS, /*ShouldPreserveUseListOrder=*/true);
}

CandidateCompiler::CandidateCompiler(const Compilation &How, LoopRegion Region)
    : How(How), Name(LoopRegion::Name), Bitcode(std::move(Region.Bitcode)),
      Size(Region.Size) {}

//===----------------------------------------------------------------------===//
// One candidate
//===----------------------------------------------------------------------===//

namespace {
/// Tells nobody of what is said about candidates.
struct Silence final : DiagnosticHandler {
  bool HasFailed = false;
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    HasFailed |= Info.getSeverity() == DS_Error;
    return true;
  }
};
} // namespace

namespace {
/// Marks what the compiler makes of loops, where it makes it.
class LoopWatch {
public:
  explicit LoopWatch(PassInstrumentationCallbacks &PIC) {
    PIC.registerBeforeNonSkippedPassCallback([this](StringRef Pass, Any IR) {
      if (Pass == LoadElimination)
        if (const auto *F = any_cast<const Function *>(&IR))
          Before = findNumberedLoops(const_cast<Function &>(**F));
    });
    PIC.registerAfterPassCallback(
        [this](StringRef Pass, Any IR, const PreservedAnalyses &) {
          const auto *F = any_cast<const Function *>(&IR);
          if (F && Pass == "LoopDistributePass")
            markPieces(const_cast<Function &>(**F));
          // The copies that it makes are for data that overlap.
          if (F && Pass == LoadElimination)
            forgetOtherLoops(const_cast<Function &>(**F), Before);
        });
  }

private:
  static constexpr StringLiteral LoadElimination = "LoopLoadEliminationPass";
  std::set<const BasicBlock *> Before;
};
} // namespace

namespace {
/// Looks which loops the loop vectorizer has changed, and keeps all passes
/// behind it from running.
class VectorizerProbe {
public:
  VectorizerProbe(PassInstrumentationCallbacks &PIC, size_t Loops)
      : HasChanged(Loops, true) {
    PIC.registerShouldRunOptionalPassCallback(
        [this](StringRef, Any) { return !HasRun; });
    PIC.registerAfterPassCallback(
        [this](StringRef Pass, Any IR, const PreservedAnalyses &) {
          const auto *F = any_cast<const Function *>(&IR);
          if (F && Pass == "LoopVectorizePass")
            look(const_cast<Function &>(**F));
        });
  }

  /// By number. A loop that is gone counts as changed.
  std::vector<bool> HasChanged;

private:
  void look(Function &F) {
    HasRun = true;
    std::vector<bool> IsAsItWas(HasChanged.size()), HasMark(HasChanged.size());
    forEachInnermostLoop(F, [&](Loop &L) {
      if (const std::optional<unsigned> Number = loopNumberOf(L))
        (getBooleanLoopAttribute(&L, VectorizedName) ? HasMark
                                                     : IsAsItWas)[*Number] =
            true;
    });
    for (size_t I = 0; I < HasChanged.size(); ++I)
      HasChanged[I] = HasMark[I] || !IsAsItWas[I];
  }

  bool HasRun = false;
};
} // namespace

/// Runs the passes of \p How on \p F by \p Hints up to the code generator.
/// \p Managers have those who watch.
static void optimize(Function &F, const Compilation &How,
                     ArrayRef<LoopHints> Hints, AnalysisManagers &Managers) {
  std::vector<HintedLoop> Loops;
  forEachInnermostLoop(F, [&](Loop &L) {
    if (std::optional<unsigned> Number = loopNumberOf(L))
      Loops.push_back({L.getHeader(), Hints[*Number]});
  });
  hintLoops(F, Loops, Managers.FAM);
  Managers.PB.buildModuleOptimizationPipeline(How.Level, How.Phase)
      .run(*F.getParent(), Managers.MAM);
}

/// \returns false if the target cannot.
static bool emitObject(Module &M, const Compilation &How,
                       SmallVectorImpl<char> &Object) {
  raw_svector_ostream OS(Object);
  legacy::PassManager PM;
  PM.add(createTargetTransformInfoWrapperPass(How.TM->getTargetIRAnalysis()));
  PM.add(new TargetLibraryInfoWrapperPass(libraryOf(How)));
  if (How.TM->addPassesToEmitFile(PM, OS, nullptr, CodeGenFileType::ObjectFile))
    return false;
  PM.run(M);
  return true;
}

/// Bytes of the function \p Name of \p Object; 0 where the format has no sizes.
static uint64_t sizeOf(StringRef Name, StringRef Object) {
  auto File = object::ObjectFile::createObjectFile(
      MemoryBufferRef(Object, "candidate"));
  if (!File) {
    consumeError(File.takeError());
    return 0;
  }
  auto *Elf = dyn_cast<object::ELFObjectFileBase>(File->get());
  if (!Elf)
    return 0;
  for (const object::ELFSymbolRef S : Elf->symbols()) {
    Expected<StringRef> Found = S.getName();
    if (Found && *Found == Name)
      return S.getSize();
    if (!Found)
      consumeError(Found.takeError());
  }
  return 0;
}

/// Null if the copy cannot be read.
std::unique_ptr<Module> CandidateCompiler::parse(LLVMContext &Context) const {
  auto Parsed = parseBitcodeFile(
      MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), Name),
      Context);
  if (Parsed)
    return std::move(*Parsed);
  consumeError(Parsed.takeError());
  return nullptr;
}

std::vector<LoopChances>
CandidateCompiler::findChances(LoopTransforms Asked) const {
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<Silence>());
  const std::unique_ptr<Module> M = parse(Context);
  if (!M)
    return {};
  AnalysisManagers Managers(How);
  return kernelbounds::findChances(*M->getFunction(Name), Asked, Managers.FAM);
}

std::vector<bool>
CandidateCompiler::findVectorizable(ArrayRef<LoopHints> Hints) const {
  LLVMContext Context;
  Context.setDiagnosticHandler(std::make_unique<Silence>());
  const std::unique_ptr<Module> M = parse(Context);
  if (!M)
    return std::vector<bool>(Hints.size(), true);
  AnalysisManagers Managers(How);
  VectorizerProbe Probe(Managers.PIC, Hints.size());
  optimize(*M->getFunction(Name), How, Hints, Managers);
  return Probe.HasChanged;
}

/// As -mprefer-vector-width=\p Bits does, by an attribute that targets with
/// vectors of one width do not heed.
static void preferVectors(Function &F, unsigned Bits) {
  F.addFnAttr("prefer-vector-width", std::to_string(Bits));
}

unsigned kernelbounds::vectorBitsOf(const Function &F,
                                    const TargetMachine &TM) {
  return TM.getTargetTransformInfo(F)
      .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
      .getFixedValue();
}

std::pair<unsigned, unsigned> CandidateCompiler::findVectorBits() const {
  constexpr unsigned Any = 1 << 16;
  LLVMContext Context;
  const std::unique_ptr<Module> M = parse(Context);
  if (!M)
    return {};
  Function &F = *M->getFunction(Name);
  const unsigned Preferred = vectorBitsOf(F, *How.TM);
  preferVectors(F, Any);
  return {Preferred, vectorBitsOf(F, *How.TM)};
}

/// Of all that \p M says.
static XXH128_hash_t hashOf(const Module &M) {
  SmallVector<char, 0> Code;
  raw_svector_ostream OS(Code);
  WriteBitcodeToFile(M, OS);
  return xxh3_128bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(Code.data()), Code.size()));
}

static std::vector<bool> loopsThatMatter(const Trial &T) {
  std::vector<bool> Out(T.Source.size());
  for (unsigned I = 0; I < Out.size(); ++I)
    Out[I] = T.Matters(I);
  return Out;
}

/// Whether all of \p Now are among \p Then.
static bool areAmong(const std::vector<bool> &Now,
                     const std::vector<bool> &Then) {
  return all_of(zip_equal(Now, Then), [](const auto &Both) {
    return !std::get<0>(Both) || std::get<1>(Both);
  });
}

std::optional<CompiledCandidate>
CandidateCompiler::compile(ArrayRef<LoopHints> Hints, Trial &T,
                           unsigned VectorBits) {
  LLVMContext Context;
  auto Handler = std::make_unique<Silence>();
  const Silence &Said = *Handler;
  Context.setDiagnosticHandler(std::move(Handler));
  const std::unique_ptr<Module> M = parse(Context);
  if (!M)
    return std::nullopt;
  Function &F = *M->getFunction(Name);
  if (VectorBits != 0)
    preferVectors(F, VectorBits);
  {
    AnalysisManagers Managers(How);
    LoopWatch Watch(Managers.PIC);
    optimize(F, How, Hints, Managers);
  }
  markLoops(F, *How.TM);
  forgetHints(F);
  const XXH128_hash_t Hash = hashOf(*M);
  std::vector<bool> Matters = loopsThatMatter(T);
  const auto At = Known.find({Hash.low64, Hash.high64});
  if (At != Known.end() && T.Recorded.empty() && !Said.HasFailed &&
      areAmong(Matters, At->second.Mattered)) {
    T.Loops = At->second.Loops;
    return CompiledCandidate{At->second.Bytes, {}};
  }
  CompiledCandidate Out;
  {
    CurrentTrial Now(T);
    if (!emitObject(*M, How, Out.Object))
      return std::nullopt;
  }
  if (Said.HasFailed)
    return std::nullopt;
  Out.Bytes = sizeOf(Name, StringRef(Out.Object.data(), Out.Object.size()));
  if (T.Problem.empty())
    Known[{Hash.low64, Hash.high64}] = {std::move(Matters), T.Loops, Out.Bytes};
  return Out;
}
