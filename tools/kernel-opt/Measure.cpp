//===- Measure.cpp - kernel-opt measure -----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps: the machine, the forms, the experiments, the files.
///
/// - machine.txt: what was measured; a run goes on only if it is the same.
/// - forms.csv: a row for each form, written while the run goes on.
/// - measure.json, measure.html: all of it, for programs and for people.
/// - model.yaml: what differs from the base.
///
/// Tested by test/kernel-opt/measure.test with simulated machines.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Machine.h"
#include "MeasureOptions.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "kernel-bounds/Measure/FormReports.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "kernel-bounds/Measure/IdleFiller.h"
#include "kernel-bounds/Measure/MeasuredModel.h"
#include "kernel-bounds/Measure/ModelLoopRunner.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "kernel-bounds/Model/Targets.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include <chrono>
#include <cmath>
#include <optional>
#include <thread>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// One run, step by step.
class Measurement {
public:
  explicit Measurement(const MeasureOptions &Options) : Options(Options) {}
  Error run();

private:
  Error openTarget();
  Error openBase();
  Error openMachine();
  Error openHost();
  Error openSimulated();
  Error chooseForms();
  Error listForms();
  Error checkFolder();
  Error measureCoreItself();
  Error describeCoreItself();
  Error measureForms();
  Error writeModel();
  Error choosePorts(ArrayRef<ModelEntry> Entries);
  Expected<std::optional<double>> tryWay(ArrayRef<ModelEntry> Entries,
                                         const std::string &Way);
  std::vector<PortWay> listWays() const;
  std::optional<double> choiceError(LoopRunner &Runner) const;
  Error writeReports();
  Expected<std::unique_ptr<PortModel>> readModel(StringRef File);
  Error writeModelFile(ArrayRef<ModelEntry> Entries);
  std::string path(StringRef File) const {
    return (Options.Out + "/" + File).str();
  }
  void say(const Twine &Text) const {
    if (!Options.Quiet)
      errs() << "kernel-opt: " << Text << '\n';
  }

  const MeasureOptions &Options;
  std::unique_ptr<TargetContext> Target;
  std::unique_ptr<TargetSemantics> Semantics;
  MeasuredModelHead Head;
  std::unique_ptr<PortModel> Base;
  /// The base with what was measured of the core; null if that is nothing.
  std::unique_ptr<PortModel> BaseWithCore;
  std::vector<ModelEntry> AccessEntries; ///< That it needs.
  std::vector<ModelEntry> LeaEntries;    ///< They come last.
  CommandLine SimulatedOptions;
  std::optional<MachineCache> SimulatedMachines;
  std::optional<FormBuilder> Builder;
  FormCatalog Catalog;
  std::vector<const InstructionForm *> Forms;
  std::unique_ptr<LoopRunner> Machine, Model;
  std::optional<IdleFiller> Filler;
  std::optional<FormExperiments> OnMachine, OnModel;
  std::vector<CoreExperiment> CoreLoops;
  MeasureRun Result;
};

} // namespace

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

Error Measurement::openTarget() {
  const Triple TT(Options.Simulated.empty() ? sys::getProcessTriple()
                                            : measuredTarget().linuxTriple());
  if (findTarget(TT) != &measuredTarget())
    return createStringError("measuring works on " + measuredTarget().Shown +
                             " Linux only");
  auto Context = TargetContext::create(TT, "", "");
  if (!Context)
    return Context.takeError();
  Target = std::move(*Context);
  Semantics = createTargetSemantics(
      TT, {&Target->target(), &Target->instrInfo(), &Target->registerInfo()});
  Builder.emplace(*Semantics);
  registerAllTargets();
  return Error::success();
}

Expected<std::unique_ptr<PortModel>> Measurement::readModel(StringRef File) {
  auto User = readModelFile(File);
  if (!User)
    return User.takeError();
  return PortModel::create(Target->target(), Target->triple(),
                           Target->instrInfo(),
                           {Head.Cpu, std::move(*User), nullptr});
}

Error Measurement::writeModelFile(ArrayRef<ModelEntry> Entries) {
  return withOutput(path("model.yaml"), [&](raw_ostream &OS) -> Error {
    std::vector<ModelEntry> All = AccessEntries;
    All.insert(All.end(), Entries.begin(), Entries.end());
    All.insert(All.end(), LeaEntries.begin(), LeaEntries.end());
    printMeasuredModel(OS, Head, All);
    return Error::success();
  });
}

/// The base is read as a model file without entries, so that it is the same
/// with and without the shipped model.
Error Measurement::openBase() {
  Head.Cpu = Options.Cpu == "native" ? hostCpu().Name : Options.Cpu;
  Head.Target = measuredTarget().Name.str();
  Head.Name = "measured-" + Head.Cpu;
  Head.Source = "nothing: the base alone";
  auto Shipped = PortModel::create(Target->target(), Target->triple(),
                                   Target->instrInfo(), {Head.Cpu});
  if (!Shipped)
    return Shipped.takeError();
  const ArrayRef<const ModelTables *> Layers = (*Shipped)->layers();
  const bool IsShipped = !Layers.empty() && Layers.back()->Base != "any";
  Head.Base = Options.BaseIsLLVM ? "llvm"
              : IsShipped        ? Layers.back()->Name.str()
                                 : Head.Cpu;
  if (Options.BaseIsLLVM)
    Head.LLVMCpu = Head.Cpu;
  SmallString<128> File;
  if (std::error_code Problem =
          sys::fs::createTemporaryFile("kernel-bounds-base", "yaml", File))
    return createStringError("temporary file: " + Problem.message());
  Error E = withOutput(File, [&](raw_ostream &OS) -> Error {
    printMeasuredModel(OS, Head, {});
    return Error::success();
  });
  if (!E) {
    auto Read = readModel(File);
    if (Read)
      Base = std::move(*Read);
    E = Read.takeError();
  }
  sys::fs::remove(File);
  if (E)
    return E;
  if (Options.BaseIsLLVM)
    Head.Ports = listLLVMPorts(*Base);
  Result.Model = Options.BaseIsLLVM ? "LLVM's scheduling model of " + Head.Cpu
                                    : (*Shipped)->description();
  Model = std::make_unique<ModelLoopRunner>(*Base, *Semantics,
                                            /*Simulates=*/true);
  OnModel.emplace(*Model, *Builder);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

Error Measurement::openSimulated() {
  (isModelFile(Options.Simulated) ? SimulatedOptions.ModelFile
                                  : SimulatedOptions.Cpu) = Options.Simulated;
  SimulatedMachines.emplace(SimulatedOptions, /*IsQuiet=*/true);
  auto M = SimulatedMachines->get(Target->target(), Target->triple());
  if (!M)
    return M.takeError();
  Machine = std::make_unique<ModelLoopRunner>(*M->Model, *M->Semantics,
                                              /*Simulates=*/true);
  Result.Facts = {{"machine", "simulated: " + M->Model->description()}};
  return Error::success();
}

Error Measurement::openHost() {
  auto Clock = findCycleClock();
  if (!Clock)
    return createStringError("nothing can be measured on this machine: " +
                             toString(Clock.takeError()));
  const unsigned Cpu = Options.OnCpu.value_or(
      std::max(1u, std::thread::hardware_concurrency()) - 1);
  Result.Facts = describeHost(Cpu);
  auto Fact = [&](StringRef Key, std::string Value) {
    Result.Facts.push_back({Key.str(), std::move(Value)});
  };
  Fact("core", hostCpu().Name);
  if (std::string Note = hostCpu().note(); !Note.empty())
    Fact("note", std::move(Note));
  Fact("measured on processor", std::to_string(Cpu));
  Fact("clock", Clock->describe());
  HostLoopOptions Host;
  Host.Cpu = Cpu;
  Filler.emplace(Cpu);
  auto Traits = findHostTraits(Cpu, /*Cycles=*/2e9);
  if (!Traits)
    return createStringError("nothing can be measured on this machine: " +
                             toString(Traits.takeError()));
  Host.Traits = *Traits;
  Host.Plan = planTiming(*Traits);
  Fact("clock's traits", Traits->describeClock());
  Fact("quiet time", Traits->describeCore());
  Fact("timing", Host.Plan.describe(*Traits));
  auto Runner = createHostLoopRunner(*Target, Host);
  if (!Runner)
    return Runner.takeError();
  Machine = std::move(*Runner);
  return Error::success();
}

/// The text by which a run that goes on knows its machine again.
static std::string identityOf(const MeasureRun &Run, const MeasureOptions &O) {
  std::string Text;
  for (StringRef Key : {"machine", "processor", "family", "model", "stepping",
                        "microcode", "core"})
    if (StringRef Value = valueOf(Run.Facts, Key); !Value.empty())
      Text += (Key + ": " + Value + "\n").str();
  return Text + "compared with: " + Run.Model +
         "\nseed: " + std::to_string(O.Seed) + "\n";
}

static std::string sourceOf(const MeasureRun &Run) {
  std::string Text = "measured by kernel-opt measure on ";
  if (StringRef Simulated = valueOf(Run.Facts, "machine"); !Simulated.empty())
    return (Text + "a machine, " + Simulated + "; " + Run.Date).str();
  Text += valueOf(Run.Facts, "processor").str();
  for (StringRef Key : {"family", "model", "stepping", "microcode", "system"})
    if (StringRef Value = valueOf(Run.Facts, Key); !Value.empty())
      Text += Key == "system" ? (", " + Value).str()
                              : (", " + Key + " " + Value).str();
  return Text + "; " + Run.Date;
}

Error Measurement::openMachine() {
  if (Error E = Options.Simulated.empty() ? openHost() : openSimulated())
    return E;
  Result.Date = Options.Date;
  Result.Version = versionString();
  Head.Source = sourceOf(Result);
  if (Error E = checkFolder())
    return E;
  Result.Extensions = tryExtensions(*Machine, *Builder, Catalog);
  OnMachine.emplace(*Machine, *Builder);
  Result.Legacy = OnMachine->links(FormEncoding::Legacy);
  Result.Vex = OnMachine->links(FormEncoding::Vex);
  if (Options.Quiet)
    return Error::success();
  for (const MachineFact &F : Result.Facts)
    say(F.Key + ": " + F.Value);
  say("extensions that run: " + join(Result.Extensions.Runs, ", "));
  say("extensions that do not run: " + join(Result.Extensions.Lacks, ", "));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

Error Measurement::chooseForms() {
  Catalog = kernelbounds::listForms(*Target, *Builder, *Base);
  std::vector<std::string> Names;
  if (sys::fs::is_regular_file(Options.Forms)) {
    auto Buffer = MemoryBuffer::getFile(Options.Forms);
    if (!Buffer)
      return createFileError(Options.Forms, Buffer.getError());
    SmallVector<StringRef, 64> Lines;
    (*Buffer)->getBuffer().split(Lines, '\n');
    for (StringRef Line : Lines)
      if (StringRef Name = Line.split('#').first.trim(); !Name.empty())
        Names.push_back(Name.str());
  } else if (!Options.Forms.empty()) {
    Names = {Options.Forms};
  }
  auto Chosen = selectForms(Catalog, Options.Set, Names);
  if (!Chosen)
    return createStringError("--forms: " + toString(Chosen.takeError()));
  Forms = std::move(*Chosen);
  Result.LeftOut = Catalog.LeftOut;
  return Error::success();
}

Error Measurement::listForms() {
  for (const InstructionForm *F : Forms)
    outs() << formatv("{0,-24} {1}\n", F->Name, F->Text);
  for (const LeftOutForm &L : Catalog.LeftOut)
    outs() << formatv("{0,-24} left out: {1}\n", L.Name, L.Reason);
  return Error::success();
}

/// Makes the folder, or finds in it what belongs to this machine.
Error Measurement::checkFolder() {
  if (std::error_code Problem = sys::fs::create_directories(Options.Out))
    return createStringError("cannot make '" + Options.Out +
                             "': " + Problem.message());
  const std::string Identity = identityOf(Result, Options);
  if (auto Old = MemoryBuffer::getFile(path("machine.txt"))) {
    if ((*Old)->getBuffer() != Identity)
      return createStringError(
          "'" + Options.Out +
          "' has measurements of another machine, or with another base or "
          "seed (machine.txt); choose another folder with '--out'");
    return Error::success();
  }
  return withOutput(path("machine.txt"), [&](raw_ostream &OS) -> Error {
    OS << Identity;
    return Error::success();
  });
}

/// The core beside its instructions. Not with --forms, which asks for a few.
Error Measurement::measureCoreItself() {
  Result.Pairs = measurePairs(*Machine, *Model, *Builder);
  if (!Options.Forms.empty())
    return Error::success();
  if (Error E = listCoreExperiments().moveInto(CoreLoops))
    return E;
  const std::string File = path("core.csv");
  CoreFigures Known;
  if (auto Old = MemoryBuffer::getFile(File)) {
    auto Read = readCoreTable((*Old)->getBuffer(), File);
    if (!Read)
      return Read.takeError();
    Known = std::move(*Read);
  }
  CoreFigures OnModel;
  if (Error E =
          studyCore(CoreLoops, *Model, OnModel,
                    [](const CoreRow &, size_t) { return Error::success(); }))
    return E;
  std::error_code Problem;
  raw_fd_ostream Log(File, Problem, sys::fs::OF_Append | sys::fs::OF_Text);
  if (Problem)
    return createStringError("cannot write '" + File +
                             "': " + Problem.message());
  if (Known.empty())
    printCoreHead(Log);
  Error E = studyCore(CoreLoops, *Machine, Known,
                      [&](const CoreRow &R, size_t Index) -> Error {
                        printCoreRow(Log, R);
                        Log.flush();
                        if (Index % 40 == 0)
                          say(formatv("{0} of {1} experiments on the core: {2}",
                                      Index, CoreLoops.size(), R.Name)
                                  .str());
                        return Error::success();
                      });
  if (E)
    return E;
  for (const CoreExperiment &X : CoreLoops)
    Result.Core.push_back(
        {X.Name, X.Text, *Known.find(X.Name), *OnModel.find(X.Name)});
  return Error::success();
}

/// Puts the core into the model file, on which entries of forms rest.
Error Measurement::describeCoreItself() {
  CoreFigures OnMachineFigures, OnBaseFigures;
  for (const CoreRow &R : Result.Core) {
    OnMachineFigures.set(R.Name, R.Machine);
    OnBaseFigures.set(R.Name, R.Model);
  }
  CoreModel Core =
      describeCore(OnMachineFigures, OnBaseFigures, Options.BaseIsLLVM);
  std::vector<const InstructionForm *> All;
  for (const InstructionForm &F : Catalog.Forms)
    All.push_back(&F);
  LeaEntries = ModelEntryWriter(*Base, *Builder, {})
                   .addressEntries(All, OnMachineFigures, OnBaseFigures);
  if (Core.Sections.empty() && LeaEntries.empty())
    return Error::success();
  if (Core.HasAccesses) {
    AccessEntries = ModelEntryWriter(*Base, *Builder, {}).accessEntries(All);
  }
  Head.Ports.insert(Head.Ports.end(), Core.Ports.begin(), Core.Ports.end());
  Head.Sections = std::move(Core.Sections);
  if (Options.BaseIsLLVM)
    Head.Sections += macroFusionRules(Result.Pairs, OnMachineFigures);
  if (Error E = writeModelFile({}))
    return E;
  return readModel(path("model.yaml")).moveInto(BaseWithCore);
}

Error Measurement::measureForms() {
  FormStudy Study(*OnMachine, *OnModel, Options.Seed);
  const std::string File = path("forms.csv");
  if (auto Old = MemoryBuffer::getFile(File)) {
    auto Known = readFormTable((*Old)->getBuffer(), File, Catalog, *OnMachine);
    if (!Known)
      return Known.takeError();
    Study.Known = std::move(*Known);
    say(Twine(Study.Known.size()) + " forms were measured before");
  }
  std::error_code Problem;
  raw_fd_ostream Log(File, Problem, sys::fs::OF_Append | sys::fs::OF_Text);
  if (Problem)
    return createStringError("cannot write '" + File +
                             "': " + Problem.message());
  if (Study.Known.empty())
    printFormHead(Log);
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Start = Clock::now();
  Clock::time_point Last = Start;
  size_t NumMeasured = 0;
  auto OnRow = [&](const FormRow &R, size_t Done, size_t All) -> Error {
    printFormRow(Log, R);
    Log.flush();
    if (Log.has_error())
      return createStringError("cannot write '" + File +
                               "': " + Log.error().message());
    ++NumMeasured;
    const Clock::time_point Now = Clock::now();
    if (Now - Last < std::chrono::seconds(5))
      return Error::success();
    Last = Now;
    const double Seconds = std::chrono::duration<double>(Now - Start).count();
    say(formatv("{0} of {1} forms ({2} %), about {3} min left: {4}", Done, All,
                100 * Done / All,
                std::ceil(Seconds / NumMeasured * (All - Done) / 60),
                R.Form->Name)
            .str());
    return Error::success();
  };
  Study.OnRow = OnRow;
  auto Rows = Study.run(Forms);
  if (!Rows)
    return Rows.takeError();
  Result.Rows = std::move(*Rows);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

/// An entry stays only if the model with it is nearer to the machine.
Error Measurement::writeModel() {
  PortModel &Under = BaseWithCore ? *BaseWithCore : *Base;
  const ModelEntryWriter Writer(Under, *Builder,
                                Options.BaseIsLLVM
                                    ? ArrayRef(Forms)
                                    : ArrayRef<const InstructionForm *>());
  std::vector<FormRow> Rows = Result.Rows;
  useRegisterDivisions(Rows);
  if (BaseWithCore) {
    ModelLoopRunner Runner(Under, *Semantics, /*Simulates=*/true);
    FormExperiments OnUnder(Runner, *Builder);
    for (FormRow &R : Rows)
      R.Model = OnUnder.measure(*R.Form);
  }
  StringSet<> Without;
  if (Error E = writeModelFile(Writer.entries(Rows, Without)))
    return E;
  std::unique_ptr<PortModel> New;
  if (Error E = readModel(path("model.yaml")).moveInto(New))
    return E;
  ModelLoopRunner Runner(*New, *Semantics, /*Simulates=*/true);
  FormExperiments OnNew(Runner, *Builder);
  for (const FormRow &R : Rows) {
    const double Before = R.difference();
    if (Before == 0)
      continue;
    FormRow After = R;
    After.Model = OnNew.measure(*R.Form);
    const double Rest = After.difference();
    if (Rest > Before - 0.005 || !After.Model.isKnown())
      Without.insert(R.Form->Name);
    if (Rest > 0)
      Result.NotWritten.push_back(R.Form->Name);
  }
  const std::vector<ModelEntry> Entries = Writer.entries(Rows, Without);
  if (Error E = writeModelFile(Entries))
    return E;
  return Result.Core.empty() ? Error::success() : choosePorts(Entries);
}

/// How far the loops "choice.N" are off with \p Way; nullopt if there are none.
Expected<std::optional<double>>
Measurement::tryWay(ArrayRef<ModelEntry> Entries, const std::string &Way) {
  const std::string Sections = Head.Sections;
  Head.Sections += Way;
  Error E = writeModelFile(Entries);
  Head.Sections = Sections;
  if (E)
    return std::move(E);
  auto Tried = readModel(path("model.yaml"));
  if (!Tried)
    return Tried.takeError();
  ModelLoopRunner Runner(**Tried, *Semantics, /*Simulates=*/true);
  return choiceError(Runner);
}

/// Tries how the simulated core may choose ports, and writes what explains the
/// loops "choice.N" best, if the base does not: first the schedulers, then what
/// is special about them.
Error Measurement::choosePorts(ArrayRef<ModelEntry> Entries) {
  auto Before = tryWay(Entries, "");
  if (!Before)
    return Before.takeError();
  if (!*Before)
    return writeModelFile(Entries);
  double Least = **Before;
  std::optional<PortWay> Best;
  // Half a percent is no reason to say something else than the base.
  auto TryAll = [&](ArrayRef<PortWay> Ways, double Worth) -> Error {
    std::optional<PortWay> Nearest;
    double Off = Least - Worth;
    for (const PortWay &W : Ways) {
      auto Error = tryWay(Entries, W.text());
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
  if (Best)
    Head.Sections += Best->text();
  return writeModelFile(Entries);
}

std::vector<PortWay> Measurement::listWays() const {
  CoreFigures Figures;
  for (const CoreRow &R : Result.Core)
    Figures.set(R.Name, R.Machine);
  std::vector<std::string> General, Vector, Accesses;
  const InstructionForm *Add = Catalog.find(AdditionForm),
                        *VectorAdd = Catalog.find(VectorAdditionForm);
  // Of a shipped model, the schedulers are its own.
  if (Options.BaseIsLLVM && BaseWithCore && Add && VectorAdd) {
    const ModelEntryWriter Writer(*BaseWithCore, *Builder, {});
    General = Writer.portsOf(*Add);
    Vector = Writer.portsOf(*VectorAdd);
    for (const Port &P : BaseWithCore->ports())
      if (StringRef(P.Name).starts_with("mem"))
        Accesses.push_back(P.Name);
  }
  return listPortChoices(Figures, General, Vector, Accesses);
}

/// The mean relative difference of the loops "choice.N"; nullopt if there are
/// none.
std::optional<double> Measurement::choiceError(LoopRunner &Runner) const {
  double Sum = 0;
  unsigned Count = 0;
  for (const CoreExperiment &X : CoreLoops) {
    auto Row = find_if(Result.Core,
                       [&](const CoreRow &R) { return R.Name == X.Name; });
    if (!StringRef(X.Name).starts_with("choice.") || !Row->Machine.isKnown())
      continue;
    const LoopOutcome O = Runner.run(X.Loop);
    if (!O.isKnown())
      continue;
    Sum += std::fabs(O.Cycles / Row->Machine.Cycles - 1);
    ++Count;
  }
  if (Count == 0)
    return std::nullopt;
  return Sum / Count;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Error Measurement::writeReports() {
  Error E = withOutput(path("core.csv"), [&](raw_ostream &OS) -> Error {
    printCoreHead(OS);
    for (const CoreRow &R : Result.Core)
      printCoreRow(OS, R);
    return Error::success();
  });
  if (E)
    return E;
  E = withOutput(path("forms.csv"), [&](raw_ostream &OS) -> Error {
    printFormHead(OS);
    for (const FormRow &R : Result.Rows)
      printFormRow(OS, R);
    return Error::success();
  });
  if (E)
    return E;
  const std::pair<StringRef, void (*)(raw_ostream &, const MeasureRun &)>
      Files[] = {{"measure.json", printMeasureJson},
                 {"measure.html", printMeasureHtml}};
  for (auto [File, Print] : Files)
    if (Error Fault =
            withOutput(path(File), [&, Print = Print](raw_ostream &OS) {
              Print(OS, Result);
              return Error::success();
            }))
      return Fault;
  size_t NumKnown = 0, NumOff = 0;
  for (const FormRow &R : Result.Rows) {
    NumKnown += R.Machine.isKnown();
    NumOff += R.difference() > 0;
  }
  outs() << formatv("{0} of {1} forms measured; {2} differ from the model. See "
                    "{3}/measure.html; --model={3}/model.yaml predicts with "
                    "what was measured\n",
                    NumKnown, Result.Rows.size(), NumOff, Options.Out);
  return Error::success();
}

Error Measurement::run() {
  for (auto Step : {&Measurement::openTarget, &Measurement::openBase,
                    &Measurement::chooseForms})
    if (Error E = (this->*Step)())
      return E;
  if (Options.ListsForms)
    return listForms();
  for (auto Step :
       {&Measurement::openMachine, &Measurement::measureCoreItself,
        &Measurement::describeCoreItself, &Measurement::measureForms,
        &Measurement::writeModel, &Measurement::writeReports})
    if (Error E = (this->*Step)())
      return E;
  return Error::success();
}

Error kernelbounds::runMeasure(ArrayRef<const char *> Args) {
  auto Options = parseMeasureOptions(Args);
  if (!Options)
    return Options.takeError();
  if (Options->WantsHelp) {
    printMeasureHelp(outs());
    return Error::success();
  }
  return Measurement(*Options).run();
}
