//===- CountStudyTest.cpp - Hidden ports are found from counts ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine is a hidden model over that of Skylake on a simulated core,
/// which counts the micro-ops on each of its ports.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CountStudy.h"
#include "HiddenMachine.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr const char *Forms[] = {
    "VPADDDrr",      "VPSHUFBrr",    "VADDPSrr", "VPSLLDri", "VPABSDrr",
    "VPMULLDrr",     "VHADDPSrr",    "ADD64rr",  "IMUL64rr", "SHL64ri",
    "BSWAP64r",      "ADC64rr",      "BT64rr",   "ANDN64rr", "XADD64rr",
    "VMOVPQIto64rr", "VMOV64toPQIrr"};

/// Joins groups of counters of another machine.
class GroupedCounters : public LoopRunner {
public:
  GroupedCounters(LoopRunner &Inner,
                  std::vector<std::pair<std::string, std::string>> Pairs)
      : Inner(Inner) {
    for (auto [I, C] : enumerate(Inner.counters())) {
      auto Pair = find_if(
          Pairs, [&, &C = C](const auto &P) { return P.second == C.Name; });
      if (Pair == Pairs.end()) {
        Groups.push_back({C.Name, {C.Name}});
        From.push_back({unsigned(I)});
        continue;
      }
      auto First = find_if(
          Groups, [&](const PortCounter &G) { return G.Name == Pair->first; });
      First->Ports.push_back(C.Name);
      From[First - Groups.begin()].push_back(I);
    }
  }
  LoopOutcome run(const TimedLoop &Loop) override { return Inner.run(Loop); }
  double noise() const override { return 0; }
  ArrayRef<PortCounter> counters() const override { return Groups; }
  Expected<PortCounts> count(const TimedLoop &Loop) override {
    auto C = Inner.count(Loop);
    if (!C)
      return C;
    PortCounts Out;
    Out.Issued = C->Issued;
    for (const auto &Of : From) {
      double Sum = 0;
      for (unsigned I : Of)
        Sum += C->OnCounter[I];
      Out.OnCounter.push_back(Sum);
    }
    return Out;
  }

private:
  LoopRunner &Inner;
  std::vector<PortCounter> Groups;
  std::vector<std::vector<unsigned>> From; ///< By group.
};

const PortFinding *findingOf(ArrayRef<PortFinding> Found, StringRef Form) {
  for (const PortFinding &P : Found)
    if (P.Forms.front()->Name == Form)
      return &P;
  return nullptr;
}

/// "p0+p1 (written)", or why it is not known.
std::string portsOf(const FormTester &T, ArrayRef<PortFinding> Found,
                    StringRef Form) {
  const PortFinding *P = findingOf(Found, Form);
  if (!P)
    return "not counted";
  return describePorts(*T.Model, P->Found) + (P->IsBetter ? " (written)" : "") +
         (P->Trust == Confidence::Unique ? "" : " " + P->Counted->Why);
}

} // namespace

TEST(CountStudy, FindsHiddenPorts) {
  FormTester T("skylake");
  // The throughput of the first one is as before, and of the others not.
  HiddenMachine M(T, "skylake",
                  "  - {match: VPABSDrr, uops: [{ports: [p1, p5]}], source: "
                  "made}\n"
                  "  - {match: VPSHUFBrr, uops: [{ports: [p0, p1, p5]}], "
                  "source: made}\n"
                  "  - {match: BSWAP64r, uops: [{ports: [p1]}, {ports: [p0, "
                  "p6]}], source: made}\n"
                  "  - {match: XADD64rr, uops: [{ports: [p1]}, {ports: [p1, "
                  "p5]}, {ports: [p0, p1, p5, p6]}], source: made}\n",
                  /*Simulates=*/true);
  const std::vector<FormRow> Rows =
      measureForms(T, *M.Runner, /*Simulates=*/true, Forms);
  CountStudy Study(*M.Runner, *T.Model, T.Builder);
  size_t NumSteps = 0;
  Study.OnStep = [&](size_t Done, size_t All, StringRef Name) {
    EXPECT_EQ(Done, ++NumSteps);
    EXPECT_EQ(All, 2 * std::size(Forms));
    EXPECT_FALSE(Name.empty());
  };
  const std::vector<PortFinding> Found = cantFail(Study.run(Rows));
  EXPECT_EQ(NumSteps, 2 * std::size(Forms));
  EXPECT_EQ(portsOf(T, Found, "VPABSDrr"), "p1+p5 (written)");
  EXPECT_EQ(portsOf(T, Found, "VPSHUFBrr"), "p0+p1+p5 (written)");
  EXPECT_EQ(portsOf(T, Found, "BSWAP64r"), "p1 p0+p6 (written)");
  EXPECT_EQ(portsOf(T, Found, "XADD64rr"), "p1 p1+p5 p0+p1+p5+p6 (written)");
  // As the model says.
  EXPECT_EQ(portsOf(T, Found, "ADD64rr"), "p0+p1+p5+p6");
  EXPECT_EQ(portsOf(T, Found, "VPADDDrr"), "p0+p1+p5");
  EXPECT_EQ(portsOf(T, Found, "VPMULLDrr"), "p0+p1 p0+p1");
  EXPECT_EQ(portsOf(T, Found, "VMOVPQIto64rr"), "p0");
  // The witness.
  const CountEvidence &E = *findingOf(Found, "BSWAP64r")->Counted;
  EXPECT_NEAR(E.Issued, 2, 0.01);
  double Sum = 0;
  for (const auto &[Port, Count] : E.Alone) {
    Sum += Count;
    if (Port != "p0" && Port != "p6")
      EXPECT_NEAR(Count, Port == "p1" ? 1 : 0, 0.01) << Port;
  }
  EXPECT_NEAR(Sum, 2, 0.01);
  auto Beside = find_if(E.Beside, [](const CountBeside &B) {
    return B.Blocked == std::vector<std::string>{"p0", "p6"};
  });
  ASSERT_NE(Beside, E.Beside.end());
  EXPECT_GT(Beside->NumBlockers, 10u);
  EXPECT_NEAR(Beside->Inside, 1, 0.01);
  EXPECT_NEAR(Beside->Outside, 1, 0.01);
}

TEST(CountStudy, SaysNothingElseWhereTheModelIsRight) {
  FormTester T("skylake");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  CountStudy Study(Machine, *T.Model, T.Builder);
  const std::vector<PortFinding> Found =
      cantFail(Study.run(measureForms(T, Machine, /*Simulates=*/true, Forms)));
  EXPECT_EQ(Found.size(), std::size(Forms));
  for (const PortFinding &P : Found) {
    EXPECT_FALSE(P.IsBetter) << P.Forms.front()->Name;
    EXPECT_EQ(describePorts(*T.Model, P.Found),
              describePorts(*T.Model, P.Before))
        << P.Forms.front()->Name;
  }
}

/// One counter for p5 and p6 sees that something begins on one of the two.
TEST(CountStudy, OneCounterOfSeveralPorts) {
  FormTester T("skylake");
  HiddenMachine M(
      T, "skylake",
      "  - {match: VPADDDrr, uops: [{ports: [p5]}], source: made}\n"
      "  - {match: BSWAP64r, uops: [{ports: [p6]}], source: made}\n",
      /*Simulates=*/true);
  GroupedCounters Machine(*M.Runner, {{"p5", "p6"}});
  ASSERT_EQ(Machine.counters().size(), 7u);
  CountStudy Study(Machine, *T.Model, T.Builder);
  const std::vector<PortFinding> Found = cantFail(Study.run(
      measureForms(T, Machine, /*Simulates=*/true,
                   {"VPADDDrr", "VPSHUFBrr", "VPSLLDri", "BSWAP64r"})));
  // Of the model's micro-ops of vectors, only those of VPSHUFBrr are counted
  // there alone.
  EXPECT_EQ(portsOf(T, Found, "VPADDDrr"), "p5 (written)");
  // Of general registers, none are.
  EXPECT_EQ(findingOf(Found, "BSWAP64r")->Trust, Confidence::Ambiguous);
  EXPECT_EQ(portsOf(T, Found, "BSWAP64r"), "p5+p6 ");
}

/// The counters of Golden Cove, which join four groups of ports. What they show
/// is what the model says, and no form is ambiguous.
TEST(CountStudy, TheGroupsOfGoldenCove) {
  FormTester T("sapphirerapids");
  ModelLoopRunner Core(*T.Model, *T.Semantics, /*Simulates=*/true);
  GroupedCounters Machine(
      Core,
      {{"p2", "p3"}, {"p2", "p11"}, {"p4", "p9"}, {"p5", "p10"}, {"p7", "p8"}});
  CountStudy Study(Machine, *T.Model, T.Builder);
  const std::vector<PortFinding> Found = cantFail(Study.run(
      measureForms(T, Machine, /*Simulates=*/true,
                   {"ADD64rr", "IMUL64rr", "SHL64ri", "ANDN64rr", "VPADDDrr",
                    "VPSHUFBrr", "VADDPSrr", "VPSLLDri", "VMULPSrr"})));
  EXPECT_EQ(Found.size(), 9u);
  for (const PortFinding &P : Found) {
    EXPECT_EQ(P.Trust, Confidence::Unique)
        << P.Forms.front()->Name << " " << P.Counted->Why;
    EXPECT_EQ(describePorts(*T.Model, P.Found),
              describePorts(*T.Model, P.Before))
        << P.Forms.front()->Name;
  }
}

TEST(CountStudy, PortsThatTheModelDoesNotHaveAreAnError) {
  FormTester T("znver4");
  const PortCounter Counter{"UOPS.P0", {"p0"}};
  EXPECT_EQ(toString(portsOfCounters({Counter}, *T.Model).takeError()),
            "UOPS.P0 counts port p0, which the model does not have");
}
