//===- MeasureModel.cpp - The model file of kernel-opt measure ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An entry for each form that differs stays if the model with it is nearer to
/// the machine; then the way in which the core chooses ports is looked for.
///
/// Tested by test/kernel-opt/measure.test and measure-core.test with simulated
/// machines.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Measurement.h"
#include "kernel-bounds/Measure/ModelLoopRunner.h"
#include "kernel-bounds/Measure/UnmeasuredForms.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::vector<ModelEntry>
Measurement::allEntries(ArrayRef<ModelEntry> Entries) const {
  std::vector<ModelEntry> All = AccessEntries;
  All.insert(All.end(), Entries.begin(), Entries.end());
  All.insert(All.end(), LateEntries.begin(), LateEntries.end());
  return All;
}

Expected<std::unique_ptr<PortModel>>
Measurement::modelOf(const MeasuredModelHead &Of, ArrayRef<ModelEntry> All) {
  SmallString<128> File;
  if (std::error_code Problem =
          sys::fs::createTemporaryFile("kernel-bounds-model", "yaml", File))
    return createStringError("temporary file: " + Problem.message());
  const FileRemover Remover(File);
  if (Error E = withOutput(File, [&](raw_ostream &OS) -> Error {
        printMeasuredModel(OS, Of, All);
        return Error::success();
      }))
    return std::move(E);
  auto User = readModelFile(File);
  if (!User)
    return User.takeError();
  return PortModel::create(Target->target(), Target->triple(),
                           Target->instrInfo(),
                           {Of.Cpu, std::move(*User), nullptr});
}

Expected<std::unique_ptr<PortModel>>
Measurement::tryModel(ArrayRef<ModelEntry> Entries) {
  return modelOf(Head, allEntries(Entries));
}

Expected<std::unique_ptr<PortModel>> Measurement::openLLVMModel() {
  MeasuredModelHead Alone;
  Alone.Name = "llvm-" + Head.Cpu;
  Alone.Target = Head.Target;
  Alone.Cpu = Alone.LLVMCpu = Head.Cpu;
  Alone.Base = "llvm";
  Alone.Source = "none";
  return modelOf(Alone, {});
}

/// What the other one of the shipped model and LLVM's says of the forms. LLVM
/// may have none of the core.
Error Measurement::askOtherModel() {
  std::unique_ptr<PortModel> Other;
  if (Options.BaseIsLLVM) {
    Other = std::move(Shipped);
    Result.OtherModel = Other->description();
  } else {
    auto Alone = openLLVMModel();
    if (!Alone) {
      consumeError(Alone.takeError());
      return Error::success();
    }
    Other = std::move(*Alone);
    Result.OtherModel = "LLVM's scheduling model of " + Head.Cpu;
  }
  ModelLoopRunner Runner(*Other, *Semantics, /*Simulates=*/true);
  FormExperiments OnOther(Runner, *Builder);
  for (const FormRow &R : Result.Rows)
    Result.Other.push_back(OnOther.measure(*R.Form));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// An entry stays only if the model with it is nearer to the machine.
Error Measurement::writeModel() {
  PortModel &Under = under();
  ModelEntryWriter Writer(Under, *Builder,
                          Options.BaseIsLLVM
                              ? ArrayRef(Forms)
                              : ArrayRef<const InstructionForm *>(),
                          Additions);
  Writer.useFindings(Result.Ports);
  std::vector<FormRow> Rows = Result.Rows;
  useRegisterDivisions(Rows);
  ModelLoopRunner UnderRunner(Under, *Semantics, /*Simulates=*/true);
  FormExperiments OnUnder(UnderRunner, *Builder);
  if (BaseWithCore)
    for (FormRow &R : Rows)
      R.Model = OnUnder.measure(*R.Form);
  if (Options.BaseIsLLVM)
    addUnmeasuredForms(Rows, Catalog, [&](const InstructionForm &F) {
      return OnUnder.measure(F);
    });
  StringSet<> Without, Counted;
  for (const PortFinding &P : Result.Ports)
    if (P.Counted && P.IsBetter)
      for (const InstructionForm *F : P.Forms)
        Counted.insert(F->Name);
  auto New = tryModel(Writer.entries(Rows, Without));
  if (!New)
    return New.takeError();
  ModelLoopRunner Runner(**New, *Semantics, /*Simulates=*/true);
  FormExperiments OnNew(Runner, *Builder);
  for (const FormRow &R : Rows) {
    const double Before = R.totalDifference();
    if (Before == 0)
      continue;
    FormRow After = R;
    After.Model = OnNew.measure(*R.Form);
    const double Rest = After.totalDifference();
    // What was counted need not make a difference.
    const double Gain = Counted.contains(R.Form->Name) ? -0.005 : 0.005;
    if (Rest > Before - Gain || !After.Model.isKnown())
      Without.insert(R.Form->Name);
    if (Rest > 0 && R.Machine.MeasuredAs != UnmeasuredForm)
      Result.NotWritten.push_back(R.Form->Name);
  }
  const std::vector<ModelEntry> Entries = Writer.entries(Rows, Without);
  if (isCoreMeasured()) {
    if (Options.BaseIsLLVM)
      if (Error E = chooseCodeWay(Entries))
        return E;
    if (Error E = choosePorts(Entries))
      return E;
  }
  return withOutput(path("model.yaml"), [&](raw_ostream &OS) -> Error {
    printMeasuredModel(OS, Head, allEntries(Entries));
    return Error::success();
  });
}

/// How far the loops whose names begin with \p Prefix are off with \p Way;
/// nullopt if there are none.
Expected<std::optional<double>>
Measurement::tryWay(ArrayRef<ModelEntry> Entries, const std::string &Way,
                    StringRef Prefix) {
  const std::string Sections = Head.Sections;
  Head.Sections += Way;
  auto Tried = tryModel(Entries);
  Head.Sections = Sections;
  if (!Tried)
    return Tried.takeError();
  ModelLoopRunner Runner(**Tried, *Semantics, /*Simulates=*/true);
  return loopError(Runner,
                   [&](StringRef Name) { return Name.starts_with(Prefix); });
}

/// By how much less the simulated times of loops like those of programs are off
/// if ports are chosen by \p Choice than if they are chosen as the base does,
/// less by how much those of other loops contradict that; 0 if not measured.
Expected<double> Measurement::gainOfChoice(ArrayRef<ModelEntry> Entries,
                                           PortChoice Choice) {
  PortWay Way;
  Way.Choice = Choice;
  double Better = 0;
  for (StringRef Prefix : {"choice.", "mixed."}) {
    auto Before = tryWay(Entries, "", Prefix),
         After = tryWay(Entries, Way.text(), Prefix);
    if (!Before || !After)
      return joinErrors(Before.takeError(), After.takeError());
    if (!*Before || !*After)
      return 0;
    Better += **Before - **After;
  }
  return Better;
}

/// Tries how the simulated core may choose ports, and takes what explains the
/// loops "choice.N" best, if the base does not: first the schedulers, then what
/// is special about them.
Error Measurement::choosePorts(ArrayRef<ModelEntry> Entries) {
  constexpr StringLiteral Prefix = "choice.";
  auto Before = tryWay(Entries, "", Prefix);
  if (!Before)
    return Before.takeError();
  if (!*Before)
    return Error::success();
  double Least = **Before;
  std::optional<PortWay> Best;
  // Half a percent is no reason to say something else than the base.
  auto TryAll = [&](ArrayRef<PortWay> Ways, double Worth) -> Error {
    std::optional<PortWay> Nearest;
    double Off = Least - Worth;
    for (const PortWay &W : Ways) {
      auto Error = tryWay(Entries, W.text(), Prefix);
      if (!Error)
        return Error.takeError();
      if (**Error < Off) {
        Off = **Error;
        Nearest = W;
      }
    }
    if (Nearest) {
      Best = std::move(Nearest);
      Least = Off;
    }
    return Error::success();
  };
  if (Error E = TryAll(listWays(), 0.005))
    return E;
  if (Best)
    if (Error E = TryAll(Best->variants(), 0.002))
      return E;
  // Where each port has a scheduler of its own, nothing else is asked.
  if (!Best || Best->General.empty()) {
    double Most = 0.01;
    for (PortChoice Choice : {PortChoice::AtRename, PortChoice::AtRenameLate}) {
      auto Gain = gainOfChoice(Entries, Choice);
      if (!Gain)
        return Gain.takeError();
      if (*Gain <= Most)
        continue;
      Most = *Gain;
      Best.emplace();
      Best->Choice = Choice;
    }
  }
  if (Best)
    Head.Sections += Best->text();
  return Error::success();
}

CoreFigures Measurement::machineFigures() const {
  CoreFigures Figures;
  for (const CoreRow &R : Result.Core)
    Figures.set(R.Name, R.Machine);
  return Figures;
}

std::vector<PortWay> Measurement::listWays() const {
  std::vector<std::string> Vector, Accesses;
  const InstructionForm *VectorAdd = Catalog.find(VectorAdditionForm);
  // Of a shipped model, the schedulers are its own.
  if (Options.BaseIsLLVM && BaseWithCore && VectorAdd) {
    Vector = ModelEntryWriter(*BaseWithCore, *Builder, {}).portsOf(*VectorAdd);
    for (const Port &P : BaseWithCore->ports())
      if (StringRef(P.Name).starts_with("mem"))
        Accesses.push_back(P.Name);
  }
  return listPortChoices(machineFigures(), Additions, Vector, Accesses);
}

/// Adds the way in which the cache of micro-ops delivers code, if one explains
/// the loops "code.N" and "code.dense.N", and windows alone do not.
Error Measurement::chooseCodeWay(ArrayRef<ModelEntry> Entries) {
  const CoreFigures OnMachine = machineFigures();
  constexpr StringLiteral Begin = "pipeline:\n";
  const std::string Sections = Head.Sections;
  if (findCodeWindow(OnMachine) != 0 || !StringRef(Sections).starts_with(Begin))
    return Error::success();
  auto With = [&](StringRef Way) {
    return (Begin + Way + StringRef(Sections).drop_front(Begin.size())).str();
  };
  std::vector<std::string> Ways = listCodeWays(OnMachine);
  Ways.insert(Ways.begin(), "");
  // Nothing is explained by what is further off. Where the code of a loop
  // stands may make it slower by more than that, but not faster.
  constexpr double MostBySlow = 0.1;
  double Least = 0.03;
  std::string Best;
  for (const std::string &Way : Ways) {
    Head.Sections = With(Way);
    auto Tried = tryModel(Entries);
    if (!Tried)
      return Tried.takeError();
    ModelLoopRunner Runner(**Tried, *Semantics, /*Simulates=*/true);
    const std::optional<double> Off = loopError(
        Runner,
        [](StringRef Name) {
          return Name.consume_front("code.") &&
                 (isDigit(Name.front()) || Name.starts_with("dense."));
        },
        MostBySlow);
    // None is the simplest, and of two others the first says less.
    const double Worth = Best.empty() ? 0.01 : 0.001;
    if (Off && *Off < Least - (Way.empty() ? 0 : Worth)) {
      Least = *Off;
      Best = Way;
    }
  }
  Head.Sections = With(Best);
  return Error::success();
}

/// The mean relative difference of the loops of the core that are meant, of
/// which each counts at most \p MostBySlow if it is slower than \p Runner says;
/// nullopt if there are none.
std::optional<double>
Measurement::loopError(LoopRunner &Runner,
                       function_ref<bool(StringRef)> IsMeant,
                       double MostBySlow) const {
  double Sum = 0;
  unsigned Count = 0;
  for (const CoreExperiment &X : CoreLoops) {
    auto Row = find_if(Result.Core,
                       [&](const CoreRow &R) { return R.Name == X.Name; });
    if (!IsMeant(X.Name) || !Row->Machine.isKnown())
      continue;
    const LoopOutcome O = Runner.run(X.Loop);
    if (!O.isKnown())
      continue;
    const double Above = O.Cycles / Row->Machine.Cycles - 1;
    Sum += std::max(Above, std::min(-Above, MostBySlow));
    ++Count;
  }
  if (Count == 0)
    return std::nullopt;
  return Sum / Count;
}
