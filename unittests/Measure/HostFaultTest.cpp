//===- HostFaultTest.cpp - Loops that fault or hang on this machine -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that any x86-64 core refuses, in children of this process. No
/// time is looked at: each ends at once, or is ended by its limit.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__) && defined(__linux__)

#include "FormTester.h"
#include "HostProcess.h"
#include "SimulatedCore.h"
#include "kernel-bounds/Measure/CycleClock.h"
#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class HostFaults : public testing::Test {
protected:
  void SetUp() override {
    if (auto Clock = findCycleClock(); !Clock)
      GTEST_SKIP() << toString(Clock.takeError());
    HostLoopOptions Options;
    SimulatedCore Core({}, 1);
    Options.Traits = findTraits(Core, 1e8);
    Options.Plan = planTiming(Options.Traits);
    Host = cantFail(createHostLoopRunner(*T.Target, Options));
  }
  LoopOutcome run(MCInst Inst) {
    TimedLoop Loop;
    Loop.Body = {std::move(Inst)};
    return Host->run(Loop);
  }
  MCOperand reg(StringRef Name) const {
    return MCOperand::createReg(T.Builder.named(Name));
  }

  FormTester T{"znver4"};
  std::unique_ptr<LoopRunner> Host;
};

TEST_F(HostFaults, AnIllegalInstruction) {
  const LoopOutcome O = run(T.Builder.make("TRAP", {})); // UD2
  EXPECT_EQ(O.Status, LoopStatus::Illegal) << O.Detail;
  EXPECT_TRUE(StringRef(O.Detail).contains("signal 4")) << O.Detail;
}

TEST_F(HostFaults, AnAccessToNothing) {
  // A load from address 8, where nothing is.
  const LoopOutcome O = run(T.Builder.make(
      "MOV64rm", {reg("RAX"), MCOperand::createReg(0), MCOperand::createImm(1),
                  MCOperand::createReg(0), MCOperand::createImm(8),
                  MCOperand::createReg(0)}));
  EXPECT_EQ(O.Status, LoopStatus::Fault) << O.Detail;
  EXPECT_TRUE(StringRef(O.Detail).contains("signal 11")) << O.Detail;
}

// The next loop runs in a child of its own.
TEST_F(HostFaults, TheRunnerGoesOn) {
  EXPECT_EQ(run(T.Builder.make("TRAP", {})).Status, LoopStatus::Illegal);
  const LoopOutcome O =
      run(T.Builder.make("IMUL64rr", {reg("RAX"), reg("RAX"), reg("RAX")}));
  EXPECT_NE(O.Status, LoopStatus::Illegal);
  EXPECT_NE(O.Status, LoopStatus::Fault);
}

TEST(HostProcess, WhatHangsIsEnded) {
  const LoopOutcome O = outcomeOf(runInChild(
      /*Cpu=*/-1, /*Seconds=*/1, [] { asm volatile("1: jmp 1b"); }));
  EXPECT_EQ(O.Status, LoopStatus::TimedOut) << O.Detail;
  EXPECT_EQ(O.Detail, "took more than 1 s");
}

} // namespace

#endif
