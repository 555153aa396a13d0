//===- Batch.cpp - Bounds of many loops in one process --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many loops per second and core the bounds take, reading apart.
///
///   kb-batch [CPU [LOOPS [RUNS]]]      default: skylake-avx512 20000 5
///
/// Writes assembly with LOOPS different loops of 10 instructions: loads,
/// stores, scalar and vector arithmetic, with random registers from a fixed
/// seed, a counter and its branch. Reads it once, then takes all bounds of all
/// loops RUNS times, in one thread. Prints one line of CSV for each run:
/// processor seconds for reading (assembly parsed, loops found), for the bounds
/// (kernel built, mapped, ports, dependences through memory, verdict,
/// opportunity), and loops per second of the latter.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Model/PortModel.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>
#include <random>

using namespace kernelbounds;
using namespace llvm;

/// Of this process, in seconds.
static double processorTime() {
  timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return double(T.tv_sec) + double(T.tv_nsec) * 1e-9;
}

/// Eight random instructions; the counter and the branch make ten.
static std::string writeLoops(unsigned NumLoops) {
  static constexpr const char *Templates[] = {
      "vmovupd {3}(%rdi,%rcx,8), %ymm{0}",
      "vmovupd %ymm{0}, {3}(%rsi,%rcx,8)",
      "vmovsd {3}(%rdx,%rcx,8), %xmm{0}",
      "vaddpd %ymm{0}, %ymm{1}, %ymm{2}",
      "vmulpd %ymm{0}, %ymm{1}, %ymm{2}",
      "vfmadd231pd %ymm{0}, %ymm{1}, %ymm{2}",
      "vaddsd {3}(%rdi,%rcx,8), %xmm{0}, %xmm{1}",
      "vpaddd %ymm{0}, %ymm{1}, %ymm{2}",
      "addq {3}(%rdi,%rcx,8), %r8",
      "leaq {3}(%r8,%rax), %r9",
      "xorq %r9, %rax"};
  // Its numbers are the same everywhere, and in each run.
  std::mt19937 Random(1); // NOLINT(bugprone-random-generator-seed)
  std::string Text = "\t.text\n\t.globl\tf\nf:\n";
  raw_string_ostream OS(Text);
  for (unsigned L = 0; L < NumLoops; ++L) {
    OS << ".L" << L << ":\n";
    for (unsigned I = 0; I < 8; ++I) {
      const char *Template = Templates[Random() % std::size(Templates)];
      unsigned A = Random() % 16, B = Random() % 16, C = Random() % 16;
      OS << '\t' << formatv(false, Template, A, B, C, Random() % 64 * 8)
         << '\n';
    }
    OS << "\taddq\t$4, %rcx\n\tjne\t.L" << L << '\n';
  }
  OS << "\tretq\n";
  return Text;
}

namespace {
struct Found {
  const ListedFunction *Function;
  const LoopBody *Body;
};
} // namespace

static Error run(StringRef Cpu, unsigned NumLoops, unsigned NumRuns) {
  auto Text = MemoryBuffer::getMemBufferCopy(writeLoops(NumLoops), "loops.s");
  double Begin = processorTime();
  Expected<std::unique_ptr<Input>> In = readInput(std::move(Text), {});
  if (!In)
    return In.takeError();
  double Reading = processorTime() - Begin;

  const TargetContext &Target = *(*In)->Target;
  std::unique_ptr<const MCInstrInfo> MII(Target.target().createMCInstrInfo());
  std::unique_ptr<const MCRegisterInfo> MRI(
      Target.target().createMCRegInfo(Target.triple()));
  std::unique_ptr<TargetSemantics> Semantics = createTargetSemantics(
      Target.triple(), {&Target.target(), MII.get(), MRI.get()});
  auto Model = PortModel::create(Target.target(), Target.triple(), *MII,
                                 PortModelRequest{Cpu.str()});
  if (!Model)
    return Model.takeError();
  Semantics->setWantsCodeLayout(usesCodeLayout(**Model));

  std::vector<Found> Loops;
  for (auto [F, Bodies] : zip_equal((*In)->code().Functions, (*In)->Loops))
    for (const LoopBody &B : Bodies)
      Loops.push_back({&F, &B});
  if (Loops.size() != NumLoops)
    return createStringError("found " + Twine(Loops.size()) +
                             " loops, not as many as were written");

  LoopOptions Options;
  Options.Bounds.PerPort = false; // As in the plugin: no report shows ports.
  Options.Advice = false;
  outs() << "cpu,loops,reading_s,bounds_s,loops_per_s\n";
  for (unsigned R = 0; R < NumRuns; ++R) {
    Begin = processorTime();
    unsigned NumBounded = 0;
    for (const Found &L : Loops) {
      const LoopResult R = analyzeLoop(
          {(*In)->code(), *L.Function, *L.Body, *Semantics}, **Model, Options);
      NumBounded += !R.prediction().isZero();
    }
    double Seconds = processorTime() - Begin;
    if (NumBounded != NumLoops)
      return createStringError("only " + Twine(NumBounded) +
                               " loops have a bound");
    outs() << formatv("{0},{1},{2:f3},{3:f3},{4:f0}\n", Cpu, NumLoops, Reading,
                      Seconds, NumLoops / Seconds);
  }
  return Error::success();
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  unsigned NumLoops = 20000, NumRuns = 5;
  if (Argc > 4 || (Argc > 2 && StringRef(Argv[2]).getAsInteger(10, NumLoops)) ||
      (Argc > 3 && StringRef(Argv[3]).getAsInteger(10, NumRuns)) ||
      NumLoops == 0) {
    errs() << "usage: kb-batch [CPU [LOOPS [RUNS]]]\n";
    return 2;
  }
  if (Error E = run(Argc > 1 ? Argv[1] : "skylake-avx512", NumLoops, NumRuns)) {
    errs() << "kb-batch: error: " << toString(std::move(E)) << '\n';
    return 1;
  }
  return 0;
}
