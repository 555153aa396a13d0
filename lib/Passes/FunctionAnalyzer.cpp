//===- FunctionAnalyzer.cpp - The loops of a MachineFunction --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a MachineFunction to analysed loops. Loops are found on the listing by
/// the same code as for assembly, so that both front ends agree.
/// Tested by test/Passes.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "DependenceFile.h"
#include "MachineText.h"
#include "ModelReader.h"
#include "RecordFile.h"
#include "RemarkLog.h"
#include "RunProfile.h"
#include "Trial.h"
#include "VectorizerListener.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Remarks/RemarkStreamer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

FunctionAnalyzer::FunctionAnalyzer(AsmPrinter *AP, const PluginOptions &Options)
    : Options(Options), Lowering(AP),
      Log(std::make_unique<RemarkLog>(Options.Fold)),
      Record(Options.Record.empty() ? nullptr
                                    : &RecordFile::get(Options.Record)) {}

FunctionAnalyzer::~FunctionAnalyzer() = default;

WantedRemarks kernelbounds::findWantedRemarks(LLVMContext &Context) {
  remarks::RemarkStreamer *Main = Context.getMainRemarkStreamer();
  if (Context.getLLVMRemarkStreamer() && Main && Main->matchesFilter(PassName))
    return {true, true};
  const DiagnosticHandler &Shown = *Context.getDiagHandlerPtr();
  return {Shown.isAnalysisRemarkEnabled(PassName),
          Shown.isMissedOptRemarkEnabled(PassName)};
}

/// A branch to its own or an earlier block: without one there is no loop.
static bool mayHaveLoop(const MachineFunction &MF) {
  BitVector Seen(MF.getNumBlockIDs());
  for (const MachineBasicBlock &MBB : MF) {
    Seen.set(MBB.getNumber());
    for (const MachineBasicBlock *S : MBB.successors())
      if (Seen[S->getNumber()])
        return true;
  }
  return false;
}

bool FunctionAnalyzer::isWanted(const MachineFunction &MF) const {
  if (!Options.Annotate && Options.Dependences.empty() && !Record &&
      !Wanted.any())
    return false;
  if (!findTarget(MF.getTarget().getTargetTriple()))
    return false;
  // Nothing matches a pattern that is at fault; run() tells the user of it.
  if (!Options.Function.empty() && !Options.IsFunctionFaulty &&
      !Regex(Options.Function).match(MF.getName()))
    return false;
  return mayHaveLoop(MF);
}

/// The core that the user compiles for: the one that -mtune names, if it is a
/// core; -march may name a set of instructions that many cores have.
static StringRef coreOf(const TargetSubtargetInfo &STI) {
  const StringRef Tune = STI.getTuneCPU();
  return Tune.empty() || Tune.starts_with("generic") ? STI.getCPU() : Tune;
}

FunctionAnalyzer::Core &FunctionAnalyzer::coreFor(const MachineFunction &MF) {
  std::string Cpu = Options.Cpu, CodeCpu;
  if (Cpu.empty() && Options.ModelFile.empty()) {
    Cpu = coreOf(MF.getSubtarget()).str();
    CodeCpu = MF.getSubtarget().getCPU().str();
  }
  std::unique_ptr<Core> &C = Cores[{Cpu, CodeCpu}];
  if (C)
    return *C;
  C = std::make_unique<Core>();
  const TargetMachine &TM = MF.getTarget();
  // The function's subtarget lives as long as the target machine.
  PortModelRequest Request{Cpu, nullptr, &MF.getSubtarget(), CodeCpu};
  if (!Options.ModelFile.empty()) {
    ModelFileResult User = readModelFileByPlugin(Options.ModelFile);
    if (!User) {
      C->Problem = toString(User.takeError());
      return *C;
    }
    if (!Cpu.empty() && !servesCpu((*User)->Tables, Cpu)) {
      C->Problem = notServed((*User)->Tables, Cpu);
      return *C;
    }
    Request.User = std::move(*User);
  }
  auto Model = PortModel::create(TM.getTarget(), TM.getTargetTriple(),
                                 *TM.getMCInstrInfo(), Request);
  if (Model)
    C->Model = std::move(*Model);
  else
    C->Problem = toString(Model.takeError());
  return *C;
}

DiagnosticLocation
kernelbounds::findLocation(const MachineFunction &MF,
                           ArrayRef<const MachineInstr *> Insts) {
  for (const MachineInstr *MI : Insts)
    if (const DebugLoc &Loc = MI->getDebugLoc(); Loc && Loc.getLine() != 0)
      return Loc;
  return DiagnosticLocation(MF.getFunction().getSubprogram());
}

/// The loop whose header is \p Header, or null.
static const MachineLoop *loopOf(const MachineLoopInfo &MLI,
                                 const MachineBasicBlock &Header) {
  const MachineLoop *ML = MLI.getLoopFor(&Header);
  return ML && ML->getHeader() == &Header ? ML : nullptr;
}

/// Ways into loop \p B that do not lead to its header.
static unsigned countOtherEntries(const MachineListing &L, const LoopBody &B) {
  SmallPtrSet<const MachineBasicBlock *, 16> Inside;
  for (unsigned Block : B.Blocks)
    Inside.insert(L.Blocks[Block]);
  unsigned Sum = 0;
  for (unsigned Block : B.Blocks)
    if (Block != B.Header)
      Sum += count_if(L.Blocks[Block]->predecessors(),
                      [&](const MachineBasicBlock *From) {
                        return !Inside.contains(From);
                      });
  return Sum;
}

static bool mayStore(const MachineBasicBlock &MBB) {
  return any_of(MBB.instrs(), [](const MachineInstr &MI) {
    return MI.mayStore() || MI.isInlineAsm();
  });
}

/// Whether a path through loop \p B that is not analysed has what no model
/// knows the time of.
static bool hasGapsElsewhere(const MachineListing &L, const LoopBody &B,
                             const PortModel &Model) {
  return any_of(B.Blocks, [&](unsigned Block) {
    return !is_contained(B.Path, Block) &&
           any_of(L.Blocks[Block]->instrs(), [&](const MachineInstr &MI) {
             return MI.isCall() || MI.isInlineAsm() ||
                    !Model.isDescribed(MI.getOpcode());
           });
  });
}

/// What the blocks of loop \p B call that are not analysed, each once.
static std::vector<std::string> callsElsewhere(const MachineListing &L,
                                               const LoopBody &B) {
  std::vector<std::string> Calls;
  for (unsigned Block : B.Blocks)
    if (!is_contained(B.Path, Block))
      for (const MachineInstr &MI : L.Blocks[Block]->instrs())
        if (MI.isCall())
          if (std::string Name = calleeOf(MI); !is_contained(Calls, Name))
            Calls.push_back(std::move(Name));
  return Calls;
}

/// Tells the accesses of \p K what the compiler knows of their alignment, which
/// opcodes do not always say.
static void addAlignment(Kernel &K, ArrayRef<const MachineInstr *> Source) {
  for (size_t I = 0; I < K.Insts.size(); ++I) {
    // Of what became several instructions it is open which one has which.
    const bool IsOne = (I == 0 || Source[I - 1] != Source[I]) &&
                       (I + 1 == Source.size() || Source[I + 1] != Source[I]);
    if (K.Insts[I].NumMems != 1 || !IsOne)
      continue;
    MemRef &M = K.Mems[K.Insts[I].FirstMem];
    auto Operands = memoryOperands(*Source[I], M);
    if (Operands.size() == 1)
      M.Align = std::max<uint64_t>(
          M.Align,
          std::min<uint64_t>(Operands.front()->getAlign().value(), 64));
  }
}

/// Of the instructions of \p K, by those of the listing: which of their
/// accesses others see.
static void markObserved(Kernel &K, ArrayRef<const MachineInstr *> Source) {
  for (auto [I, From] : zip_equal(K.Insts, Source))
    if (any_of(From->memoperands(),
               [](const MachineMemOperand *M) { return !M->isUnordered(); }))
      I.Flags |= IF_Observed;
}

/// Names the instructions of \p L for which the model has nothing.
void FunctionAnalyzer::nameNotModeled(const MachineFunction &MF,
                                      AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  for (auto [I, M, From] :
       zip_equal(A.kernel().Insts, A.Mapped.Insts, L.Source)) {
    if (!M.is(MF_NotModeled) || I.is(IF_Call))
      continue;
    if (!Printer)
      Printer = std::make_unique<MachineText>(MF);
    L.NotModeled.push_back(
        Semantics->code().mnemonicOf(Printer->of(*I.Inst, *From)));
  }
}

bool FunctionAnalyzer::wantsSimulation(IRAnalyses &IR,
                                       const AnalyzedLoop &L) const {
  if (!Options.Simulate)
    return false;
  if (Trying)
    return mattersTo(*Trying, IR, L);
  return Wanted.Analysis || Options.Annotate || Record ||
         (Wanted.Missed && !isRest(L.Origin.Copy.Role));
}

/// Makes the most of the budget of \p O: where no state repeats within it, a
/// mean over what it has room for, if that is one of a steady state.
static void limitSimulation(LoopOptions &O) {
  const uint64_t Budget = O.Simulation.Budget;
  O.Bounds.DrawBudget = Budget;
  if (Budget == 0 || Budget >= O.Simulation.MaxSlots)
    return;
  O.Simulation.MaxSlots = Budget;
  O.Simulation.MostLeftPercent = 1;
}

AnalyzedLoop FunctionAnalyzer::analyzeOne(IRAnalyses &IR, Core &Model,
                                          const MachineListing &L,
                                          const LoopBody &Body,
                                          const MachineLoopInfo &MLI,
                                          const LoopOrigin &Origin) {
  AnalyzedLoop Out;
  Out.Origin = Origin;
  Out.Header = L.Blocks[Body.Header];
  for (const auto &[Block, Name] : L.NotLowered)
    if (is_contained(Body.Path, Block))
      Out.NotLowered.push_back(Name);
  Out.NumOtherEntries = countOtherEntries(L, Body);
  Out.NumOtherBlocks = Body.NumOtherBlocks;
  Out.CallsElsewhere = callsElsewhere(L, Body);
  LoopOptions O;
  O.Bounds.Assignment = Options.Assignment;
  O.Bounds.MinGainPercent = Options.MinGainPercent;
  O.Bounds.PerPort = Options.Annotate || Record;
  O.Advice = (Wanted.Missed || Record) && Out.NotLowered.empty() &&
             !isRest(Origin.Copy.Role) &&
             !hasGapsElsewhere(L, Body, *Model.Model);
  O.Simulate = wantsSimulation(IR, Out);
  O.Bounds.ExactFrontEnd = O.Simulate || Trying;
  O.Window = !Trying;
  O.Simulation.Budget = Options.SimulateBudget;
  if (!Trying)
    limitSimulation(O);
  auto AddWhatIsKnown = [&](Kernel &K, AnalysisOptions &Bounds) {
    Out.Source.clear();
    for (const KernelInst &I : K.Insts)
      Out.Source.push_back(L.Source[I.Listed]);
    markObserved(K, Out.Source);
    if (!Options.IRContext)
      return;
    addAlignment(K, Out.Source);
    Out.Memory =
        std::make_unique<IRMemory>(IR, loopOf(MLI, *Out.Header), K, Out.Source);
    Bounds.Known = Out.Memory.get();
  };
  const Loop Listed{L.Code, L.Code.Functions.front(), Body, *Semantics};
  Out.Result = analyzeLoop(Listed, *Model.Model, O, AddWhatIsKnown);
  nameNotModeled(IR.MF, Out);
  Out.Loc = Origin.Copy.Start ? DiagnosticLocation(DebugLoc(Origin.Copy.Start))
                              : findLocation(IR.MF, Out.Source);
  return Out;
}

/// Blocks that the loops of \p Loops need: their own, and those before them;
/// the latter without the former. All blocks of the loops if \p WithOtherPaths,
/// else those of their paths. Ascending; \p NumBlocks is the function's.
static std::pair<SmallVector<unsigned>, SmallVector<unsigned>>
neededBlocks(ArrayRef<LoopBody> Loops, size_t NumBlocks, bool WithOtherPaths) {
  BitVector Blocks(NumBlocks), Before(NumBlocks);
  for (const LoopBody &B : Loops) {
    for (unsigned Block : WithOtherPaths ? B.Blocks : B.Path)
      Blocks.set(Block);
    for (const BlockBefore &From : B.Before)
      Before.set(From.Block);
  }
  Before.reset(Blocks);
  return {SmallVector<unsigned>(Blocks.set_bits()),
          SmallVector<unsigned>(Before.set_bits())};
}

/// The user's least hotness of what is shown; 0 for everything.
static uint64_t hotnessThreshold(const MachineFunction &MF) {
  const Module &M = *MF.getFunction().getParent();
  const LLVMContext &Context = M.getContext();
  if (!Context.isDiagnosticsHotnessThresholdSetFromPSI())
    return Context.getDiagnosticsHotnessThreshold();
  return ProfileSummaryInfo(M).getOrCompHotCountThreshold();
}

/// \p Frequencies is null if the user does not ask for hotness.
static std::vector<LoopOrigin>
findOrigins(const MachineFunction &MF, const MachineListing &L,
            ArrayRef<LoopBody> Loops, const MachineLoopInfo &MLI,
            const MachineBlockFrequencyInfo *Frequencies) {
  std::vector<LoopBlocks> InMachine;
  for (const LoopBody &B : Loops) {
    const MachineBasicBlock *Header = L.Blocks[B.Header];
    LoopBlocks &To =
        InMachine.emplace_back(LoopBlocks{Header, {}, MLI.getLoopFor(Header)});
    for (unsigned Block : B.Blocks)
      To.Blocks.push_back(L.Blocks[Block]);
  }
  std::vector<LoopCopy> Copies = findCopies(InMachine);
  const uint64_t Threshold = Frequencies ? hotnessThreshold(MF) : 0;
  std::vector<LoopOrigin> Out(Loops.size());
  for (auto [I, O] : enumerate(Out)) {
    O.Copy = Copies[I];
    if (!Frequencies)
      continue;
    O.Hotness = Frequencies->getBlockProfileCount(L.Blocks[Loops[I].Header]);
    O.IsCold = O.Hotness.value_or(0) < Threshold;
  }
  return Out;
}

/// Leaves out the cold ones of \p Loops, of which nothing will be said.
static void dropCold(std::vector<LoopBody> &Loops,
                     std::vector<LoopOrigin> &Origins) {
  std::vector<LoopBody> Kept;
  for (auto [Body, Origin] : zip_equal(Loops, Origins))
    if (!Origin.IsCold)
      Kept.push_back(std::move(Body));
  Loops = std::move(Kept);
  llvm::erase_if(Origins, [](const LoopOrigin &O) { return O.IsCold; });
}

namespace {
/// What of code generation is asked of a function with loops.
struct LoopAnalyses {
  std::optional<MachineDominatorTree> MDT;
  MachineLoopInfo MLI;
  MachineBranchProbabilityInfo MBPI;
  std::optional<MachineBlockFrequencyInfo> Frequencies;
};
} // namespace

std::vector<AnalyzedLoop> FunctionAnalyzer::analyzeLoops(IRAnalyses &IR,
                                                         Core &Model) {
  MachineFunction &MF = IR.MF;
  std::vector<AnalyzedLoop> Out;
  MachineListing L = listControlFlow(MF, /*AsAssembly=*/!Options.IRContext);
  LoopAnalyses A;
  const bool WantsHotness =
      MF.getFunction().getContext().getDiagnosticsHotnessRequested();
  auto FollowsFrequencies = [&](ArrayRef<LoopBody> Loops) {
    A.MDT.emplace(MF);
    A.MLI.calculate(*A.MDT);
    const bool Follows =
        Options.IRContext &&
        any_of(Loops, [](const LoopBody &B) { return B.Blocks.size() > 1; });
    if (Follows || WantsHotness)
      A.Frequencies.emplace(MF, A.MBPI, A.MLI);
    if (Follows)
      addFrequencies(L, *A.Frequencies);
    return Follows;
  };
  auto NeedsBefore = [&](const LoopBody &B) {
    return Semantics->hasModes() ||
           any_of(B.Path, [&](unsigned P) { return mayStore(*L.Blocks[P]); });
  };
  std::vector<LoopBody> Loops = findInnermostLoops(
      L.Code.Functions.front(), FollowsFrequencies, NeedsBefore);
  if (Loops.empty())
    return Out;
  std::vector<LoopOrigin> Origins = findOrigins(
      MF, L, Loops, A.MLI, WantsHotness ? &*A.Frequencies : nullptr);
  if (!Options.Annotate && !File && !Record)
    dropCold(Loops, Origins);
  Semantics->setWantsCodeLayout(usesCodeLayout(*Model.Model));
  const bool WantsPrints = Profile || (Trying && !Trying->Recorded.empty());
  auto [Blocks, Before] =
      neededBlocks(Loops, L.Blocks.size(), File || WantsPrints);
  lowerBlocks(L, Blocks, Lowering);
  lowerBlocksBefore(L, Before, Lowering);
  Out.reserve(Loops.size());
  for (auto [B, Origin] : zip_equal(Loops, Origins))
    Out.push_back(analyzeOne(IR, Model, L, B, A.MLI, Origin));
  if (WantsPrints)
    for (auto [B, Loop] : zip_equal(Loops, Out))
      Loop.Fingerprint =
          fingerprintOf(L.Code, L.Code.Functions.front(), B, *Semantics);
  if (Profile)
    addRecorded(MF, Out);
  if (File)
    for (auto [I, B] : enumerate(Loops))
      File->addLoop(L, B, I, Out[I].Result.Bounds, MF);
  if (Record)
    for (const AnalyzedLoop &Loop : Out)
      Record->addLoop(Loop, L, MF);
  return Out;
}

std::string FunctionAnalyzer::openProfile() {
  if (Options.Profile.empty() || Profile)
    return "";
  auto Read = RunProfile::read(Options.Profile);
  Profile =
      std::make_unique<RunProfile>(Read ? std::move(*Read) : RunProfile());
  return Read ? "" : "-kernel-bounds-profile: " + toString(Read.takeError());
}

/// Places of the instructions of \p L, with those they were inlined into.
static std::set<std::pair<std::string, unsigned>>
placesOf(const AnalyzedLoop &L) {
  std::set<std::pair<std::string, unsigned>> Places;
  for (const MachineInstr *MI : L.Source)
    for (const DILocation *At = MI->getDebugLoc(); At; At = At->getInlinedAt())
      if (At->getLine() != 0)
        Places.emplace(sys::path::filename(At->getFilename()).str(),
                       At->getLine());
  return Places;
}

void FunctionAnalyzer::addRecorded(const MachineFunction &MF,
                                   MutableArrayRef<AnalyzedLoop> Loops) {
  const ArrayRef<RecordedLoop> Recorded = Profile->of(MF.getName());
  if (Recorded.empty())
    return;
  std::vector<PresentLoop> Present;
  for (const AnalyzedLoop &L : Loops)
    Present.push_back({L.Fingerprint, placesOf(L)});
  for (auto [R, M] :
       zip_equal(Recorded, RunProfile::match(Recorded, Present))) {
    if (M.Loop)
      Loops[*M.Loop].Recorded = &R;
    else if (Wanted.Analysis && !RunProfile::isOfAnotherFile(R, Present))
      emitProfileMismatch(*Log, Loops.front(), R, M.FitsSeveral);
  }
}

static void warn(const MachineFunction &MF, const std::string &Text) {
  MF.getFunction().getContext().diagnose(
      DiagnosticInfoGeneric("kernel-bounds: " + Text, DS_Warning));
}

/// Whether remarks may wait until the module ends. The objects of Mach-O hold
/// the strings of a bitstream record, and are written before.
static bool canHoldRemarks(const MachineFunction &MF) {
  const remarks::RemarkStreamer *Main =
      MF.getFunction().getContext().getMainRemarkStreamer();
  return !Main || !Main->needsSection() ||
         !MF.getTarget().getTargetTriple().isOSBinFormatMachO();
}

void FunctionAnalyzer::finish(const Module &M) {
  Log->flush();
  forgetVectorizer(M);
  const std::string Problem = Record ? Record->addModule(M) : "";
  if (!Problem.empty())
    M.getContext().diagnose(
        DiagnosticInfoGeneric("kernel-bounds: " + Problem, DS_Warning));
}

bool FunctionAnalyzer::makeSemantics(const MachineFunction &MF) {
  if (Semantics)
    return true;
  const TargetMachine &TM = MF.getTarget();
  Semantics = createTargetSemantics(
      TM.getTargetTriple(),
      {&TM.getTarget(), TM.getMCInstrInfo(), TM.getMCRegisterInfo()});
  return Semantics != nullptr;
}

void FunctionAnalyzer::run(MachineFunction &MF, Annotations &Notes) {
  Wanted = findWantedRemarks(MF.getFunction().getContext());
  if (!isWanted(MF) || !makeSemantics(MF))
    return;
  const TimeTraceScope Timed("kernel-bounds", MF.getName());
  Core &Model = coreFor(MF);
  std::string Problem =
      Options.Problem.empty() ? Model.Problem : Options.Problem;
  if (!Options.Dependences.empty()) {
    std::string NotOpened;
    File = DependenceFile::open(Options.Dependences, NotOpened);
    if (Problem.empty())
      Problem = NotOpened;
  }
  if (std::string NotRead = openProfile(); Problem.empty())
    Problem = NotRead;
  if (!Problem.empty() && !ReportedProblem) {
    // Bad options are the user's to mend: a warning, once per compilation.
    ReportedProblem = true;
    warn(MF, Problem);
  }
  if (!Model.Model || Options.IsFunctionFaulty)
    return;
  IRAnalyses IR(MF, Rules);
  for (const AnalyzedLoop &L : analyzeLoops(IR, Model)) {
    if (Wanted.any() && !Model.SaidBorrowed &&
        !Model.Model->borrowedFrom().empty()) {
      Model.SaidBorrowed = true;
      emitBorrowedModel(*Log, L, Wanted);
    }
    if (!L.Origin.IsCold)
      emitRemarks(*Log, L, Wanted);
    if (Options.Annotate)
      annotate(L, Notes);
  }
  if (!canHoldRemarks(MF))
    Log->flush();
  if (!File)
    return;
  if (std::string NotWritten = File->takeProblem(); !NotWritten.empty())
    warn(MF, NotWritten);
}
