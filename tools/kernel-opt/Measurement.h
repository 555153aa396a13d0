//===- Measurement.h - One run of kernel-opt measure ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One run of `kernel-opt measure`. Measure.cpp has its steps, MeasureModel.cpp
/// those that write the model file.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASUREMENT_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASUREMENT_H

#include "Machine.h"
#include "MeasureOptions.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "kernel-bounds/Measure/FileLock.h"
#include "kernel-bounds/Measure/FormReports.h"
#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "kernel-bounds/Measure/IdleFiller.h"
#include "kernel-bounds/Measure/MeasuredModel.h"
#include "kernel-bounds/Measure/Progress.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <memory>
#include <optional>

namespace kernelbounds {

/// One run, step by step.
class Measurement {
public:
  explicit Measurement(const MeasureCommand &Options) : Options(Options) {}
  llvm::Error run();

private:
  llvm::Error chooseTarget();
  llvm::Error openTarget();
  llvm::Error openBase();
  llvm::Error openMachine();
  llvm::Error openHost();
  llvm::Error openSimulated();
  llvm::Error findCounters(unsigned Cpu);
  llvm::Error checkCounters();
  llvm::Error chooseForms();
  llvm::Error listForms();
  llvm::Error checkFolder();
  void checkNeighbours(unsigned Cpu);
  llvm::Error measurePairsOfBranches();
  llvm::Error measureCoreItself();
  std::string renameLimits(const CoreFigures &F,
                           const ModelEntryWriter &OnBase) const;
  llvm::Error describeCoreItself();
  llvm::Error measureForms();
  llvm::Error findPorts();
  llvm::Error countPorts();
  llvm::Error askOtherModel();
  llvm::Error writeModel();
  llvm::Error choosePorts(llvm::ArrayRef<ModelEntry> Entries);
  llvm::Expected<std::optional<double>>
  tryWay(llvm::ArrayRef<ModelEntry> Entries, const std::string &Way,
         llvm::StringRef Prefix);
  llvm::Expected<double> gainOfChoice(llvm::ArrayRef<ModelEntry> Entries,
                                      PortChoice Choice);
  bool isCoreMeasured() const;
  std::vector<PortWay> listWays() const;
  /// The model on which entries of forms rest.
  PortModel &under() { return BaseWithCore ? *BaseWithCore : *Base; }
  llvm::Error chooseCodeWay(llvm::ArrayRef<ModelEntry> Entries);
  CoreFigures machineFigures() const;
  std::optional<double>
  loopError(LoopRunner &Runner,
            llvm::function_ref<bool(llvm::StringRef)> IsMeant,
            double MostBySlow = 1) const;
  llvm::Error writeReports();
  /// With those of accesses before them, and those that come last behind.
  std::vector<ModelEntry> allEntries(llvm::ArrayRef<ModelEntry> Entries) const;
  /// The model that the file \p Of with \p All would be.
  llvm::Expected<std::unique_ptr<PortModel>>
  modelOf(const MeasuredModelHead &Of, llvm::ArrayRef<ModelEntry> All);
  /// The model with \p Entries, of which no file stays.
  llvm::Expected<std::unique_ptr<PortModel>>
  tryModel(llvm::ArrayRef<ModelEntry> Entries);
  /// LLVM's model alone of the core.
  llvm::Expected<std::unique_ptr<PortModel>> openLLVMModel();
  std::string path(llvm::StringRef File) const {
    return (Options.Out + "/" + File).str();
  }
  void say(const llvm::Twine &Text) const {
    if (!Options.Quiet)
      llvm::errs() << "kernel-opt: " << Text << '\n';
  }
  /// Says how far the run is, if it is time for it.
  void show(Progress &P, size_t Done, size_t All, llvm::StringRef Name) const {
    if (auto Line = P.step(Done, All, Name, Clock::now()))
      say(*Line);
  }

  const MeasureCommand &Options;
  const TargetRecord *Of = nullptr; ///< Whose instructions are measured.
  /// Core of the simulated machine, where that is of another target than this
  /// machine; else empty.
  std::string SimulatedCpu;
  std::unique_ptr<TargetContext> Target;
  std::unique_ptr<TargetSemantics> Semantics;
  MeasuredModelHead Head;
  std::unique_ptr<PortModel> Base;
  /// The shipped model of the core; null if it is the base.
  std::unique_ptr<PortModel> Shipped;
  /// The base with what was measured of the core; null if that is nothing.
  std::unique_ptr<PortModel> BaseWithCore;
  std::vector<ModelEntry> AccessEntries; ///< That it needs.
  std::vector<ModelEntry> LateEntries;   ///< They come last.
  /// With LLVM's model as the base: the ports of additions.
  std::vector<std::string> Additions;
  CommandLine SimulatedOptions;
  std::optional<MachineCache> SimulatedMachines;
  std::optional<FormBuilder> Builder;
  FormCatalog Catalog;
  std::vector<const InstructionForm *> Forms;
  using Clock = Progress::Clock;
  const Clock::time_point Start = Clock::now();
  std::optional<FileLock> FolderLock, ProcessorLock;
  /// Simulated: says what loops take that Machine runs in an emulator.
  std::unique_ptr<LoopRunner> Simulated, Machine, Model;
  HostCounters Counters;    ///< Of the host; without Events: not used.
  bool CountsPorts = false; ///< Machine counts micro-ops by port.
  std::optional<LimitedLoopRunner> Limited; ///< The machine, within the limit.
  std::optional<IdleFiller> Filler;
  std::optional<FormExperiments> OnMachine, OnModel;
  std::vector<CoreExperiment> CoreLoops;
  MeasureRun Result;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_MEASUREMENT_H
