//===- ProgramRun.cpp - A program while it is watched ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread's own clock samples it where the system permits that. Else the
/// thread is stopped for looks: each gives its address the processor time that
/// the thread has used since the last look. Of a thread that waits for a
/// processor it sees the place where it lost the last one, which on a busy
/// machine is more often behind a system call than elsewhere.
///
/// Tested by test/Run/*.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/ProgramRun.h"
#include "ClockSamples.h"
#include "HostThread.h"
#include "ProcessMaps.h"
#include "StretchLog.h"
#include "Tracer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <map>

using namespace kernelbounds;
using namespace llvm;

namespace {

class Sampler final : public TraceListener {
public:
  Sampler(const RunOptions &Options, std::unique_ptr<ThreadStepper> Stepper)
      : Options(Options), Stepper(std::move(Stepper)),
        Period(1000000000 / Options.Frequency), Stretches(roomFor(Options)) {}
  bool noteThread(pid_t Pid, pid_t Tid) override;
  void noteLast(pid_t Pid, pid_t Tid) override;
  void tick() override;
  std::optional<int> look(pid_t Pid, pid_t Tid, uint64_t Nanoseconds) override;
  bool wantsLook() override {
    return Stepper && Stretches.isDue(StretchLog::Clock::now());
  }
  void noteExec(pid_t Pid) override;
  /// Moves what was seen to \p Run.
  void finish(ProgramRun &Run);

private:
  struct Counts {
    uint64_t NumSamples = 0, Nanoseconds = 0;
    void add(uint64_t Time) {
      ++NumSamples;
      Nanoseconds += Time;
    }
  };

  struct Clock {
    pid_t Pid;
    std::unique_ptr<ClockSamples> Samples;
  };

  ProcessMaps::Place locate(pid_t Pid, uint64_t Address);
  void noteFiles();
  void add(pid_t Pid, uint64_t Address, uint64_t Nanoseconds);
  void drain(Clock &C);
  std::optional<int> record(pid_t Pid, pid_t Tid);

  const RunOptions &Options;
  std::unique_ptr<ThreadStepper> Stepper; ///< Null: nothing is recorded.
  uint64_t Period;                        ///< In nanoseconds.
  std::map<pid_t, Clock> Clocks;          ///< By thread.
  ModuleNames Modules;
  /// By module, as its file was when the first process had it.
  std::vector<sys::fs::file_status> Files;
  DenseMap<pid_t, ProcessMaps> Maps;
  std::map<std::pair<uint32_t, uint64_t>, Counts> Places;
  Counts System;
  StretchLog Stretches;
  std::map<pid_t, uint32_t> ThreadNumbers; ///< Of those that were recorded.
};

} // namespace

static sys::fs::file_status statusOf(const std::string &Module) {
  sys::fs::file_status S;
  if (StringRef(Module).starts_with("/") && sys::fs::status(Module, S))
    return {};
  return S;
}

static bool isSameFile(const sys::fs::file_status &A,
                       const sys::fs::file_status &B) {
  return A.getUniqueID() == B.getUniqueID() && A.getSize() == B.getSize() &&
         A.getLastModificationTime() == B.getLastModificationTime();
}

void Sampler::noteFiles() {
  for (size_t M = Files.size(); M < Modules.names().size(); ++M)
    Files.push_back(statusOf(Modules.names()[M]));
}

/// Mappings are read when an address is in none of those that are known.
ProcessMaps::Place Sampler::locate(pid_t Pid, uint64_t Address) {
  ProcessMaps &Known = Maps[Pid];
  if (auto P = Known.find(Address))
    return *P;
  if (auto Text =
          MemoryBuffer::getFileAsStream("/proc/" + Twine(Pid) + "/maps"))
    Known.parse((*Text)->getBuffer(), Modules);
  noteFiles();
  if (auto P = Known.find(Address))
    return *P;
  return {Modules.id("[anonymous]"), Address};
}

void Sampler::add(pid_t Pid, uint64_t Address, uint64_t Nanoseconds) {
  const ProcessMaps::Place P = locate(Pid, Address);
  Places[{P.Module, P.Offset}].add(Nanoseconds);
}

void Sampler::drain(Clock &C) {
  C.Samples->drain([&](uint64_t Address, bool IsInSystem) {
    if (IsInSystem)
      System.add(Period);
    else
      add(C.Pid, Address, Period);
  });
}

bool Sampler::noteThread(pid_t Pid, pid_t Tid) {
  Clock C{Pid, ClockSamples::open(Tid, Period)};
  if (!C.Samples)
    return true;
  Clocks[Tid] = std::move(C);
  return false;
}

void Sampler::noteLast(pid_t, pid_t Tid) {
  auto It = Clocks.find(Tid);
  if (It == Clocks.end())
    return;
  drain(It->second);
  Clocks.erase(It);
}

void Sampler::tick() {
  for (auto &[Tid, C] : Clocks)
    drain(C);
}

/// What was sampled before lies in what was mapped before.
void Sampler::noteExec(pid_t Pid) {
  SmallVector<pid_t, 4> Gone;
  for (auto &[Tid, C] : Clocks)
    if (C.Pid == Pid) {
      drain(C);
      if (Tid != Pid)
        Gone.push_back(Tid);
    }
  for (pid_t Tid : Gone)
    Clocks.erase(Tid);
  // The first thread may have been another one, which is gone.
  if (auto It = Clocks.find(Pid); It != Clocks.end())
    if (auto New = ClockSamples::open(Pid, Period))
      It->second.Samples = std::move(New);
  Maps[Pid].clear();
}

/// From where it stands: what takes much time is met often.
std::optional<int> Sampler::record(pid_t Pid, pid_t Tid) {
  SteppedStretch S;
  const auto Own = Clocks.find(Tid);
  if (Own != Clocks.end())
    Own->second.Samples->setOn(false);
  std::optional<int> Other = Stepper->step(Pid, Tid, Options.StretchLength, S);
  if (!Other)
    Other = Stepper->runOn(Tid, S);
  if (Own != Clocks.end())
    Own->second.Samples->setOn(true);
  if (S.Path.empty())
    return Other;
  std::vector<ProcessMaps::Place> Where;
  for (const SteppedInst &I : S.Insts)
    Where.push_back(locate(Pid, I.Address));
  const uint32_t Thread =
      ThreadNumbers.try_emplace(Tid, ThreadNumbers.size()).first->second;
  Stretches.add(Thread, std::move(S), std::move(Where),
                StretchLog::Clock::now());
  return Other;
}

std::optional<int> Sampler::look(pid_t Pid, pid_t Tid, uint64_t Nanoseconds) {
  const auto Where = placeOf(Tid);
  if (!Where)
    return std::nullopt;
  if (!Clocks.count(Tid)) {
    if (Where->IsInSystem)
      System.add(Nanoseconds);
    else
      add(Pid, Where->Address, Nanoseconds);
  }
  return wantsLook() && !Where->IsInSystem ? record(Pid, Tid) : std::nullopt;
}

void Sampler::finish(ProgramRun &Run) {
  Run.Modules = Modules.names();
  // What is there now is not what ran: named as Linux names such files.
  for (auto [Name, File] : zip(Run.Modules, Files))
    if (File.type() == sys::fs::file_type::regular_file &&
        !isSameFile(File, statusOf(Name)))
      Name += ReplacedSuffix;
  for (const auto &[Place, C] : Places)
    Run.Places.push_back(
        {Place.first, Place.second, C.NumSamples, C.Nanoseconds});
  Run.SystemSamples = System.NumSamples;
  Run.SystemNanoseconds = System.Nanoseconds;
  if (Stepper)
    Run.Trace = Stretches.take(sys::getProcessTriple(), Run.Modules);
}

Expected<ProgramRun> kernelbounds::runProgram(const RunOptions &Options) {
  std::unique_ptr<ThreadStepper> Stepper;
  if (Options.StretchLength != 0) {
    auto Created = ThreadStepper::create();
    if (!Created)
      return Created.takeError();
    Stepper = std::move(*Created);
  }
  Sampler S(Options, std::move(Stepper));
  Tracer T(S);
  if (Error E = Options.Attach ? T.attach(static_cast<pid_t>(Options.Attach))
                               : T.start(Options.Command))
    return std::move(E);
  T.follow(Options.Frequency, Options.Seconds);
  ProgramRun Run;
  Run.ExitCode = T.exitCode();
  Run.NumProcesses = T.numProcesses();
  Run.NumThreads = T.numThreads();
  S.finish(Run);
  return Run;
}
