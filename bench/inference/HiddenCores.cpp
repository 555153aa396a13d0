//===- HiddenCores.cpp - Inference of cores that are made up --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Infers many hidden cores and counts those of which all fresh mixes are
/// predicted within 2 %.
///
/// usage: kb-hidden-cores [FIRST-SEED LAST-SEED
///                        [none|priors|wrong|groups [FORMS [verbose]]]]
///
/// Priors are right, wrong for a fifth of the forms one by one, or for a fifth
/// of the groups of forms that are used alike.
//
//===----------------------------------------------------------------------===//

#include "../../unittests/Inference/HiddenCore.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdlib>
#include <string>

using namespace kernelbounds;

static std::string show(const FormUsage &U) {
  std::string Text = std::to_string(U.Slots) + ":";
  for (const ResourceUse &Use : U.Uses) {
    Text += " " + std::to_string(Use.Cycles) + "*{";
    Use.Resources.forEach([&](unsigned P) { Text += std::to_string(P) + ","; });
    Text.back() = '}';
  }
  return Text;
}

static void showCore(const HiddenCore &Core, const InferredCore &Found) {
  llvm::outs() << "  width " << Core.Width << ", found " << Found.IssueWidth
               << (Found.IsWidthSeen ? "" : " at least") << "; ports "
               << Core.NumPorts << ", found " << Found.NumResources << "\n";
  for (FormId F = 0; F != Core.Forms.size(); ++F) {
    llvm::outs() << "  " << F << " " << show(Core.Forms[F]) << " -> "
                 << show(Found.Forms[F].Usage) << " "
                 << confidenceName(Found.Forms[F].Trust);
    for (const FormUsage &U : Found.Forms[F].Alternatives)
      llvm::outs() << " or " << show(U);
    llvm::outs() << "\n";
  }
}

int main(int argc, char **argv) {
  const unsigned First = argc > 2 ? std::atoi(argv[1]) : 1;
  const unsigned Last = argc > 2 ? std::atoi(argv[2]) : 200;
  const std::string Mode = argc > 3 ? argv[3] : "none";
  const unsigned FormsPerCore = argc > 4 ? std::atoi(argv[4]) : 0;
  const bool Verbose = argc > 5;
  unsigned NumGood = 0, NumForms = 0, NumExperiments = 0, NumRuns = 0;
  const auto Start = std::chrono::steady_clock::now();
  for (unsigned Seed = First; Seed <= Last; ++Seed) {
    CoreMaker Maker(Seed);
    const HiddenCore Core = Maker.make(FormsPerCore);
    FaultyRunner Runner(Core, Seed);
    PortInferenceOptions Options;
    Options.NumForms = Core.Forms.size();
    if (Mode != "none")
      Options.Priors =
          Maker.makePriors(Core, Mode == "priors" ? 0 : 20, Mode == "groups");
    const auto Before = std::chrono::steady_clock::now();
    const InferredCore Found = inferPorts(Runner, Options);
    const double Seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - Before)
            .count();
    unsigned NumBad = 0;
    double Worst = 0;
    std::string Example;
    for (unsigned I = 0; I != 1000; ++I) {
      const Mix M = Maker.makeMix(Core);
      const double True = Core.cycles(M);
      const auto Predicted = Found.predict(M);
      const double Error =
          Predicted ? std::fabs(Predicted->toDouble() - True) / True : 1;
      if (Error > 0.02)
        ++NumBad;
      if (Error > Worst && Error > 0.02) {
        Example.clear();
        for (auto [F, Count] : M)
          Example += " " + std::to_string(Count) + "x" + std::to_string(F);
      }
      Worst = std::max(Worst, Error);
    }
    NumGood += NumBad == 0;
    NumForms += Core.Forms.size();
    NumExperiments += Found.NumExperiments;
    NumRuns += Found.NumRuns;
    if (NumBad != 0 || Verbose)
      llvm::outs() << "seed " << Seed << ": " << NumBad << " wrong, worst "
                   << int(100 * Worst) << " %," << Example << "; "
                   << Core.Forms.size() << " forms, " << Found.NumExperiments
                   << " experiments, " << Found.NumRuns << " runs, "
                   << int(1000 * Seconds) << " ms\n";
    if (Verbose)
      showCore(Core, Found);
    llvm::outs().flush();
  }
  const double Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  llvm::outs() << NumGood << " of " << Last - First + 1 << " exact; "
               << double(NumExperiments) / NumForms << " experiments and "
               << double(NumRuns) / NumForms << " runs per form; " << Seconds
               << " s\n";
}
