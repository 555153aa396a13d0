//===- PerfDataTest.cpp - Tests of what perf has recorded -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/PerfData.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Numbers in the order of bytes of the file.
struct Text {
  std::string Bytes;

  template <typename T> Text &add(T Value) {
    char Word[sizeof(T)];
    support::endian::write<T, llvm::endianness::little>(Word, Value);
    Bytes.append(Word, sizeof(T));
    return *this;
  }
  Text &u64(std::initializer_list<uint64_t> Values) {
    for (uint64_t V : Values)
      add<uint64_t>(V);
    return *this;
  }
};

struct Event {
  uint32_t Type;
  uint64_t Config, SampleType, Id;
};
constexpr uint64_t Plain = 1 | 2 | 4 | 256; // Address, thread, time, period.
constexpr uint64_t WithId = Plain | 1 << 16;

std::string record(uint32_t Type, uint16_t Misc, const std::string &Body) {
  Text T;
  T.add(Type).add(Misc).add<uint16_t>(8 + Body.size());
  return T.Bytes + Body;
}

std::string sample(uint32_t Pid, uint64_t Address, uint64_t Time,
                   uint64_t Period, uint64_t Id = 0, uint16_t Misc = 2) {
  Text T;
  if (Id != 0)
    T.u64({Id});
  T.u64({Address}).add(Pid).add(Pid).u64({Time, Period});
  return record(9, Misc, T.Bytes);
}

std::string mapping(uint32_t Pid, uint64_t Begin, uint64_t Size,
                    uint64_t Offset, std::string Name, uint64_t Time = 0) {
  Name.resize(Name.size() + 8 - Name.size() % 8);
  Text T;
  T.add(Pid).add(Pid).u64({Begin, Size, Offset});
  T.Bytes += Name;
  T.add(Pid).add(Pid).u64({Time});
  return record(1, 2, T.Bytes);
}

std::string fork(uint32_t Pid, uint32_t Parent, uint64_t Time) {
  Text T;
  T.add(Pid).add(Parent).add(Pid).add(Parent).u64({Time});
  T.add(Pid).add(Pid).u64({Time});
  return record(7, 0, T.Bytes);
}

std::string file(const std::vector<Event> &Events, const std::string &Data) {
  constexpr uint64_t Header = 104, Attr = 80;
  const uint64_t IdsAt = Header + Attr * Events.size();
  const uint64_t DataAt = IdsAt + 8 * Events.size();
  Text T;
  T.Bytes = "PERFILE2";
  T.u64({Header, Attr, Header, Attr * Events.size(), DataAt, Data.size(), 0, 0,
         0, 0, 0, 0});
  for (size_t I = 0; I < Events.size(); ++I) {
    const Event &E = Events[I];
    T.add(E.Type).add<uint32_t>(64).u64({E.Config, 4000, E.SampleType, 0});
    T.u64({1 << 18, 0, 0, IdsAt + 8 * I, 8});
  }
  for (const Event &E : Events)
    T.u64({E.Id});
  return T.Bytes + Data;
}

ProgramRun read(const std::string &Bytes) {
  auto Run = readPerfData(Bytes, "f");
  if (Run)
    return std::move(*Run);
  ADD_FAILURE() << toString(Run.takeError());
  return {};
}

std::string faultOf(const std::string &Bytes) {
  auto Run = readPerfData(Bytes, "f");
  return Run ? "" : toString(Run.takeError());
}

const Event Clock{1, 0, Plain, 1};

} // namespace

TEST(PerfData, SamplesLieInFiles) {
  const ProgramRun R = read(file(
      {Clock}, mapping(7, 0x5000, 0x1000, 0x2000, "/bin/a") +
                   sample(7, 0x5010, 10, 1000) + sample(7, 0x5010, 20, 1000) +
                   sample(7, 0x9000, 30, 500) +
                   sample(7, 0x5010, 40, 300, 0, /*Misc=*/1)));
  ASSERT_EQ(R.Places.size(), 2u);
  EXPECT_EQ(R.Modules[R.Places[0].Module], "/bin/a");
  EXPECT_EQ(R.Places[0].Offset, 0x2010u);
  EXPECT_EQ(R.Places[0].NumSamples, 2u);
  EXPECT_EQ(R.Places[0].Nanoseconds, 2000u);
  EXPECT_EQ(R.Modules[R.Places[1].Module], "[anonymous]");
  EXPECT_EQ(R.SystemNanoseconds, 300u);
  EXPECT_EQ(R.NumProcesses, 1u);
  EXPECT_EQ(R.Event, "cpu-clock");
  EXPECT_TRUE(R.EventIsTime);
}

TEST(PerfData, AllNumbersAreNumbers) {
  // Linux calls a process that has ended -1; identifiers come from the file.
  const Event All{1, 0, WithId, UINT64_MAX}, Other{0, 1, WithId, 2};
  const ProgramRun R = read(
      file({All, Other}, sample(UINT32_MAX, 0x10, 10, 1, UINT64_MAX) +
                             sample(UINT32_MAX - 1, 0x10, 20, 1, UINT64_MAX)));
  EXPECT_EQ(R.NumProcesses, 2u);
  ASSERT_EQ(R.Places.size(), 1u);
  EXPECT_EQ(R.Places[0].NumSamples, 2u);
}

TEST(PerfData, TimeIsTheOrder) {
  // What was mapped later is of no matter to earlier samples; the file has them
  // the other way around.
  const ProgramRun R = read(
      file({Clock}, mapping(7, 0x5000, 0x1000, 0, "/bin/b", 100) +
                        sample(7, 0x5010, 50, 1) + sample(7, 0x5010, 150, 1) +
                        mapping(7, 0x5000, 0x1000, 0, "/bin/a", 10)));
  ASSERT_EQ(R.Places.size(), 2u);
  EXPECT_EQ(R.Modules, (std::vector<std::string>{"/bin/a", "/bin/b"}));
}

TEST(PerfData, ChildrenHaveTheMapsOfTheirParents) {
  const ProgramRun R = read(
      file({Clock}, mapping(7, 0x5000, 0x1000, 0, "/bin/a") + fork(8, 7, 5) +
                        sample(8, 0x5010, 50, 1) + sample(9, 0x5010, 60, 1)));
  ASSERT_EQ(R.Places.size(), 2u);
  EXPECT_EQ(R.Modules[R.Places[0].Module], "/bin/a");
  EXPECT_EQ(R.Modules[R.Places[1].Module], "[anonymous]");
  EXPECT_EQ(R.NumProcesses, 2u);
}

TEST(PerfData, ChoosesAnEvent) {
  const std::string Data =
      sample(7, 0x10, 1, 5, 31) + sample(7, 0x20, 2, 6, 32);
  ProgramRun R = read(file({{0, 1, WithId, 31}, {0, 0, WithId, 32}}, Data));
  EXPECT_EQ(R.Event, "cycles");
  EXPECT_FALSE(R.EventIsTime);
  ASSERT_EQ(R.Places.size(), 1u);
  EXPECT_EQ(R.Places[0].Nanoseconds, 6u);
  R = read(file({{0, 1, WithId, 31}, {4, 7, WithId, 32}}, Data));
  EXPECT_EQ(R.Event, "instructions");
  EXPECT_EQ(
      faultOf(file({{0, 1, Plain, 31}, {0, 0, Plain, 32}}, Data)),
      "f: the perf.data file has several events and does not say of which "
      "a sample is; 'perf record -e cpu-clock' records one");
}

TEST(PerfData, CyclesOfAllKindsOfCores) {
  // Of a core of each of two kinds, and once more of the first.
  const std::vector<Event> Events = {{0, 1, WithId, 31},
                                     {0, uint64_t(4) << 32, WithId, 32},
                                     {0, uint64_t(10) << 32, WithId, 33},
                                     {0, uint64_t(4) << 32, WithId, 34},
                                     {0, uint64_t(4) << 32 | 1, WithId, 35}};
  std::string Data;
  for (unsigned Id = 31; Id < 36; ++Id)
    Data += sample(7, 0x10 * Id, Id, Id, Id);
  const ProgramRun R = read(file(Events, Data));
  EXPECT_EQ(R.Event, "cycles");
  ASSERT_EQ(R.Places.size(), 2u);
  EXPECT_EQ(R.nanoseconds(), 32u + 33u);
}

TEST(PerfData, IdentifiersBehindTheAddress) {
  // Several events of one layout have them there, and not in front.
  constexpr uint64_t Layout = Plain | 1 << 6;
  auto Sample = [](uint64_t Address, uint64_t Id, uint64_t Period) {
    Text T;
    T.u64({Address}).add<uint32_t>(7).add<uint32_t>(7).u64({1, Id, Period});
    return record(9, 2, T.Bytes);
  };
  const ProgramRun R = read(file({{0, 1, Layout, 31}, {1, 0, Layout, 32}},
                                 Sample(0x10, 31, 5) + Sample(0x20, 32, 6)));
  EXPECT_EQ(R.Event, "cpu-clock");
  ASSERT_EQ(R.Places.size(), 1u);
  EXPECT_EQ(R.Places[0].Offset, 0x20u);
  EXPECT_EQ(R.Places[0].Nanoseconds, 6u);
}

TEST(PerfData, WithoutTimesMappingsComeFirst) {
  Text Sample, Comm;
  Sample.u64({0x5010}).add<uint32_t>(7).add<uint32_t>(7).u64({3});
  Comm.add<uint32_t>(7).add<uint32_t>(7).u64({0x61});
  const ProgramRun R = read(file({{1, 0, 1 | 2 | 256, 1}},
                                 record(9, 2, Sample.Bytes) +
                                     mapping(7, 0x5000, 0x1000, 0, "/bin/a") +
                                     record(3, 1 << 13, Comm.Bytes)));
  ASSERT_EQ(R.Places.size(), 1u);
  EXPECT_EQ(R.Modules[R.Places[0].Module], "/bin/a");
}

TEST(PerfData, ThroughAPipe) {
  Text File, Attr;
  File.Bytes = "PERFILE2";
  File.u64({16});
  Attr.add<uint32_t>(1).add<uint32_t>(64).u64({0, 4000, Plain, 0});
  Attr.u64({1 << 18, 0, 0, /*Id=*/31});
  Text Traced;
  Traced.add<uint32_t>(24).add<uint32_t>(0);
  const std::string Bytes = File.Bytes + record(66, 0, Traced.Bytes) +
                            std::string(24, 'x') + record(64, 0, Attr.Bytes) +
                            mapping(7, 0x5000, 0x1000, 0, "/bin/a") +
                            sample(7, 0x5010, 10, 1000);
  const ProgramRun R = read(Bytes);
  ASSERT_EQ(R.Places.size(), 1u);
  EXPECT_EQ(R.Modules[R.Places[0].Module], "/bin/a");
  EXPECT_EQ(R.Event, "cpu-clock");
  EXPECT_NE(faultOf(File.Bytes + sample(7, 0, 0, 0)).find("no event"),
            std::string::npos);
  Attr.Bytes.resize(40);
  EXPECT_NE(faultOf(File.Bytes + record(64, 0, Attr.Bytes)).find("cut off"),
            std::string::npos);
  for (size_t Size = 16; Size < Bytes.size(); ++Size)
    EXPECT_NE(faultOf(Bytes.substr(0, Size)), "") << Size;
}

TEST(PerfData, RefusesOtherFiles) {
  EXPECT_EQ(faultOf(""), "f: this is no perf.data file; 'perf record -o FILE' "
                         "writes one");
  EXPECT_NE(faultOf("2ELIFREP").find("other byte order"), std::string::npos);
  EXPECT_EQ(faultOf(file({Clock}, mapping(7, 0x5000, 16, 0, "/bin/a"))),
            "f: the perf.data file has no samples of the event cpu-clock; "
            "'perf record -e cpu-clock' takes some on all machines");
  EXPECT_NE(
      faultOf(file({Clock}, record(81, 0, "12345678"))).find("without -z"),
      std::string::npos);
  EXPECT_NE(faultOf(file({Clock}, "")).find("no records"), std::string::npos);
  EXPECT_NE(faultOf(file({}, sample(7, 0, 0, 0))).find("no event"),
            std::string::npos);
  // A length of 4 never ends.
  std::string Short = sample(7, 0, 0, 0);
  Short[6] = 4;
  EXPECT_NE(faultOf(file({Clock}, Short)).find("a length of 4 bytes"),
            std::string::npos);
  Short[6] = 127;
  EXPECT_NE(faultOf(file({Clock}, Short)).find("a length of 127 bytes"),
            std::string::npos);
}

TEST(PerfData, IdentifiersAreInTheFileOnce) {
  // Each of two events says that the whole file is its identifiers.
  std::string Bytes = file({Clock, Clock}, sample(7, 0x10, 1, 1));
  Text Whole;
  Whole.u64({0, Bytes.size()});
  EXPECT_NE(faultOf(Bytes).find("does not say"), std::string::npos);
  for (size_t At : {104 + 64, 104 + 80 + 64})
    Bytes.replace(At, 16, Whole.Bytes);
  EXPECT_NE(faultOf(Bytes).find("identifiers of its events are not there"),
            std::string::npos);
}

TEST(PerfData, DamageIsNoCrash) {
  const std::string Good =
      file({{1, 0, WithId, 5}},
           mapping(7, 0x5000, 0x1000, 0, "/bin/a") + fork(8, 7, 5) +
               sample(7, 0x5010, 10, 1000, 5) + sample(8, 0x5010, 11, 1000, 5));
  EXPECT_EQ(faultOf(Good), "");
  for (size_t Size = 0; Size < Good.size(); ++Size)
    EXPECT_NE(faultOf(Good.substr(0, Size)), "") << Size;
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round < 20000; ++Round) {
    std::string Bad = Good;
    for (unsigned N = 1 + Random() % 4; N > 0; --N)
      Bad[Random() % Bad.size()] = static_cast<char>(Random());
    faultOf(Bad);
  }
}
