//===- FilesTest.cpp - Tests of kernels, variants and logs ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/BuildVariant.h"
#include "kernel-bounds/Measure/KernelSource.h"
#include "kernel-bounds/Measure/MeasurementLog.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class TemporaryFile {
public:
  explicit TemporaryFile(StringRef Text) {
    EXPECT_FALSE(sys::fs::createTemporaryFile("kb", "txt", Path));
    std::error_code EC;
    raw_fd_ostream OS(Path, EC);
    OS << Text;
  }
  ~TemporaryFile() { sys::fs::remove(Path); }
  StringRef path() const { return Path; }

private:
  SmallString<128> Path;
};

} // namespace

TEST(KernelSource, FirstLines) {
  TemporaryFile F("// SPDX\n// kernel: dsp/fir\n// tags: ports, memory\n"
                  "// about: y = h * x\n// flags: -fno-math-errno -g0\n"
                  "int x; // tags: not here\n// tags: nor here\n");
  auto K = readKernelSource(F.path(), "header");
  ASSERT_TRUE(bool(K)) << toString(K.takeError());
  EXPECT_EQ(K->Name, "dsp/fir");
  EXPECT_EQ(K->Tags, (std::vector<std::string>{"ports", "memory"}));
  EXPECT_EQ(K->Flags, (std::vector<std::string>{"-fno-math-errno", "-g0"}));
  auto Other = readKernelSource(F.path(), "another header");
  ASSERT_TRUE(bool(Other));
  EXPECT_NE(K->Hash, Other->Hash);
}

TEST(KernelSource, Faults) {
  TemporaryFile NoTags("// kernel: a\n// about: b\n");
  auto K = readKernelSource(NoTags.path(), "");
  ASSERT_FALSE(bool(K));
  EXPECT_EQ(toString(K.takeError()),
            (NoTags.path() + ":1: expected a line '// tags: ...' among the "
                             "first comments")
                .str());
  TemporaryFile Twice("// kernel: a\n// kernel: b\n");
  K = readKernelSource(Twice.path(), "");
  ASSERT_FALSE(bool(K));
  EXPECT_EQ(toString(K.takeError()),
            (Twice.path() + ":2: '// kernel:' is there twice").str());
}

TEST(BuildVariant, NamesAreUnique) {
  StringSet<> Names;
  for (const BuildVariant &V : defaultVariants())
    EXPECT_TRUE(Names.insert(V.Name).second) << V.Name;
  auto All = allVariants({{"clang", "gcc"},
                          {"1", "2", "3"},
                          {"native"},
                          {"on", "off"},
                          {"default", "4"},
                          {"on", "off"}});
  ASSERT_TRUE(bool(All));
  EXPECT_EQ(All->size(), 48u);
  Names.clear();
  for (const BuildVariant &V : *All)
    EXPECT_TRUE(Names.insert(V.Name).second) << V.Name;
}

TEST(BuildVariant, UnknownValue) {
  auto V = allVariants({{"icc"}, {"1"}, {"x"}, {"on"}, {"1"}, {"on"}});
  ASSERT_FALSE(bool(V));
  EXPECT_EQ(toString(V.takeError()),
            "unknown compiler 'icc'; known are clang, gcc");
}

TEST(MeasurementLog, GoesOnWhereItStopped) {
  TemporaryFile F("");
  MeasurementKey Key{"k", "v", "1234", "clang 22", "-O2"};
  KernelMeasurement M;
  M.Status = MeasureStatus::Ok;
  M.LoopHash = 0xfedcba9876543210u;
  M.Blocks = {{0x1130, 256}, {0x1150, 1}};
  M.Trips = 256;
  M.Ways.add({0x1130});
  M.Ways.add({0x1130, 0x1150});
  M.Time.Cycles = 1024;
  M.Time.Spread = 0.001;
  M.Timings.resize(3);
  M.Timings[0].Cycles = 1024.5;
  M.Timings[0].Spread = 0.001;
  M.Timings[0].IsSteady = true;
  M.Timings[2] = M.Timings[0];
  M.Timings[2].Cycles = 1024;
  M.IsFinal = false;
  M.Conditions = "clock: steps of 26 ticks; core: quiet";
  M.IsCarried = true;
  {
    auto Log = MeasurementLog::open(F.path(), "this machine");
    ASSERT_TRUE(bool(Log)) << toString(Log.takeError());
    KernelMeasurement First = M;
    First.Status = MeasureStatus::Unsteady;
    ASSERT_FALSE(bool((*Log)->append(Key, First)));
    ASSERT_FALSE(bool((*Log)->append(Key, M))); // The last one counts.
  }
  { // As after a stop in the middle of a line.
    std::error_code EC;
    raw_fd_ostream OS(F.path(), EC, sys::fs::CD_OpenExisting, sys::fs::FA_Write,
                      sys::fs::OF_Append);
    OS << "k2,v,12";
  }
  auto Log = MeasurementLog::open(F.path(), "this machine");
  ASSERT_TRUE(bool(Log)) << toString(Log.takeError());
  const LoggedMeasurement *L = (*Log)->find(Key);
  ASSERT_TRUE(L);
  EXPECT_EQ(L->M.Status, MeasureStatus::Ok);
  EXPECT_EQ(L->M.LoopHash, M.LoopHash);
  ASSERT_EQ(L->M.Blocks.size(), 2u);
  EXPECT_EQ(L->M.Blocks[0].Address, 0x1130u);
  EXPECT_DOUBLE_EQ(L->M.cyclesPerTrip(), 4);
  EXPECT_EQ(formatTripLog(L->M.Ways), "1130 1130.1150|0 1");
  EXPECT_FALSE(L->M.IsFinal);
  EXPECT_EQ(L->M.Conditions, M.Conditions);
  EXPECT_EQ(L->M.IsCarried, true);
  ASSERT_EQ(L->M.Timings.size(), 2u); // The steady ones.
  EXPECT_DOUBLE_EQ(L->M.Timings[0].Cycles, 1024.5);
  EXPECT_DOUBLE_EQ(L->M.Timings[1].Cycles, 1024);
  EXPECT_TRUE(L->M.Timings[1].IsSteady);
  Key.Source = "5678"; // The kernel was edited.
  EXPECT_FALSE((*Log)->find(Key));
  auto Other = MeasurementLog::open(F.path(), "that machine");
  ASSERT_FALSE(bool(Other));
  EXPECT_EQ(toString(Other.takeError()),
            (F.path() + ":2: measured on 'this machine', this is 'that "
                        "machine'; choose another directory")
                .str());
  auto Any = MeasurementLog::open(F.path(), "");
  ASSERT_TRUE(bool(Any)) << toString(Any.takeError());
  EXPECT_EQ((*Any)->machine(), "this machine");
}

TEST(MeasurementLog, LogsWithoutConditionsGoOn) {
  TemporaryFile F("kernel,variant,source,compiler,flags,status,detail,loop,few,"
                  "many,jitter,jitters,trips,blocks,share,cycles,instructions,"
                  "spread,rounds,ways,timings,final,machine\n");
  const MeasurementKey Key{"k", "v", "1234", "clang 22", "-O2"};
  KernelMeasurement M;
  M.Trips = 256;
  M.Time.Cycles = 1024;
  M.Conditions = "clock: steps of 26 ticks";
  M.IsCarried = false;
  {
    auto Log = MeasurementLog::open(F.path(), "this machine");
    ASSERT_TRUE(bool(Log)) << toString(Log.takeError());
    ASSERT_FALSE(bool((*Log)->append(Key, M)));
  }
  auto Log = MeasurementLog::open(F.path(), "this machine");
  ASSERT_TRUE(bool(Log)) << toString(Log.takeError());
  const LoggedMeasurement *L = (*Log)->find(Key);
  ASSERT_TRUE(L);
  EXPECT_DOUBLE_EQ(L->M.cyclesPerTrip(), 4);
  EXPECT_EQ(L->M.Conditions, "");
  EXPECT_EQ(L->M.IsCarried, std::nullopt);
}

TEST(MeasurementLog, LogsWithoutCarriedGoOn) {
  TemporaryFile F("kernel,variant,source,compiler,flags,status,detail,loop,few,"
                  "many,jitter,jitters,trips,blocks,share,cycles,instructions,"
                  "spread,rounds,ways,timings,final,machine,conditions\n");
  const MeasurementKey Key{"k", "v", "1234", "clang 22", "-O2"};
  KernelMeasurement M;
  M.Trips = 256;
  M.Conditions = "clock: steps of 26 ticks";
  M.IsCarried = false;
  {
    auto Log = MeasurementLog::open(F.path(), "this machine");
    ASSERT_TRUE(bool(Log)) << toString(Log.takeError());
    ASSERT_FALSE(bool((*Log)->append(Key, M)));
  }
  auto Log = MeasurementLog::open(F.path(), "this machine");
  ASSERT_TRUE(bool(Log)) << toString(Log.takeError());
  const LoggedMeasurement *L = (*Log)->find(Key);
  ASSERT_TRUE(L);
  EXPECT_EQ(L->M.Conditions, M.Conditions);
  EXPECT_EQ(L->M.IsCarried, std::nullopt);
}
