//===- Recorder.cpp - kb-recorder: dependences of a real run --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs an x86-64 program natively, or an AArch64 program in qemu-aarch64,
/// steps through each function whose name matches, and prints for every
/// innermost loop which load had which bytes from which store and how many
/// iterations later: the ground truth for `kernel-opt deps`.
///
/// Loops and memory operands are found as kernel-opt finds them; addresses are
/// computed from the registers of the run. Vector addresses (gathers), masks
/// and repeated string instructions are not followed: such loops say so.
///
/// Exit code 0: done; 1: failed; 77: this machine permits no ptrace. --probe
/// only asks whether it does, --probe-clock whether cycles can be counted.
///
//===----------------------------------------------------------------------===//

#include "Recording.h"
#include "SteppedProgram.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Measure/CycleTimer.h"
#include "kernel-bounds/Measure/Tracee.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

constexpr int ExitNotPermitted = 77;

namespace {

struct Options {
  std::string Program, Functions = ".", Emulator = "qemu-aarch64";
  unsigned Window = 512;
  uint64_t MaxSteps = 50'000'000;
  bool CSV = false, Probe = false, ProbeClock = false;
};

/// What is known of one instruction before the run.
struct Site {
  uint32_t Inst = 0; ///< Into Program::Code.
  const ListedInst *Listed = nullptr;
  uint32_t Entry = 0; ///< Of its function: a site.
  bool IsReturn = false;
  unsigned Loop = Recording::NoLoop;
  bool IsHeader = false;
};

struct LoopInfo {
  const ListedFunction *Function;
  const LoopBody *Body;
  unsigned Index; ///< Among the loops of the function.
  bool HasMask = false, HasGather = false, HasRepeat = false;
  std::vector<uint32_t> OffPath; ///< Accesses that analyses do not see.
};

/// The functions to be followed.
class Program {
public:
  Program(const Input &In, const Regex &Wanted);
  Error check() const;

  const Input &In;
  Kernel Code; ///< Of all functions, one after the other; not one loop.
  std::vector<Site> Sites; ///< Parallel to Code.Insts.
  std::vector<LoopInfo> Loops;
  std::vector<uint64_t> Entries;       ///< By function.
  std::vector<CodeRange> Ranges;       ///< In which the functions are.
  DenseMap<uint64_t, uint32_t> SiteAt; ///< By address in the file.

private:
  void addFunction(const ListedFunction &F, ArrayRef<LoopBody> Bodies,
                   TargetSemantics &Semantics);
  void addLoop(const ListedFunction &F, const LoopBody &Body, unsigned Index);
};

/// Steps through the program and tells the Recording.
class Stepper {
public:
  Stepper(const Options &O, const Program &P, SteppedProgram &Run, Recording &R)
      : O(O), P(P), Run(Run), R(R) {}
  Error run();

private:
  Error followFunction();
  Error passCall(uint64_t Return);
  void observe(const Site &S);
  /// What is known of the next instruction; null if it is not in a function to
  /// be followed.
  const Site *next() const {
    auto It = P.SiteAt.find(Run.pc());
    return It == P.SiteAt.end() ? nullptr : &P.Sites[It->second];
  }

  const Options &O;
  const Program &P;
  SteppedProgram &Run;
  Recording &R;
  uint64_t Steps = 0;
  const Site *Last = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Before the run
//===----------------------------------------------------------------------===//

Program::Program(const Input &In, const Regex &Wanted) : In(In) {
  TargetContext &Target = *In.Target;
  auto Semantics = TargetSemantics::create(
      Target.triple(),
      {&Target.target(), &Target.instrInfo(), &Target.registerInfo()});
  for (auto [F, Bodies] : zip_equal(In.code().Functions, In.Loops))
    if (!Bodies.empty() && Wanted.match(F.Name))
      addFunction(F, Bodies, *Semantics);
}

void Program::addFunction(const ListedFunction &F, ArrayRef<LoopBody> Bodies,
                          TargetSemantics &Semantics) {
  const MCInstrInfo &MII = In.Target->instrInfo();
  uint32_t Entry = Sites.size();
  for (const ListedBlock &B : F.Blocks)
    for (unsigned I = B.First; I != B.End; ++I) {
      const ListedInst &L = In.code().Insts[I];
      if (!SiteAt.try_emplace(L.Address, Sites.size()).second)
        continue;
      Semantics.append(L, Code);
      bool IsReturn = MII.get(L.Inst.getOpcode()).isReturn();
      Sites.push_back({uint32_t(Sites.size()), &L, Entry, IsReturn});
      if (Ranges.empty() ||
          Ranges.back().First + Ranges.back().Size != L.Address)
        Ranges.push_back({L.Address, 0});
      Ranges.back().Size += L.Size;
    }
  Entries.push_back(In.code().Insts[F.Blocks.front().First].Address);
  for (auto [I, Body] : enumerate(Bodies))
    addLoop(F, Body, I);
}

void Program::addLoop(const ListedFunction &F, const LoopBody &Body,
                      unsigned Index) {
  LoopInfo Info{&F, &Body, Index, false, false, false, {}};
  for (unsigned B : Body.Blocks)
    for (unsigned I = F.Blocks[B].First; I != F.Blocks[B].End; ++I) {
      Site &S = Sites[SiteAt.lookup(In.code().Insts[I].Address)];
      S.Loop = Loops.size();
      S.IsHeader = B == Body.Header && I == F.Blocks[B].First;
      const KernelInst &K = Code.Insts[S.Inst];
      bool HasMask = any_of(Code.reads(K), [](const RegRead &Read) {
        return Read.Role == ReadRole::Mask;
      });
      for (const MemRef &M : Code.mems(K)) {
        Info.HasMask |= HasMask;
        Info.HasGather |= M.IsGather;
      }
      Info.HasRepeat |= K.is(IF_Opaque) && !K.is(IF_Call);
      if (K.NumMems && !is_contained(Body.Path, B))
        Info.OffPath.push_back(S.Inst);
    }
  Loops.push_back(std::move(Info));
}

Error Program::check() const {
  if (!In.IsObject)
    return createStringError(In.FileName + ": not an object file");
  if (Loops.empty())
    return createStringError(In.FileName + ": no loop in such a function");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

/// Tells of the instruction that is next.
void Stepper::observe(const Site &S) {
  const KernelInst &K = P.Code.Insts[S.Inst];
  bool Repeats = Last == &S && K.is(IF_Opaque);
  R.instruction(S.Loop, S.IsHeader && !Repeats);
  Last = &S;
  ArrayRef<MemRef> Mems = P.Code.mems(K);
  if (Mems.empty())
    return;
  R.executes(S.Inst);
  for (const MemRef &M : Mems)
    if (M.IsLoad && !M.IsGather && !K.is(IF_Prefetch))
      R.load(S.Inst, Run.address(M), M.Width);
  for (const MemRef &M : Mems)
    if (M.IsStore && !M.IsGather)
      R.store(S.Inst, Run.address(M), M.Width);
}

/// Lets a callee run undisturbed.
Error Stepper::passCall(uint64_t Return) {
  uint64_t Stack = Run.stackPointer();
  R.call();
  do {
    if (Error E = Run.setBreak(Return))
      return E;
    if (Error E = Run.run())
      return E;
  } while (!Run.hasExited() &&
           (Run.pc() != Return || Run.stackPointer() != Stack));
  return Error::success();
}

/// From the entry of a function to its return, which is next then, or to where
/// it jumps out.
Error Stepper::followFunction() {
  uint32_t Entry = next()->Entry;
  Last = nullptr;
  while (!Run.hasExited()) {
    if (++Steps > O.MaxSteps)
      return createStringError("more than " + Twine(O.MaxSteps) + " steps");
    const Site *S = next();
    if (!S || S->Entry != Entry)
      break;
    observe(*S);
    if (S->IsReturn)
      break;
    bool IsCall = P.Code.Insts[S->Inst].is(IF_Call);
    if (Error E = IsCall ? passCall(Run.pc() + S->Listed->Size) : Run.step())
      return E;
  }
  R.finish();
  return Error::success();
}

Error Stepper::run() {
  for (uint64_t Entry : P.Entries)
    if (Error E = Run.setBreak(Entry))
      return E;
  while (true) {
    if (Error E = Run.run())
      return E;
    if (Run.hasExited())
      break;
    uint64_t Entry = Run.pc();
    if (Error E = followFunction())
      return E;
    if (Run.hasExited())
      break;
    if (Error E = Run.setBreak(Entry))
      return E;
  }
  if (Run.exitCode() != 0)
    return createStringError("the program returned " + Twine(Run.exitCode()));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static std::string hex(uint64_t Address) {
  return "0x" + utohexstr(Address, /*LowerCase=*/true);
}

static std::string addressOf(const Program &P, uint32_t Inst) {
  return hex(P.Sites[Inst].Listed->Address);
}

static std::string headerOf(const Program &P, const LoopInfo &L) {
  const ListedBlock &Header = L.Function->Blocks[L.Body->Header];
  return hex(P.In.code().Insts[Header.First].Address);
}

static void writeRun(const Program &P, const LoopRun &Run, uint64_t Count,
                     json::OStream &J) {
  J.object([&] {
    J.attribute("iterations", Run.Iterations);
    J.attribute("count", Count);
    if (Run.Partial.empty())
      return;
    J.attributeObject("partial", [&] {
      for (const auto &[Inst, Ranges] : Run.Partial)
        J.attributeArray(addressOf(P, Inst), [&] {
          for (auto [First, Number] : Ranges)
            J.value(json::Array{First, Number});
        });
    });
  });
}

/// All of the loop, in the order of the code.
static void writeInstructions(const Program &P, const LoopInfo &L,
                              json::OStream &J) {
  auto Printer = P.In.Target->createInstPrinter();
  J.attributeArray("instructions", [&] {
    for (unsigned B : L.Body->Blocks)
      for (unsigned I = L.Function->Blocks[B].First;
           I != L.Function->Blocks[B].End; ++I) {
        const ListedInst &Inst = P.In.code().Insts[I];
        J.value(json::Array{hex(Inst.Address),
                            P.In.Target->textOf(Inst, *Printer)});
      }
  });
}

static void writeLoop(const Program &P, const LoopInfo &L,
                      const RecordedLoop &R, json::OStream &J) {
  J.attribute("function", L.Function->Name);
  J.attribute("header", headerOf(P, L));
  J.attribute("loop", L.Index);
  writeInstructions(P, L, J);
  J.attributeArray("unfollowed", [&] {
    if (R.HasCall)
      J.value("call");
    if (L.HasMask)
      J.value("mask");
    if (L.HasGather)
      J.value("gather");
    if (L.HasRepeat)
      J.value("repeat");
  });
  J.attributeArray("accesses", [&] {
    for (uint32_t Inst : R.Accesses)
      J.value(addressOf(P, Inst));
  });
  J.attributeArray("off_path", [&] {
    for (uint32_t Inst : L.OffPath)
      J.value(addressOf(P, Inst));
  });
  J.attributeArray("runs", [&] {
    for (const auto &[Run, Count] : R.Runs)
      writeRun(P, Run, Count, J);
  });
  J.attributeArray("pairs", [&] {
    for (const auto &[Pair, Count] : R.Pairs)
      J.object([&] {
        J.attribute("store", addressOf(P, Pair.Store));
        J.attribute("load", addressOf(P, Pair.Load));
        J.attribute("delta", Pair.Delta);
        J.attribute("bytes", Pair.Bytes);
        J.attribute("count", Count.Count);
        J.attribute("in_window", Count.InWindow);
        J.attribute("overwritten", Count.Overwritten);
      });
  });
}

static void writeJSON(const Options &O, const Program &P,
                      ArrayRef<RecordedLoop> Loops) {
  json::OStream J(outs(), 1);
  J.object([&] {
    J.attribute("program", O.Program);
    J.attribute("window", O.Window);
    J.attributeArray("loops", [&] {
      for (auto [L, R] : zip_equal(P.Loops, Loops))
        if (!R.Runs.empty())
          J.object([&, &L = L, &R = R] { writeLoop(P, L, R, J); });
    });
  });
  outs() << '\n';
}

static void writeCSV(const Program &P, ArrayRef<RecordedLoop> Loops) {
  outs() << "function,header,iterations,store,load,delta,bytes,count,"
            "in_window\n";
  for (auto [L, R] : zip_equal(P.Loops, Loops)) {
    uint64_t Iterations = 0;
    for (const auto &[Run, Count] : R.Runs)
      Iterations += Run.Iterations * Count;
    for (const auto &[Pair, Count] : R.Pairs)
      if (Count.Count)
        outs() << L.Function->Name << ',' << headerOf(P, L) << ',' << Iterations
               << ',' << addressOf(P, Pair.Store) << ','
               << addressOf(P, Pair.Load) << ',' << Pair.Delta << ','
               << Pair.Bytes << ',' << Count.Count << ',' << Count.InWindow
               << '\n';
  }
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

static Error usageError() {
  return createStringError(
      "usage: kb-recorder PROGRAM [--functions=REGEX] [--format=json|csv] "
      "[--window=512] [--max-steps=N] [--emulator=qemu-aarch64]\n"
      "       kb-recorder --probe|--probe-clock");
}

static Expected<Options> parseOptions(ArrayRef<const char *> Args) {
  Options O;
  for (StringRef Arg : Args) {
    bool Ok = true;
    if (Arg.consume_front("--functions="))
      O.Functions = Arg;
    else if (Arg.consume_front("--emulator="))
      O.Emulator = Arg;
    else if (Arg.consume_front("--window="))
      Ok = !Arg.getAsInteger(10, O.Window);
    else if (Arg.consume_front("--max-steps="))
      Ok = !Arg.getAsInteger(10, O.MaxSteps);
    else if (Arg == "--probe")
      O.Probe = true;
    else if (Arg == "--probe-clock")
      O.ProbeClock = true;
    else if (Arg == "--format=csv" || Arg == "--format=json")
      O.CSV = Arg == "--format=csv";
    else if (!Arg.starts_with("-") && O.Program.empty())
      O.Program = Arg;
    else
      Ok = false;
    if (!Ok)
      return usageError();
  }
  if (O.Program.empty() && !O.Probe && !O.ProbeClock)
    return usageError();
  return O;
}

/// Whether this machine lets a process step through its child.
static Error probe() {
  auto Child = Tracee::start("/proc/self/exe");
  if (!Child)
    return Child.takeError();
  return (*Child)->step();
}

static Expected<std::unique_ptr<SteppedProgram>> start(const Options &O,
                                                       const Program &P) {
  const TargetContext &Target = *P.In.Target;
  if (Target.triple().isX86())
    return startNative(O.Program, Target.registerInfo());
  return startEmulated(O.Program, O.Emulator, P.Ranges, Target.registerInfo());
}

static Error record(const Options &O) {
  Regex Wanted(O.Functions);
  std::string Message;
  if (!Wanted.isValid(Message))
    return createStringError("--functions: " + Message);
  InputOptions Reading;
  Reading.SourceLines = false;
  auto In = readInput(O.Program, Reading);
  if (!In)
    return In.takeError();
  Program P(**In, Wanted);
  if (Error E = P.check())
    return E;

  std::vector<RecordedLoop> Loops(P.Loops.size());
  for (const Site &S : P.Sites)
    if (S.Loop != Recording::NoLoop && P.Code.Insts[S.Inst].NumMems)
      Loops[S.Loop].Accesses.push_back(S.Inst);
  auto Run = start(O, P);
  if (!Run)
    return Run.takeError();
  Recording R(Loops, O.Window);
  if (Error E = Stepper(O, P, **Run, R).run())
    return E;
  if (O.CSV)
    writeCSV(P, Loops);
  else
    writeJSON(O, P, Loops);
  return Error::success();
}

static Error run(const Options &O) {
  if (O.Probe)
    return probe();
  return O.ProbeClock ? findCycleClock().takeError() : record(O);
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  auto O = parseOptions(ArrayRef<const char *>(Argv + 1, Argc - 1));
  Error E = !O ? O.takeError() : run(*O);
  int Code = 0;
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    errs() << "kb-recorder: error: " << Info.message() << '\n';
    Code = Info.isA<NotPermitted>() ? ExitNotPermitted : 1;
  });
  return Code;
}
