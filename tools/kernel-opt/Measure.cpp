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
/// - pairs.csv, core.csv, forms.csv: their rows, written while the run goes on.
/// - measure.json, measure.html: all of it, for programs and for people.
/// - model.yaml: what differs from the base.
///
/// Tested by test/kernel-opt/measure.test with simulated machines.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "Measurement.h"
#include "kernel-bounds/Measure/CacheExperiments.h"
#include "kernel-bounds/Measure/CountStudy.h"
#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Measure/EmulatedLoopRunner.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "kernel-bounds/Measure/ModelLoopRunner.h"
#include "kernel-bounds/Measure/PortStudy.h"
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
#include <cmath>
#include <thread>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// The target of this machine, or of the one to simulate.
Error Measurement::chooseTarget() {
  const TargetRecord *Host = findTarget(Triple(sys::getProcessTriple()));
  if (Options.Simulated.empty()) {
    Of = Host;
    return Of == &measuredTarget()
               ? Error::success()
               : createStringError("measuring works on " + shownTargets() +
                                   " Linux only");
  }
  if (Error E = targetOfModels(Options.Simulated).moveInto(Of))
    return createStringError("--simulate-machine: " + toString(std::move(E)));
  SimulatedCpu = Options.Simulated;
  if (isModelFile(Options.Simulated)) {
    SimulatedCpu.clear();
    auto User = readModelFile(Options.Simulated);
    if (!User)
      return User.takeError();
    if (!(*User)->Tables.Cpus.empty())
      SimulatedCpu = (*User)->Tables.Cpus.front().str();
  }
  if (Of == Host)
    SimulatedCpu.clear();
  if (!findFormTarget(Of->Name))
    return createStringError("instructions of " + Of->Shown +
                             " cannot be measured");
  return Error::success();
}

Error Measurement::openTarget() {
  if (Error E = chooseTarget())
    return E;
  const Triple TT(Of->linuxTriple());
  auto Context = TargetContext::create(TT, "", "");
  if (!Context)
    return Context.takeError();
  Target = std::move(*Context);
  registerAllTargets();
  Semantics = createTargetSemantics(
      TT, {&Target->target(), &Target->instrInfo(), &Target->registerInfo()});
  Builder.emplace(*Semantics);
  return Error::success();
}

/// The base is read as a model file without entries, so that it is the same
/// with and without the shipped model.
Error Measurement::openBase() {
  Head.Cpu = Options.Cpu != "native" ? Options.Cpu
             : SimulatedCpu.empty()  ? hostCpu().Name
                                     : SimulatedCpu;
  Head.Target = Of->Name.str();
  Head.Name = "measured-" + Head.Cpu;
  Head.Source = "nothing: the base alone";
  if (Error E = PortModel::create(Target->target(), Target->triple(),
                                  Target->instrInfo(), {Head.Cpu})
                    .moveInto(Shipped))
    return E;
  const ArrayRef<const ModelTables *> Layers = Shipped->layers();
  const bool IsShipped = !Layers.empty() && Layers.back()->Base != "any";
  Head.Base = Options.BaseIsLLVM ? "llvm"
              : IsShipped        ? Layers.back()->Name.str()
                                 : Head.Cpu;
  if (Options.BaseIsLLVM)
    Head.LLVMCpu = Head.Cpu;
  if (Error E = tryModel({}).moveInto(Base))
    return E;
  if (Options.BaseIsLLVM)
    Head.Ports = listLLVMPorts(*Base);
  Result.Model = Options.BaseIsLLVM ? "LLVM's scheduling model of " + Head.Cpu
                                    : Shipped->description();
  Result.ModelIsLLVM = Options.BaseIsLLVM;
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
  if (Options.Emulator.empty())
    return Error::success();
  Simulated = std::move(Machine);
  EmulatorOptions How;
  How.Command = Options.Emulator;
  auto Emulated =
      EmulatedLoopRunner::create(*Target, *Builder, *Simulated, How);
  if (!Emulated)
    return Emulated.takeError();
  Machine = std::move(*Emulated);
  Result.Facts.push_back({"emulator", Options.Emulator});
  return Error::success();
}

/// What the host counts with. Without counters, time has to do.
Error Measurement::findCounters(unsigned Cpu) {
  if (Options.Counters == CounterUse::Off)
    return Error::success();
  if (Error E = findHostCounters(Cpu).moveInto(Counters)) {
    if (Options.Counters == CounterUse::Require)
      return createStringError("'--counters=require': micro-ops cannot be "
                               "counted by port on this machine: " +
                               toString(std::move(E)));
    Result.Facts.push_back(
        {"counters of ports", "none: " + toString(std::move(E))});
  }
  return Error::success();
}

/// Whether what the machine counts are the ports of the model.
Error Measurement::checkCounters() {
  const bool IsAsked = Options.Simulated.empty()
                           ? Options.Counters != CounterUse::Off
                           : Options.Counters == CounterUse::Require;
  if (!IsAsked || Machine->counters().empty())
    return Error::success();
  if (auto Ports = portsOfCounters(Machine->counters(), *Base); !Ports) {
    const std::string Why = toString(Ports.takeError());
    if (Options.Counters == CounterUse::Require)
      return createStringError("'--counters=require': " + Why);
    Result.Facts.push_back({"counters of ports", "not used: " + Why});
    return Error::success();
  }
  CountsPorts = true;
  std::string Names;
  for (const PortCounter &C : Machine->counters())
    Names += (Names.empty() ? "" : ", ") + C.Name;
  Result.Facts.push_back({"counters of ports", std::move(Names)});
  return Error::success();
}

Error Measurement::openHost() {
  const unsigned Cpu = Options.OnCpu.value_or(
      std::max(1u, std::thread::hardware_concurrency()) - 1);
  if (Options.Counters == CounterUse::Require)
    if (Error E = findCounters(Cpu))
      return E;
  auto Clock = findCycleClock();
  if (!Clock)
    return createStringError("nothing can be measured on this machine: " +
                             toString(Clock.takeError()));
  Result.Facts = describeHost(Cpu);
  auto Fact = [&](StringRef Key, std::string Value) {
    Result.Facts.push_back({Key.str(), std::move(Value)});
  };
  Fact("core", hostCpu().Name);
  if (std::string Note = hostCpu().note(); !Note.empty())
    Fact("note", std::move(Note));
  Fact("measured on processor", std::to_string(Cpu));
  checkNeighbours(Cpu);
  Fact("clock", Clock->describe());
  if (Options.Counters == CounterUse::Auto)
    if (Error E = findCounters(Cpu))
      return E;
  HostLoopOptions Host;
  Host.Cpu = Cpu;
  Host.Counters = Counters;
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
static std::string identityOf(const MeasureRun &Run, const MeasureCommand &O) {
  std::string Text;
  for (StringRef Key :
       {"machine", "emulator", "processor", "family", "model", "stepping",
        "microcode", "implementer", "variant", "part", "revision",
        "vendor number", "design", "implementation", "core"})
    if (StringRef Value = valueOf(Run.Facts, Key); !Value.empty())
      Text += (Key + ": " + Value + "\n").str();
  return Text + "compared with: " + Run.Model +
         "\nseed: " + std::to_string(O.Seed) + "\n";
}

static std::string sourceOf(const MeasureRun &Run) {
  std::string Text = "measured by kernel-opt measure on ";
  if (StringRef Simulated = valueOf(Run.Facts, "machine"); !Simulated.empty())
    return (Text + "a machine, " + Simulated + "; " + Run.Date).str();
  const StringRef Processor = valueOf(Run.Facts, "processor");
  // That of AArch64 has no name but numbers.
  Text += (Processor.empty() ? valueOf(Run.Facts, "core") : Processor).str();
  for (StringRef Key : {"family", "model", "stepping", "microcode",
                        "implementer", "variant", "part", "revision",
                        "vendor number", "design", "implementation", "system"})
    if (StringRef Value = valueOf(Run.Facts, Key); !Value.empty())
      Text += Key == "system" ? (", " + Value).str()
                              : (", " + Key + " " + Value).str();
  return Text + "; " + Run.Date;
}

/// Two runs on one processor wait for each other to be quiet.
void Measurement::checkNeighbours(unsigned Cpu) {
  SmallString<128> File;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, File);
  sys::path::append(File,
                    "kernel-bounds-processor-" + std::to_string(Cpu) + ".lock");
  auto Lock = FileLock::take(File);
  if (!Lock) // It is somebody else's file.
    return consumeError(Lock.takeError());
  ProcessorLock = std::move(*Lock);
  if (!ProcessorLock)
    errs() << "kernel-opt: note: another measurement is running on processor "
           << Cpu << ", and each disturbs the other; choose another one with "
           << "'--measure-cpu', or run them one after the other\n";
}

Error Measurement::openMachine() {
  if (Error E = Options.Simulated.empty() ? openHost() : openSimulated())
    return E;
  if (Error E = checkCounters())
    return E;
  Result.Date = Options.Date;
  Result.Version = versionString();
  Head.Source = sourceOf(Result);
  if (Error E = checkFolder())
    return E;
  Result.Extensions = tryExtensions(*Machine, *Builder, Catalog);
  // The links of chains are needed in any case: their measurement has no limit.
  Limited.emplace(*Machine, [this] {
    return OnMachine &&
           Clock::now() - Start >= std::chrono::minutes(Options.TimeLimit);
  });
  OnMachine.emplace(*Limited, *Builder);
  const auto [First, Second] = Builder->target().linkEncodings();
  for (FormEncoding E : {First, Second})
    Result.Links.push_back({encodingName(E).str(), OnMachine->links(E)});
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
  auto Lock = FileLock::take(path("lock"));
  if (!Lock)
    return Lock.takeError();
  FolderLock = std::move(*Lock);
  if (!FolderLock)
    return createStringError("another run is writing to '" + Options.Out +
                             "'; wait for it, or choose another folder with "
                             "'--out'");
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

/// Pairs that fuse with a branch.
Error Measurement::measurePairsOfBranches() {
  const std::string File = path("pairs.csv");
  std::vector<PairRow> Known;
  auto Log = CsvLog::open(File, printPairHead, [&](StringRef Text) {
    return readPairTable(Text, File).moveInto(Known);
  });
  if (!Log)
    return Log.takeError();
  return measurePairs(*Limited, *Model, *Builder, Known,
                      [&](const PairRow &R) {
                        return Limited->hasRefused()
                                   ? Error::success()
                                   : Log->append([&](raw_ostream &OS) {
                                       printPairRow(OS, R);
                                     });
                      })
      .moveInto(Result.Pairs);
}

bool Measurement::isCoreMeasured() const {
  return !CoreLoops.empty() && Result.Core.size() == CoreLoops.size();
}

/// The core beside its instructions. With --forms, which asks for a few, only
/// what the folder has of it.
Error Measurement::measureCoreItself() {
  const std::string File = path("core.csv");
  if (!Options.Forms.empty() && !sys::fs::exists(File))
    return Error::success();
  const FormTarget &Forms = Builder->target();
  if (Error E = listCoreExperiments(Forms).moveInto(CoreLoops))
    return E;
  Result.CoreLeftOut = listMissingExperiments(Forms);
  append_range(CoreLoops, listCacheExperiments());
  CoreFigures Known, OnModelFigures;
  if (Error E = studyCore(CoreLoops, *Model, OnModelFigures))
    return E;
  auto Log = CsvLog::open(File, printCoreHead, [&](StringRef Text) {
    return readCoreTable(Text, File).moveInto(Known);
  });
  if (!Log)
    return Log.takeError();
  CoreListener Listener;
  Listener.OnRow = [&](const CoreRow &R) -> Error {
    return Log->append([&](raw_ostream &OS) { printCoreRow(OS, R); });
  };
  Progress HowFar("experiments on the core", /*IsMost=*/false, Clock::now());
  Listener.OnStep = [&](size_t Done, size_t All, StringRef Name) {
    show(HowFar, Done, All, Name);
  };
  Listener.IsOver = [&] { return Limited->hasRefused(); };
  if (Options.Forms.empty())
    if (Error E = studyCore(CoreLoops, *Limited, Known, Listener))
      return E;
  for (const CoreExperiment &X : CoreLoops)
    if (const CoreFigure *F = Known.find(X.Name))
      Result.Core.push_back({X.Name, X.Text, *F, *OnModelFigures.find(X.Name)});
  return Error::success();
}

/// What a cycle of rename has room for, by the ports of a model from nothing.
std::string Measurement::renameLimits(const CoreFigures &F,
                                      const ModelEntryWriter &OnBase) const {
  auto PortsOf = [&](StringRef Form) {
    const InstructionForm *Found = Catalog.find(Form);
    return Found ? OnBase.portsOf(*Found) : std::vector<std::string>();
  };
  // Those of accesses are new: "{name: mem0}".
  auto Named = [&](StringRef Prefix) {
    std::vector<std::string> Names;
    for (StringRef Port : Head.Ports)
      if (Port.consume_front("{name: ") && Port.starts_with(Prefix))
        Names.push_back(
            Port.take_until([](char C) { return C == ',' || C == '}'; }).str());
    return Names;
  };
  const std::vector<std::string> Shift = PortsOf(ShiftForm),
                                 Choose = PortsOf(ChoiceForm),
                                 Load = Named("mem"), VectorLoad = Named("vld");
  return renameLimitRules(F, {Additions, Shift, Choose, Load, VectorLoad});
}

/// Puts the core into the model file, on which entries of forms rest.
Error Measurement::describeCoreItself() {
  if (!isCoreMeasured())
    return Error::success();
  CoreFigures OnMachineFigures, OnBaseFigures;
  for (const CoreRow &R : Result.Core) {
    OnMachineFigures.set(R.Name, R.Machine);
    OnBaseFigures.set(R.Name, R.Model);
  }
  Head.Figures = OnMachineFigures;
  const ModelEntryWriter OnBase(*Base, *Builder, {});
  const InstructionForm *Add = Catalog.find(AdditionForm);
  if (Options.BaseIsLLVM && Add)
    Additions = OnBase.portsOf(*Add);
  CoreModel Core = describeCore(OnMachineFigures, OnBaseFigures,
                                Options.BaseIsLLVM, Additions);
  Additions = std::move(Core.Additions);
  std::vector<const InstructionForm *> All;
  for (const InstructionForm &F : Catalog.Forms)
    All.push_back(&F);
  CacheSection Caches =
      describeCaches(OnMachineFigures, OnBaseFigures,
                     Options.BaseIsLLVM ? nullptr : Base->caches().second);
  Core.Sections += Caches.Text;
  Head.Sources = std::move(Caches.Sources);
  if (Core.HasAccesses)
    AccessEntries = OnBase.accessEntries(All);
  if (Options.BaseIsLLVM)
    append_range(AccessEntries,
                 nopEntries(OnMachineFigures, Builder->target().nops()));
  Head.Ports.insert(Head.Ports.end(), Core.Ports.begin(), Core.Ports.end());
  Head.Sections = std::move(Core.Sections);
  if (Options.BaseIsLLVM)
    Head.Sections += renameLimits(OnMachineFigures, OnBase);
  if (Options.BaseIsLLVM)
    Head.Sections += macroFusionRules(Result.Pairs, OnMachineFigures);
  if (!Head.Sections.empty())
    if (Error E = tryModel({}).moveInto(BaseWithCore))
      return E;
  const ModelEntryWriter OnUnder(under(), *Builder, {}, Additions);
  LateEntries = OnUnder.addressEntries(All, OnMachineFigures, OnBaseFigures);
  append_range(LateEntries,
               OnUnder.conditionEntries(All, OnMachineFigures, OnBaseFigures));
  append_range(LateEntries,
               OnUnder.atomicEntries(All, OnMachineFigures, OnBaseFigures));
  append_range(LateEntries,
               OnUnder.moveEntries(All, OnMachineFigures, OnBaseFigures));
  if (LateEntries.empty())
    return Error::success();
  return tryModel({}).moveInto(BaseWithCore);
}

/// The forms that were chosen, and those that the folder has of other runs.
Error Measurement::measureForms() {
  FormStudy Study(*OnMachine, *OnModel, Options.Seed);
  const std::string File = path("forms.csv");
  if (Error E = addNewColumns(File, printFormHead))
    return E;
  auto Log = CsvLog::open(File, printFormHead, [&](StringRef Text) {
    return readFormTable(Text, File, Catalog, *OnMachine).moveInto(Study.Known);
  });
  if (!Log)
    return Log.takeError();
  if (!Study.Known.empty())
    say(Twine(Study.Known.size()) + " forms were measured before");
  erase_if(Forms, [&](const InstructionForm *F) {
    return Study.Known.contains(F->Name);
  });
  for (const InstructionForm &F : Catalog.Forms)
    if (Study.Known.contains(F.Name))
      Forms.push_back(&F);
  llvm::sort(Forms, [](const InstructionForm *A, const InstructionForm *B) {
    return A->Name < B->Name;
  });
  Progress HowFar("forms", /*IsMost=*/false, Clock::now());
  auto OnRow = [&](const FormRow &R, size_t Done, size_t All) -> Error {
    if (Error E = Log->append([&](raw_ostream &OS) { printFormRow(OS, R); }))
      return E;
    show(HowFar, Done, All, R.Form->Name);
    return Error::success();
  };
  Study.OnRow = OnRow;
  Study.IsOver = [&] { return Limited->hasRefused(); };
  if (Error E = Study.run(Forms).moveInto(Result.Rows))
    return E;
  erase_if(Result.Rows, [](const FormRow &R) {
    return R.Machine.Status == LoopStatus::OutOfTime;
  });
  Result.NumNotReached = Forms.size() - Result.Rows.size();
  return Error::success();
}

/// On which ports forms run, as the machine counts.
Error Measurement::countPorts() {
  say("ports of forms, by counters");
  CountStudy Study(*Limited, under(), *Builder);
  Progress HowFar("steps of counting", /*IsMost=*/false, Clock::now());
  Study.OnStep = [&](size_t Done, size_t All, StringRef Form) {
    show(HowFar, Done, All, Form);
  };
  Result.PortNames = &under();
  Result.PortsAreCounted = true;
  return Study.run(Result.Rows).moveInto(Result.Ports);
}

/// On which ports forms run, by the times of mixes if nothing counts.
Error Measurement::findPorts() {
  const std::string File = path("mixes.csv");
  if (Result.Rows.empty())
    return Error::success();
  if (CountsPorts)
    return countPorts();
  PortStudyOptions How;
  How.Seed = Options.Seed;
  for (const CoreRow &R : Result.Core)
    if (R.Name == "width.zero" && R.Machine.isKnown())
      How.IssueWidth = std::lround(1 / R.Machine.Cycles);
  ModelLoopRunner OnModel(under(), *Semantics, /*Simulates=*/true);
  PortStudy Study(*Limited, OnModel, under(), *Builder, How);
  auto Log = CsvLog::open(File, printMixHead, [&](StringRef Text) {
    return readMixTable(Text, File).moveInto(Study.Known);
  });
  if (!Log)
    return Log.takeError();
  say("ports of forms, by mixes");
  Result.Mixes = Study.Known;
  Study.OnRow = [&](const MixRow &R) -> Error {
    Result.Mixes.push_back(R);
    return Log->append([&](raw_ostream &OS) { printMixRow(OS, R); });
  };
  Progress HowFar("mixes", /*IsMost=*/true, Clock::now());
  Study.OnStep = [&](size_t Done, size_t Most, StringRef Mix) {
    show(HowFar, Done, Most, Mix);
  };
  Result.PortNames = &under();
  return Study.run(Result.Rows).moveInto(Result.Ports);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Error Measurement::writeReports() {
  auto Write = [&](StringRef File, auto Print) {
    return withOutput(path(File), [&](raw_ostream &OS) -> Error {
      Print(OS);
      return Error::success();
    });
  };
  if (isCoreMeasured())
    if (Error E = Write("core.csv", [&](raw_ostream &OS) {
          printCoreHead(OS);
          for (const CoreRow &R : Result.Core)
            printCoreRow(OS, R);
        }))
      return E;
  if (Error E = Write("forms.csv", [&](raw_ostream &OS) {
        printFormHead(OS);
        for (const FormRow &R : Result.Rows)
          printFormRow(OS, R);
      }))
    return E;
  const std::pair<StringRef, void (*)(raw_ostream &, const MeasureRun &)>
      Files[] = {{"measure.json", printMeasureJson},
                 {"measure.html", printMeasureHtml}};
  for (auto [File, Print] : Files)
    if (Error E = Write(
            File, [&, Print = Print](raw_ostream &OS) { Print(OS, Result); }))
      return E;
  size_t NumKnown = 0, NumOff = 0;
  for (const FormRow &R : Result.Rows) {
    NumKnown += R.Machine.isKnown();
    NumOff += R.difference() > 0;
  }
  outs() << formatv("{0} of {1} forms measured; {2} differ from the model. See "
                    "{3}/measure.html; --model={3}/model.yaml predicts with "
                    "what was measured\n",
                    NumKnown, Result.Rows.size(), NumOff, Options.Out);
  if (Limited->hasRefused())
    errs() << formatv(
        "kernel-opt: warning: the {0} minutes of '--time-limit' were over: {1} "
        "forms{2} were not reached; the same command goes on\n",
        Options.TimeLimit, Result.NumNotReached,
        isCoreMeasured() || !Options.Forms.empty() ? ""
                                                   : ", and parts of the core");
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
       {&Measurement::openMachine, &Measurement::measurePairsOfBranches,
        &Measurement::measureCoreItself, &Measurement::describeCoreItself,
        &Measurement::measureForms, &Measurement::findPorts,
        &Measurement::askOtherModel, &Measurement::writeModel,
        &Measurement::writeReports})
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
