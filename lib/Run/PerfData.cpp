//===- PerfData.cpp - Runs that Linux perf has recorded -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file is a header, descriptions of the events, and records. Records are
/// gone through in the order of their time: those of several processors are not
/// in that order in the file. Mappings that perf found at the start have the
/// time 0.
///
/// Every number that says where something is, or how much, is checked before it
/// is used.
///
/// Tested by unittests/Run/PerfDataTest.cpp and test/Run/perf-data.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/PerfData.h"
#include "ProcessMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Of perf_event_attr and of the records; the values are those of Linux.
enum SampleBit : uint64_t {
  SampleIp = 1 << 0,
  SampleTid = 1 << 1,
  SampleTime = 1 << 2,
  SampleAddr = 1 << 3,
  SampleId = 1 << 6,
  SampleCpu = 1 << 7,
  SamplePeriod = 1 << 8,
  SampleStreamId = 1 << 9,
  SampleIdentifier = 1 << 16
};
enum RecordType : uint32_t {
  RecordMmap = 1,
  RecordComm = 3,
  RecordFork = 7,
  RecordSample = 9,
  RecordMmap2 = 10,
  RecordPipedAttr = 64,
  RecordTracingData = 66,
  RecordAuxTrace = 71,
  RecordCompressed = 81,
  RecordCompressed2 = 83
};
constexpr uint16_t ModeMask = 7, ModeUser = 2, CommIsExec = 1 << 13;
constexpr uint64_t ProtExec = 4;
constexpr size_t RecordHeader = 8;
/// Of a file that went through a pipe; descriptions of events are records then.
constexpr uint64_t PipeHeader = 16;
/// Of perf_event_attr in its first form, and of the place of the identifiers
/// behind it.
constexpr uint64_t LeastAttr = 64, IdsSection = 16;

class Bytes;

/// An event that was sampled.
struct PerfEvent {
  uint32_t Type = 0;
  uint64_t Config = 0, Period = 0, SampleType = 0;
  bool HasFrequency = false, HasIdsOfAll = false;

  /// \p Attr is a perf_event_attr.
  explicit PerfEvent(Bytes &Attr);

  bool isClock() const { return Type == 1 && Config <= 1; }
  /// Where cores differ, the upper half of the number tells of which kind of
  /// core it is.
  bool isHardware(uint32_t Number) const {
    return Type == 0 && static_cast<uint32_t>(Config) == Number;
  }
  bool isCycles() const { return isHardware(0); }
  std::string name() const {
    if (isClock())
      return Config == 0 ? "cpu-clock" : "task-clock";
    if (isCycles())
      return "cycles";
    if (isHardware(1))
      return "instructions";
    return std::to_string(Type) + "/" + std::to_string(Config);
  }
};

/// Bytes with checked access. What is beyond the end is 0, and makes it bad.
class Bytes {
public:
  explicit Bytes(StringRef Buffer) : Buffer(Buffer) {}
  uint64_t u64(uint64_t At) { return number<uint64_t>(At); }
  uint32_t u32(uint64_t At) { return number<uint32_t>(At); }
  uint16_t u16(uint64_t At) { return number<uint16_t>(At); }
  /// The text that ends with a zero.
  StringRef text(uint64_t At) {
    return Buffer.substr(std::min<uint64_t>(At, Buffer.size()))
        .split('\0')
        .first;
  }
  bool has(uint64_t At, uint64_t Size) const {
    return At <= Buffer.size() && Size <= Buffer.size() - At;
  }
  StringRef slice(uint64_t At, uint64_t Size) const {
    return Buffer.substr(At, Size);
  }
  uint64_t size() const { return Buffer.size(); }
  bool isBad() const { return IsBad; }

private:
  template <typename T> T number(uint64_t At) {
    if (!has(At, sizeof(T))) {
      IsBad = true;
      return 0;
    }
    return support::endian::read<T, llvm::endianness::little>(Buffer.data() +
                                                              At);
  }

  StringRef Buffer;
  bool IsBad = false;
};

PerfEvent::PerfEvent(Bytes &Attr)
    : Type(Attr.u32(0)), Config(Attr.u64(8)), Period(Attr.u64(16)),
      SampleType(Attr.u64(24)), HasFrequency((Attr.u64(40) >> 10 & 1) != 0),
      HasIdsOfAll((Attr.u64(40) >> 18 & 1) != 0) {}

class PerfReader {
public:
  PerfReader(StringRef Buffer, StringRef Name) : File(Buffer), Name(Name) {}
  Expected<ProgramRun> read();

private:
  struct Record {
    uint64_t Time;
    uint32_t Type;
    uint16_t Misc;
    StringRef Body;
  };

  Error fault(const Twine &What) const {
    return createStringError(Name + ": " + What);
  }
  Error readEvents();
  Error readPipedEvent(StringRef Body);
  Error readRecords();
  std::optional<uint64_t> idOffset() const;
  void chooseEvent();
  uint64_t timeOf(const Record &R) const;
  void use(const Record &R);
  void useSample(const Record &R);
  void useMapping(const Record &R);
  void useFork(const Record &R);

  Bytes File;
  StringRef Name;
  std::vector<PerfEvent> Events;
  std::map<uint64_t, uint32_t> EventOfId; ///< Any number may be one.
  std::vector<bool> IsChosen;             ///< By event.
  uint64_t IdAt = 0; ///< Of an event's identifier in a sample.
  bool IsPiped = false;
  std::vector<Record> Records;
  ModuleNames Modules;
  std::map<uint32_t, ProcessMaps> Maps; ///< By process.
  std::map<std::pair<uint32_t, uint64_t>, PlaceSamples> Places;
  std::set<uint32_t> Processes, Threads; ///< A process that ended is -1.
  ProgramRun Run;
};

} // namespace

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

Error PerfReader::readEvents() {
  if (File.slice(0, 8) == "2ELIFREP")
    return fault("this perf.data was written on a machine of the other byte "
                 "order");
  if (File.slice(0, 8) != "PERFILE2")
    return fault("this is no perf.data file; 'perf record -o FILE' writes one");
  IsPiped = File.u64(8) == PipeHeader;
  if (IsPiped)
    return Error::success();
  const uint64_t AttrSize = File.u64(16), AttrsAt = File.u64(24),
                 AttrsSize = File.u64(32);
  if (File.isBad() || AttrSize < LeastAttr + IdsSection ||
      !File.has(AttrsAt, AttrsSize))
    return fault("the perf.data file is cut off or damaged: the descriptions "
                 "of its events are not there");
  uint64_t NumIdBytes = 0;
  for (uint64_t N = 0; N < AttrsSize / AttrSize; ++N) {
    const uint64_t At = AttrsAt + N * AttrSize;
    Bytes Attr(File.slice(At, AttrSize));
    const uint64_t IdsAt = File.u64(At + AttrSize - IdsSection),
                   IdsSize = File.u64(At + AttrSize - IdsSection + 8);
    // All events together have no more than the file.
    if (!File.has(IdsAt, IdsSize) || IdsSize > File.size() - NumIdBytes)
      return fault("the perf.data file is cut off or damaged: identifiers of "
                   "its events are not there");
    for (uint64_t I = 0; I + 8 <= IdsSize; I += 8)
      EventOfId[File.u64(IdsAt + I)] = static_cast<uint32_t>(N);
    NumIdBytes += IdsSize;
    Events.emplace_back(Attr);
  }
  return Error::success();
}

/// The description of an event, and behind it its identifiers.
Error PerfReader::readPipedEvent(StringRef Body) {
  Bytes Attr(Body);
  const uint64_t Size = Attr.u32(4);
  if (Size < LeastAttr || !Attr.has(0, Size))
    return fault("the perf.data file is damaged: the description of an event "
                 "is cut off");
  for (uint64_t I = Size; I + 8 <= Attr.size(); I += 8)
    EventOfId[Attr.u64(I)] = static_cast<uint32_t>(Events.size());
  Events.emplace_back(Attr);
  return Error::success();
}

/// Where the identifier of its event is in a sample, if it is at the same place
/// in all of them.
std::optional<uint64_t> PerfReader::idOffset() const {
  const uint64_t Layout = Events.front().SampleType;
  if (all_of(Events, [](const PerfEvent &E) {
        return (E.SampleType & SampleIdentifier) != 0;
      }))
    return 0;
  if ((Layout & SampleId) == 0 || any_of(Events, [&](const PerfEvent &E) {
        return E.SampleType != Layout;
      }))
    return std::nullopt;
  uint64_t At = 0;
  for (const uint64_t Bit : {SampleIp, SampleTid, SampleTime, SampleAddr})
    At += (Layout & Bit) != 0 ? 8 : 0;
  return At;
}

Error PerfReader::readRecords() {
  const uint64_t At = IsPiped ? PipeHeader : File.u64(40);
  const uint64_t Size = IsPiped ? File.size() - At : File.u64(48);
  if (Size == 0)
    return fault("the perf.data file has no records; was 'perf record' ended "
                 "before it could write them?");
  if (File.isBad() || !File.has(At, Size))
    return fault("the perf.data file is cut off: its header promises " +
                 Twine(Size) + " bytes of records at " + Twine(At) +
                 ", and the file has " + Twine(File.size()));
  for (uint64_t Pos = At; Pos < At + Size;) {
    Record R;
    R.Type = File.u32(Pos);
    R.Misc = File.u16(Pos + 4);
    const uint64_t Length = File.u16(Pos + 6);
    if (Length < RecordHeader || Length > At + Size - Pos)
      return fault("the perf.data file is damaged: the record at " +
                   Twine(Pos) + " has a length of " + Twine(Length) + " bytes");
    if (R.Type == RecordCompressed || R.Type == RecordCompressed2)
      return fault("the perf.data file is compressed; 'perf record' without -z "
                   "writes one that can be read");
    R.Body = File.slice(Pos + RecordHeader, Length - RecordHeader);
    Pos += Length;
    if (R.Type == RecordPipedAttr)
      if (Error E = readPipedEvent(R.Body))
        return E;
    // What is traced follows the record, and is no part of its length.
    uint64_t More = 0;
    if (R.Type == RecordAuxTrace)
      More = Bytes(R.Body).u64(0);
    else if (R.Type == RecordTracingData)
      More = Bytes(R.Body).u32(0);
    if (More > At + Size - Pos)
      return fault("the perf.data file is damaged: a trace is cut off");
    Pos += More;
    Records.push_back(R);
  }
  if (Events.empty())
    return fault("the perf.data file describes no event");
  for (Record &R : Records)
    R.Time = timeOf(R);
  // Of the same time, as they stand in the file. Where no time is known, that
  // says nothing, and what was mapped comes before all samples.
  const bool HasTime = (Events.front().SampleType & SampleTime) != 0;
  llvm::sort(Records, [&](const Record &A, const Record &B) {
    auto Key = [&](const Record &R) {
      return std::tuple(R.Time, !HasTime && R.Type == RecordSample,
                        R.Body.data());
    };
    return Key(A) < Key(B);
  });
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// 0 where it is not known, so that the order is that of the file.
uint64_t PerfReader::timeOf(const Record &R) const {
  const PerfEvent &E = Events.front();
  if ((E.SampleType & SampleTime) == 0)
    return 0;
  Bytes Body(R.Body);
  const auto Has = [&](uint64_t Bit) {
    return (E.SampleType & Bit) != 0 ? 8 : 0;
  };
  if (R.Type == RecordSample)
    return Body.u64(Has(SampleIdentifier) + Has(SampleIp) + Has(SampleTid));
  if (!E.HasIdsOfAll || (R.Type != RecordMmap && R.Type != RecordMmap2 &&
                         R.Type != RecordComm && R.Type != RecordFork))
    return 0;
  // Behind every other record: thread, time, identifiers, processor.
  const uint64_t Trailer = Has(SampleTid) + Has(SampleTime) + Has(SampleId) +
                           Has(SampleStreamId) + Has(SampleCpu) +
                           Has(SampleIdentifier);
  if (R.Body.size() < Trailer)
    return 0;
  return Body.u64(R.Body.size() - Trailer + Has(SampleTid));
}

/// The one whose samples are most like time; of cycles, those of each kind of
/// core.
void PerfReader::chooseEvent() {
  IsChosen.resize(Events.size());
  auto Chosen = find_if(Events, std::mem_fn(&PerfEvent::isClock));
  if (Chosen == Events.end())
    Chosen = find_if(Events, std::mem_fn(&PerfEvent::isCycles));
  if (Chosen == Events.end())
    Chosen = Events.begin();
  IsChosen[Chosen - Events.begin()] = true;
  Run.Event = Chosen->name();
  Run.EventIsTime = Chosen->isClock();
  if (!Chosen->isCycles())
    return;
  std::set<uint64_t> Kinds;
  for (auto [N, E] : enumerate(Events))
    IsChosen[N] = E.isCycles() && Kinds.insert(E.Config).second;
}

void PerfReader::useSample(const Record &R) {
  Bytes Body(R.Body);
  const PerfEvent *E = &Events.front();
  if (Events.size() > 1) {
    const auto It = EventOfId.find(Body.u64(IdAt));
    if (It == EventOfId.end() || !IsChosen[It->second])
      return;
    E = &Events[It->second];
  }
  uint64_t At = 0, Address = 0, Weight = E->HasFrequency ? 1 : E->Period;
  uint32_t Pid = 0, Tid = 0;
  for (const uint64_t Bit :
       {SampleIdentifier, SampleIp, SampleTid, SampleTime, SampleAddr, SampleId,
        SampleStreamId, SampleCpu, SamplePeriod}) {
    if ((E->SampleType & Bit) == 0)
      continue;
    if (Bit == SampleIp)
      Address = Body.u64(At);
    if (Bit == SampleTid) {
      Pid = Body.u32(At);
      Tid = Body.u32(At + 4);
    }
    if (Bit == SamplePeriod)
      Weight = Body.u64(At);
    At += 8;
  }
  if (Body.isBad())
    return;
  Processes.insert(Pid);
  Threads.insert(Tid);
  if ((R.Misc & ModeMask) != ModeUser) {
    ++Run.SystemSamples;
    Run.SystemNanoseconds += Weight;
    return;
  }
  const auto Found = Maps[Pid].find(Address);
  const ProcessMaps::Place Place =
      Found ? *Found : ProcessMaps::Place{Modules.id("[anonymous]"), Address};
  PlaceSamples &P =
      Places.try_emplace({Place.Module, Place.Offset}).first->second;
  P.Module = Place.Module;
  P.Offset = Place.Offset;
  ++P.NumSamples;
  P.Nanoseconds += Weight;
}

void PerfReader::useMapping(const Record &R) {
  Bytes Body(R.Body);
  const bool IsLong = R.Type == RecordMmap2;
  // perf leaves data mappings out, unless it is asked for them.
  if (IsLong && (Body.u32(56) & ProtExec) == 0)
    return;
  StringRef File = Body.text(IsLong ? 64 : 32);
  if (File.empty() || File.starts_with("//anon"))
    File = "[anonymous]";
  const uint64_t Begin = Body.u64(8), Size = Body.u64(16);
  const uint64_t Offset = Body.u64(24);
  if (!Body.isBad() && Size <= UINT64_MAX - Begin)
    Maps[Body.u32(0)].add(Begin, Begin + Size, Offset, File, Modules);
}

/// A new process has the mappings of the one that made it; a thread has none
/// of its own.
void PerfReader::useFork(const Record &R) {
  Bytes Body(R.Body);
  const uint32_t Pid = Body.u32(0), Parent = Body.u32(4);
  if (!Body.isBad() && Pid != Parent)
    Maps[Pid] = Maps[Parent];
}

void PerfReader::use(const Record &R) {
  switch (R.Type) {
  case RecordSample:
    return useSample(R);
  case RecordMmap:
  case RecordMmap2:
    return useMapping(R);
  case RecordFork:
    return useFork(R);
  case RecordComm:
    // What was mapped before the exec is gone, if it is known what that is.
    if ((R.Misc & CommIsExec) != 0 && R.Time != 0)
      Maps[Bytes(R.Body).u32(0)].clear();
    return;
  default:
    return;
  }
}

Expected<ProgramRun> PerfReader::read() {
  if (Error E = readEvents())
    return std::move(E);
  if (Error E = readRecords())
    return std::move(E);
  if (const auto At = idOffset())
    IdAt = *At;
  else if (Events.size() > 1)
    return fault("the perf.data file has several events and does not say of "
                 "which a sample is; 'perf record -e cpu-clock' records one");
  if ((Events.front().SampleType & SampleIp) == 0)
    return fault("the samples of the perf.data file have no addresses");
  chooseEvent();
  for (const Record &R : Records)
    use(R);
  if (Places.empty() && Run.SystemSamples == 0)
    return fault("the perf.data file has no samples of the event " + Run.Event +
                 "; 'perf record -e cpu-clock' takes some on all machines");
  for (const auto &[Where, P] : Places)
    Run.Places.push_back(P);
  Run.Modules = Modules.names();
  Run.NumProcesses = Processes.size();
  Run.NumThreads = Threads.size();
  return std::move(Run);
}

Expected<ProgramRun> kernelbounds::readPerfData(StringRef Buffer,
                                                StringRef Name) {
  return PerfReader(Buffer, Name).read();
}
