//===- main.cpp - kernel-opt ----------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How fast can a loop run, and what holds it back? Chooses the subcommand and
/// prints errors, each once. Exit code 0: done; 1: bad input; 2: bad usage;
/// that of the program after `kernel-opt run`.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace kernelbounds;
using namespace llvm;

static constexpr Command Commands[] = {
    {"analyze", "Bounds of every innermost loop (default)", runAnalyze},
    {"build", "Run a build, and report on all objects that it compiles",
     runBuild},
    {"merge", "One report on the records of many objects", runMerge},
    {"diff", "Two versions: which loops became faster or slower, and why",
     runDiff},
    {"deps", "Dependences through memory: source, destination, distance",
     runDeps},
    {"lsp", "Language server: figures of loops in an editor, after each save",
     runLsp},
    {"check-source", "Do the loops of sources keep to what comments claim?",
     runCheckSource},
    {"model",
     "model check: where the values of a prediction come from; is a model file "
     "valid. model diff: compare two models. model install: make a model the "
     "host's",
     runModel},
    {"evaluate", "Measure kernels here and compare predictions with them",
     runEvaluate},
    {"measure", "Measure what instructions take here, and make a model of it",
     runMeasure},
    {"run", "Run a program, and rank its loops by the time they take", runRun},
    {"tune", "Compile a source in several ways, and name the pragmas that pay",
     runTune},
};

ArrayRef<Command> kernelbounds::allCommands() { return Commands; }

static Error run(ArrayRef<const char *> Args) {
  if (!Args.empty())
    for (const Command &C : Commands)
      if (C.Name == Args.front())
        return C.Run(Args.drop_front());
  // For builds, and not for people: no row of the table.
  if (!Args.empty() && StringRef(Args.front()) == "cc")
    return runCompilerWrapper(Args.drop_front());
  return Commands[0].Run(Args);
}

/// Messages quote what they are about: file names, symbols, assembly.
static std::string shown(const ErrorInfoBase &Info) {
  return escapeControls(Info.message(), /*KeepsLines=*/true);
}

/// Memory that is given back is kept for the next loop. What is laid out for a
/// simulation is large and lives for a moment: fetching its pages anew each
/// time takes eight times as long as the simulation of a recorded run itself.
/// One arena serves all threads: those of threads that have ended, which the
/// library keeps apart, give their pages back.
static void keepMemory() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1); // Never.
  mallopt(M_TOP_PAD, 16 << 20);
#endif
}

int main(int Argc, char **Argv) {
  keepMemory();
  InitLLVM Init(Argc, Argv);
#ifdef SIGXFSZ
  // A file that may not grow any more is an error of writing like others.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  Error E = run(ArrayRef<const char *>(Argv + 1, Argc - 1));
  int Code = 0;
  handleAllErrors(
      std::move(E),
      [&](const UsageError &U) {
        errs() << "kernel-opt: error: " << shown(U)
               << "\nusage: " << usageLine()
               << "\n'kernel-opt --help' lists the options\n";
        Code = 2;
      },
      [&](const ProgramExit &P) { Code = std::max(Code, P.code()); },
      [&](const ErrorInfoBase &Info) {
        errs() << "kernel-opt: error: " << shown(Info) << '\n';
        Code = std::max(Code, 1);
      });
  return Code;
}
