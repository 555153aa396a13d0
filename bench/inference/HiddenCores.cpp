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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <optional>
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

namespace {
struct Request {
  unsigned First = 1, Last = 200; ///< Seeds.
  llvm::StringRef Mode = "none";
  unsigned FormsPerCore = 0; ///< 0: drawn.
  bool IsVerbose = false;
};
} // namespace

/// Returns none if \p Args are not as the usage says.
static std::optional<Request> parse(llvm::ArrayRef<const char *> Args) {
  Request R;
  if (Args.empty())
    return R;
  if (Args.size() < 2 || Args.size() > 5 ||
      !llvm::to_integer(Args[0], R.First) || !llvm::to_integer(Args[1], R.Last))
    return std::nullopt;
  if (Args.size() > 2)
    R.Mode = Args[2];
  if (Args.size() > 3 && !llvm::to_integer(Args[3], R.FormsPerCore))
    return std::nullopt;
  R.IsVerbose = Args.size() > 4;
  const bool IsMode = llvm::is_contained(
      llvm::ArrayRef<llvm::StringRef>{"none", "priors", "wrong", "groups"},
      R.Mode);
  return IsMode ? std::optional(R) : std::nullopt;
}

int main(int argc, char **argv) {
  const std::optional<Request> Asked = parse({argv + 1, argv + argc});
  if (!Asked) {
    llvm::errs() << "usage: kb-hidden-cores [FIRST-SEED LAST-SEED "
                    "[none|priors|wrong|groups [FORMS [verbose]]]]\n";
    return 1;
  }
  const auto &[First, Last, Mode, FormsPerCore, IsVerbose] = *Asked;
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
    if (NumBad != 0 || IsVerbose)
      llvm::outs() << "seed " << Seed << ": " << NumBad << " wrong, worst "
                   << int(100 * Worst) << " %," << Example << "; "
                   << Core.Forms.size() << " forms, " << Found.NumExperiments
                   << " experiments, " << Found.NumRuns << " runs, "
                   << int(1000 * Seconds) << " ms\n";
    if (IsVerbose)
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
