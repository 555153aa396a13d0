//===- HostLoopRunner.cpp - Runs loops on the core at hand ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop stands at a multiple of 64. kbEnterLoop saves what the caller needs,
/// fills the registers and jumps there; behind the loop is the way back. What
/// depends on the target is in HostEntry.h and in FormTarget.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "HostAccesses.h"
#include "HostCounters.h"
#include "HostEntry.h"
#include "HostProcess.h"
#include "LoopEncoder.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errc.h"
#include <cstring>
#include <sys/mman.h>

using namespace kernelbounds;
using namespace llvm;

namespace {

class HostLoopRunner : public LoopRunner {
public:
  HostLoopRunner(TargetContext &Target, const HostLoopOptions &Options)
      : Forms(formTargetOf(
            {&Target.target(), &Target.instrInfo(), &Target.registerInfo()})),
        Registers(Target.registerInfo()), Encoder(Target, Forms),
        Options(Options) {
    if (!Options.Counters.Events)
      return;
    for (const CounterEvent &E : Options.Counters.Events->Ports) {
      SmallVector<StringRef, 4> Names;
      E.Ports.split(Names, ' ');
      Counters.push_back({E.Name.str(), {Names.begin(), Names.end()}});
    }
  }
  ~HostLoopRunner() override;
  Error open();
  LoopOutcome run(const TimedLoop &Loop) override;
  ArrayRef<PortCounter> counters() const override { return Counters; }
  Expected<PortCounts> count(const TimedLoop &Loop) override;
  LoopOutcome walk(const AccessPattern &P) override;
  double noise() const override { return 0.02; }

private:
  /// What \p Time says in a child process; again if the machine was disturbed.
  LoopOutcome inChild(function_ref<Expected<Timing>(TimedCore &)> Time);
  LoopOutcome inChildOnce(function_ref<Expected<Timing>(TimedCore &)> Time);
  /// \returns what LLVM says against it; empty: nothing.
  std::string encode(const TimedLoop &Loop);
  /// Puts what encode() has made, and the data, into memory.
  void place(const TimedLoop &Loop);
  EntryState entryState(const TimedLoop &Loop) const;

  static constexpr size_t CodeBytes = 1 << 17, DataBytes = 1 << 17;

  const FormTarget &Forms;
  const MCRegisterInfo &Registers;
  LoopEncoder Encoder;
  HostLoopOptions Options;
  std::vector<PortCounter> Counters;
  char *Code = nullptr, *Data = nullptr;
  SmallVector<char, 4096> Bytes;
};

} // namespace

HostLoopRunner::~HostLoopRunner() {
  if (Code)
    munmap(Code, CodeBytes + DataBytes);
}

Error HostLoopRunner::open() {
  // Written to only by children, each of which has its own copy. Addresses that
  // count from the program counter reach from the code to the data.
  void *P =
      mmap(nullptr, CodeBytes + DataBytes, PROT_READ | PROT_WRITE | PROT_EXEC,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (P != MAP_FAILED) {
    Code = static_cast<char *>(P);
    Data = Code + CodeBytes;
  }
  if (!Encoder.isOpen() || !Code)
    return createStringError("there is no memory for code to measure");
  return Error::success();
}

std::string HostLoopRunner::encode(const TimedLoop &Loop) {
  Bytes.clear();
  Encoder.appendLoop(Loop.Body, Bytes, /*ToMemory=*/CodeBytes + DataBytes / 2);
  const HostCode Exit = hostLoopExit();
  Bytes.append(Exit.Data, Exit.Data + Exit.Size);
  return Bytes.size() > CodeBytes ? "the loop is too long" : "";
}

EntryState HostLoopRunner::entryState(const TimedLoop &Loop) const {
  EntryState S = Forms.entryState(
      Loop.Values, reinterpret_cast<uint64_t>(Data) + DataBytes / 2);
  S.Wide = Forms.wideVectors(Registers, Loop.Body);
  const char *const *Names = hostVectorExtensions();
  for (unsigned I = 0; Names[I]; ++I)
    if (hostCpu().Features.lookup(Names[I]))
      S.Vectors = I + 1;
  return S;
}

void HostLoopRunner::place(const TimedLoop &Loop) {
  std::memcpy(Code, Bytes.data(), Bytes.size());
  // Most targets fetch from another cache than they write to.
  __builtin___clear_cache(Code, Code + Bytes.size());
  for (size_t I = 0; I < DataBytes; I += 8)
    std::memcpy(Data + I, &Loop.Values.Memory, 8);
}

Expected<PortCounts> HostLoopRunner::count(const TimedLoop &Loop) {
  if (Counters.empty())
    return LoopRunner::count(Loop);
  if (std::string Fault = encode(Loop); !Fault.empty())
    return createStringError(Fault);
  const CounterEvents &Events = *Options.Counters.Events;
  struct Shared {
    double OnCounter[16] = {}, Issued = 0;
    bool IsCounted = false;
  };
  assert(Events.Ports.size() <= std::size(Shared().OnCounter) &&
         "cores have fewer counters of ports");
  auto Memory = SharedMemory::create(sizeof(Shared));
  if (!Memory)
    return Memory.takeError();
  auto &Result = *new (Memory->data()) Shared;
  if (Error E = runInChild(Options.Cpu, Options.TimeLimit, [&] {
        place(Loop);
        const EntryState State = entryState(Loop);
        auto Count = [&](const CounterEvent &Event, double &Into) {
          const auto Found = countTrips(
              Options.Counters.Type, Event,
              [&](uint64_t Trips) { kbEnterLoop(Code, &State, Trips); },
              Loop.MaxTrips);
          Into = Found.value_or(0);
          return Found.has_value();
        };
        bool IsCounted = Count(*Events.Issued, Result.Issued);
        for (auto [I, Event] : enumerate(Events.Ports))
          IsCounted = IsCounted && Count(Event, Result.OnCounter[I]);
        Result.IsCounted = IsCounted;
      }))
    return std::move(E);
  if (!Result.IsCounted)
    return createStringError("the counters did not count all of the time");
  PortCounts C;
  C.OnCounter.assign(Result.OnCounter, Result.OnCounter + Events.Ports.size());
  C.Issued = Result.Issued;
  return C;
}

LoopOutcome HostLoopRunner::run(const TimedLoop &Loop) {
  if (std::string Fault = encode(Loop); !Fault.empty())
    return {LoopStatus::NotEncoded, 0, 0, Fault};
  return inChild([&](TimedCore &Core) {
    place(Loop);
    const EntryState State = entryState(Loop);
    return timeTrips(
        Core, Options.Traits, Options.Plan,
        [&](uint64_t Trips) { kbEnterLoop(Code, &State, Trips); },
        Options.MaxRounds, Options.Tolerance, Loop.MaxTrips);
  });
}

LoopOutcome HostLoopRunner::walk(const AccessPattern &P) {
  // Figures of memory and of shared caches differ more than those of a core.
  constexpr double Tolerance = 0.04;
  return inChild([&](TimedCore &Core) -> Expected<Timing> {
    auto Walk = HostAccesses::create(P);
    if (!Walk)
      return Walk.takeError();
    // Others use a shared cache, too, and what is not used for long leaves it.
    // At most half of the time goes into bringing it back.
    uint64_t Ended = 0, Took = 0;
    auto Refresh = [&] {
      const uint64_t Began = Core.readTicks();
      if (Began - Ended < Took)
        return;
      (*Walk)->refresh();
      Ended = Core.readTicks();
      Took = Ended - Began;
    };
    auto T = timeTrips(
        Core, Options.Traits, Options.Plan,
        [&](uint64_t Trips) { (*Walk)->run(Trips); }, Options.MaxRounds,
        Tolerance, /*MaxTrips=*/65536, Refresh);
    if (T)
      T->Cycles /= HostAccesses::StepsPerTrip;
    return T;
  });
}

LoopOutcome
HostLoopRunner::inChild(function_ref<Expected<Timing>(TimedCore &)> Time) {
  LoopOutcome O;
  // A process that runs beside may be gone a little later.
  for (unsigned Try = 0; Try < Options.MaxTries; ++Try) {
    O = inChildOnce(Time);
    if (O.Status != LoopStatus::Unsteady && O.Status != LoopStatus::Disturbed)
      break;
  }
  return O;
}

LoopOutcome
HostLoopRunner::inChildOnce(function_ref<Expected<Timing>(TimedCore &)> Time) {
  struct Shared {
    double Cycles = 0, Spread = 0;
    bool IsSteady = false, IsTimed = false, LacksMemory = false;
  };
  auto Memory = SharedMemory::create(sizeof(Shared));
  if (!Memory)
    return {LoopStatus::Disturbed, 0, 0, toString(Memory.takeError())};
  auto &Result = *new (Memory->data()) Shared;
  Error E = runInChild(Options.Cpu, Options.TimeLimit, [&] {
    std::unique_ptr<TimedCore> Core = cantFail(openHostCore());
    auto T = Time(*Core);
    if (T)
      Result = {T->Cycles, T->Spread, T->IsSteady, true, false};
    handleAllErrors(T.takeError(), [&](const ErrorInfoBase &Why) {
      Result.LacksMemory = Why.convertToErrorCode() == errc::not_enough_memory;
    });
  });
  if (E)
    return outcomeOf(std::move(E));
  if (Result.LacksMemory)
    return {LoopStatus::Fault, 0, 0, "there is not enough memory"};
  if (!Result.IsTimed)
    return {LoopStatus::Disturbed, 0, 0, "no repetition without disturbance"};
  return {Result.IsSteady ? LoopStatus::Ok : LoopStatus::Unsteady,
          Result.Cycles, Result.Spread, ""};
}

Expected<std::unique_ptr<LoopRunner>>
kernelbounds::createHostLoopRunner(TargetContext &Target,
                                   const HostLoopOptions &Options) {
  auto Runner = std::make_unique<HostLoopRunner>(Target, Options);
  if (Error E = Runner->open())
    return std::move(E);
  return std::unique_ptr<LoopRunner>(std::move(Runner));
}
