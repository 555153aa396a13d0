//===- AtomicExperimentsTest.cpp - Atomic updates
//--------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simulated cores of shipped models are the machines.
//
//===----------------------------------------------------------------------===//

#include "FormTester.h"
#include "kernel-bounds/Measure/CoreStudy.h"
#include "kernel-bounds/Measure/MeasuredModel.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class AtomicExperiments : public testing::Test {
protected:
  /// The figures whose names begin with \p Prefix.
  static CoreFigures figuresOf(LoopRunner &Machine, StringRef Prefix) {
    std::vector<CoreExperiment> All = cantFail(listCoreExperiments(x86Forms()));
    erase_if(All, [&](const CoreExperiment &E) {
      return !StringRef(E.Name).starts_with(Prefix);
    });
    CoreFigures F;
    cantFail(studyCore(All, Machine, F));
    return F;
  }

  FormTester T{"znver4"};
  ModelLoopRunner Zen4{*T.Model, *T.Semantics, /*Simulates=*/true};
};

TEST_F(AtomicExperiments, EachKindOfUpdateHasItsFigure) {
  const CoreFigures F = figuresOf(Zen4, "atomic.");
  EXPECT_NEAR(F.get("atomic.add", 0), 6, 0.05);
  EXPECT_NEAR(F.get("atomic.xadd", 0), 8, 0.05);
  EXPECT_NEAR(F.get("atomic.exchange", 0), 7, 0.05);
  EXPECT_NEAR(F.get("atomic.compare", 0), 9, 0.05);
}

// What takes longer than an addition holds the unit for the rest.
TEST_F(AtomicExperiments, EntriesSayWhatIsMore) {
  std::vector<const InstructionForm *> Forms;
  for (const InstructionForm &F : T.Catalog.Forms)
    Forms.push_back(&F);
  const ModelEntryWriter Writer(*T.Model, T.Builder, {});
  CoreFigures Machine, Model;
  for (const char *Name :
       {"atomic.add", "atomic.xadd", "atomic.exchange", "atomic.compare"}) {
    Machine.set(Name, {LoopStatus::Ok, 6});
    Model.set(Name, {LoopStatus::Ok, 6});
  }
  EXPECT_TRUE(Writer.atomicEntries(Forms, Machine, Model).empty());
  Machine.set("atomic.xadd", {LoopStatus::Ok, 10.2});
  const std::vector<ModelEntry> Entries =
      Writer.atomicEntries(Forms, Machine, Model);
  ASSERT_EQ(Entries.size(), 1u);
  EXPECT_EQ(Entries[0].Patterns, "'XADD(8|16|32|64)rm'");
  EXPECT_TRUE(StringRef(Entries[0].Body)
                  .starts_with("    uops: [{ports: [lock], cycles: 4}"))
      << Entries[0].Body;
  // The model has it already.
  Model.set("atomic.xadd", {LoopStatus::Ok, 10});
  EXPECT_TRUE(Writer.atomicEntries(Forms, Machine, Model).empty());
}

} // namespace
