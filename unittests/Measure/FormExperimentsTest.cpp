//===- FormExperimentsTest.cpp - Hidden values are found ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine is the simulated core of a model. The experiments see cycles of
/// loops alone, and must find what the model says of each form.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormExperiments.h"
#include "FormChains.h"
#include "FormTester.h"
#include "SimulatedCore.h"
#include "kernel-bounds/Measure/PairExperiments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A value that the shipped model of Skylake states, by the manuals.
struct HiddenLatency {
  const char *Form, *From, *To;
  double Cycles;
};

constexpr HiddenLatency SkylakeLatencies[] = {
    {"ADD64rr", "op2", "op1", 1},     {"ADD64rr", "op3", "op1", 1},
    {"ADD64rr", "op3", "flags", 1},   {"IMUL64rr", "op3", "op1", 3},
    {"VADDPDYrr", "op2", "op1", 4},   {"VFMADD231PDYr", "op3", "op1", 4},
    {"MOV64rm", "address", "op1", 5}, {"ADC64rr", "flags", "flags", 1},
    {"VADDPDYrm", "op2", "op1", 4},   {"MULX64rr", "op3", "op2", 3}};

TEST(FormExperiments, FindTheLatenciesOfASimulatedCore) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  for (const HiddenLatency &H : SkylakeLatencies)
    EXPECT_NEAR(latencyOf(E.measure(T.form(H.Form)), H.From, H.To), H.Cycles,
                0.05)
        << H.Form << ' ' << H.From << '>' << H.To;
}

TEST(FormExperiments, FindTheThroughputOfASimulatedCore) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  const std::pair<const char *, double> Rows[] = {
      {"ADD64rr", 0.25}, {"IMUL64rr", 1},  {"VADDPDYrr", 0.5},
      {"VPMULLDZrr", 1}, {"MOV64rm", 0.5}, {"VDIVPDYrr", 8},
      {"MOV64mr", 1},    {"LEA64r", 0.5}};
  for (const auto &[Form, Cycles] : Rows) {
    const FormResult R = E.measure(T.form(Form));
    EXPECT_TRUE(R.isKnown()) << Form;
    EXPECT_NEAR(R.Throughput, Cycles, 0.02 + 0.03 * Cycles) << Form;
  }
}

// The front end takes 4 cycles for up to 24 instructions, as that of Zen 5 does
// for most.
TEST(FormExperiments, ShortBodiesHideNoThroughput) {
  FormTester T("znver5");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  ChangedRunner Machine(
      Model,
      [](const TimedLoop &Loop, LoopOutcome &O) {
        if (Loop.Body.size() > 1 && Loop.Body.size() <= 24)
          O.Cycles = std::max(O.Cycles, 4.0);
      },
      /*Noise=*/0.02);
  FormExperiments E(Machine, T.Builder);
  for (StringRef Form : {"POPCNT64rr", "ANDN64rr", "CMP64rr", "LEA64_32r"})
    EXPECT_NEAR(E.measure(T.form(Form)).Throughput, 1.0 / 6, 0.01)
        << Form.str();
}

// The machine is fast for the fastest operands only.
TEST(FormExperiments, OperandsDecide) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  FormResult R = E.measure(T.form("VSQRTPDYr"));
  EXPECT_NEAR(R.Throughput, 9, 0.3);
  EXPECT_NEAR(latencyOf(R, "op2", "op1"), 13, 0.05);
  ASSERT_TRUE(R.SlowThroughput);
  EXPECT_NEAR(*R.SlowThroughput, 12, 0.4);
  R.Latencies = R.SlowLatencies;
  EXPECT_NEAR(latencyOf(R, "op2", "op1"), 18, 0.05);
}

// A core that is slow for what is no usual number. Only what differs is said,
// and the model's figure stays that of usual ones.
TEST(FormExperiments, DenormalOperandsAndNaNs) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments Plain(Model, T.Builder);
  const FormResult Same = Plain.measure(T.form("VMULPDrr"));
  EXPECT_FALSE(Same.DenormalThroughput || Same.NaNThroughput);
  auto IsDenormal = [](uint64_t V) {
    return V != 0 && (V & 0x7ff0000000000000) == 0;
  };
  ChangedRunner Machine(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
    const LoopValues &V = Loop.Values;
    const bool IsNaN = (V.Vector & 0x7ff0000000000000) == 0x7ff0000000000000;
    if (IsDenormal(V.Vector) && !V.FlushDenormals)
      O.Cycles *= 40;
    else if (IsNaN)
      O.Cycles *= 3;
  });
  FormExperiments E(Machine, T.Builder);
  const FormResult R = E.measure(T.form("VMULPDrr"));
  EXPECT_NEAR(R.Throughput, Same.Throughput, 0.01);
  EXPECT_NEAR(R.DenormalThroughput.value_or(0), 40 * R.Throughput, 0.5);
  EXPECT_NEAR(R.NaNThroughput.value_or(0), 3 * R.Throughput, 0.1);
  // Others are not measured so.
  EXPECT_FALSE(E.measure(T.form("VMULPDYrr")).DenormalThroughput);
  EXPECT_FALSE(E.measure(T.form("VPADDDrr")).DenormalThroughput);
}

// A core on which each product of an odd number takes so many cycles more.
TEST(FormExperiments, LatenciesOfOddOperands) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments Plain(Model, T.Builder);
  const FormResult Same = Plain.measure(T.form("VMULPDrr"));
  EXPECT_TRUE(Same.DenormalLatencies.empty() && Same.NaNLatencies.empty());
  const unsigned Product = T.form("VMULPDrr").Shape.Opcode;
  ChangedRunner Machine(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
    const bool IsNaN =
        (Loop.Values.Vector & 0x7ff0000000000000) == 0x7ff0000000000000;
    if (!Loop.Values.FlushDenormals)
      O.Cycles += (IsNaN ? 2 : 150) * count_if(Loop.Body, [&](const MCInst &I) {
                    return I.getOpcode() == Product;
                  });
  });
  FormExperiments E(Machine, T.Builder);
  FormResult R = E.measure(T.form("VMULPDrr"));
  EXPECT_EQ(R.DenormalLatencies.size(), 2u);
  R.Latencies = R.DenormalLatencies;
  EXPECT_NEAR(latencyOf(R, "op2", "op1"), 154, 0.05);
  EXPECT_NEAR(latencyOf(R, "op3", "op1"), 154, 0.05);
  R.Latencies = R.NaNLatencies;
  EXPECT_NEAR(latencyOf(R, "op2", "op1"), 6, 0.05);
  // Others are not measured so.
  EXPECT_TRUE(E.measure(T.form("VMULPDYrr")).DenormalLatencies.empty());
}

// Sources stay what they are: nothing but what closes the chain writes them,
// twice each. An addend that is overwritten does not.
TEST(FormExperiments, ChainsThatKeepTheirSources) {
  FormTester T("skylake-avx512");
  auto NumChains = [&](StringRef Name) {
    const LinkLatencies Links;
    const FormChains Chains(T.Builder, T.form(Name), Links);
    const Kernel &K = Chains.facts();
    unsigned Num = 0;
    for (const RegRead &R : K.Reads)
      for (const RegWrite &W : K.Writes)
        if (auto C = Chains.keeping(R, W)) {
          ++Num;
          EXPECT_EQ(C->Steps * 3, C->Body.size()) << Name.str();
        }
    return Num;
  };
  EXPECT_EQ(NumChains("VADDPDrr"), 2u);
  EXPECT_EQ(NumChains("VSQRTPDr"), 1u);
  EXPECT_EQ(NumChains("VFMADD231PDr"), 2u);
  EXPECT_EQ(NumChains("VADDPDrm"), 0u);
}

// The values that should be fastest take longer, or another time in each run.
TEST(FormExperiments, ValuesThatAreNotFastAfterAll) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Model(*T.Model, *T.Semantics, /*Simulates=*/true);
  for (LoopStatus Status : {LoopStatus::Ok, LoopStatus::Unsteady}) {
    ChangedRunner Machine(Model, [&](const TimedLoop &Loop, LoopOutcome &O) {
      if (Loop.Values.AreFastest) {
        O.Cycles *= 4;
        O.Status = Status;
      }
    });
    FormExperiments E(Machine, T.Builder);
    const FormResult R = E.measure(T.form("VSQRTPDYr"));
    EXPECT_EQ(R.Status, LoopStatus::Ok);
    EXPECT_NEAR(R.Throughput, 12, 0.4);
    EXPECT_EQ(R.SlowThroughput, R.Throughput);
  }
}

TEST(FormExperiments, FindIdioms) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  EXPECT_EQ(E.measure(T.form("XOR32rr")).SameRegister, Idiom::Zeroing);
  EXPECT_EQ(E.measure(T.form("ADD64rr")).SameRegister, Idiom::None);
  // All ones, which take a port.
  for (const char *Ones : {"PCMPEQDrr", "VPCMPEQDrr", "VPCMPEQBYrr"})
    EXPECT_EQ(E.measure(T.form(Ones)).SameRegister, Idiom::DependencyBreaking)
        << Ones;
  EXPECT_EQ(E.measure(T.form("VPCMPGTDrr")).SameRegister, Idiom::Zeroing);
  EXPECT_TRUE(E.measure(T.form("MOV64rr")).IsEliminatedMove);
  EXPECT_FALSE(E.measure(T.form("MOV8rr")).IsEliminatedMove);
}

// The same core behind a clock with long steps, a drifting frequency, stolen
// time and a neighbour, as on a virtual machine.
TEST(FormExperiments, FindThemThroughABadClock) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Truth(*T.Model, *T.Semantics, /*Simulates=*/true);
  Vices V;
  V.TickStep = 26;
  V.Drift = 0.01;
  V.StolenEvery = 3e6;
  V.ShortestBurst = 1e4;
  V.LongestBurst = 1e6;
  V.ShortestGap = 1e5;
  V.LongestGap = 1e7;
  SimulatedCore Core(V, /*Seed=*/7);
  const HostTraits Traits = findTraits(Core, 2e8);
  const TimingPlan Plan = planTiming(Traits);
  auto Advance = [&](double Cycles) { Core.run(0, Cycles); };
  ClockedLoopRunner Machine(Truth, Core, Traits, Plan, Advance);
  FormExperiments E(Machine, T.Builder);
  for (const HiddenLatency &H : ArrayRef(SkylakeLatencies).take_front(6)) {
    const FormResult R = E.measure(T.form(H.Form));
    EXPECT_TRUE(R.isKnown()) << H.Form;
    EXPECT_NEAR(latencyOf(R, H.From, H.To), H.Cycles, 0.1)
        << H.Form << ' ' << H.From << '>' << H.To;
  }
  EXPECT_NEAR(E.measure(T.form("VADDPDYrr")).Throughput, 0.5, 0.03);
}

// The links are measured, too: a core on which the crossing takes longer does
// not make other instructions slower.
TEST(FormExperiments, MeasuresTheLinks) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  const LinkLatencies L = measureLinks(Machine, T.Builder, FormEncoding::Vex);
  EXPECT_EQ(L.Xor, 1);
  EXPECT_NEAR(L.ToVector, 3, 0.05);
  FormExperiments E(Machine, T.Builder);
  EXPECT_NEAR(latencyOf(E.measure(T.form("VMOVDQUrm")), "address", "op1"), 6,
              0.05);
}

// From a mask register to a vector and to another mask, and from a vector to a
// mask: what closes the chain is subtracted.
TEST(FormExperiments, LatenciesThroughMasks) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  EXPECT_NEAR(latencyOf(E.measure(T.form("KANDWkk")), "op2", "op1"), 1, 0.05);
  EXPECT_NEAR(latencyOf(E.measure(T.form("VPADDDZrrk")), "op3", "op1"), 1,
              0.05);
  // To a mask, the way back into a vector is a link of its own.
  const FormResult Compared = E.measure(T.form("VPCMPEQDZrr"));
  EXPECT_NEAR(latencyOf(Compared, "op2", "op1"), 5, 0.05);
  // A mask that comes later is seen, whatever the data take.
  ChangedRunner Late(Machine, [&](const TimedLoop &Loop, LoopOutcome &O) {
    for (const MCInst &I : Loop.Body)
      O.Cycles += I.getOpcode() == T.form("KANDWkk").Shape.Opcode ? 3 : 0;
  });
  FormExperiments OnLate(Late, T.Builder);
  EXPECT_NEAR(latencyOf(OnLate.measure(T.form("KANDWkk")), "op2", "op1"), 4,
              0.05);
}

// A body that was disturbed does not make a form faster than it is.
TEST(FormExperiments, KeepsThroughputWhereOneBodyTakesLonger) {
  FormTester T("skylake");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  const InstructionForm &Add = T.form("ADD64rr");
  const double Plain =
      FormExperiments(Machine, T.Builder).measure(Add).Throughput;
  size_t Longest = 0;
  auto Disturb = [&](const TimedLoop &Loop, LoopOutcome &O) {
    Longest = std::max(Longest, Loop.Body.size());
    // All but the longest of each series are half as long as the next one.
    if (Loop.Body.size() == 56)
      O.Cycles *= 1.9;
  };
  ChangedRunner Disturbed(Machine, Disturb, /*Noise=*/0.01);
  const FormResult R = FormExperiments(Disturbed, T.Builder).measure(Add);
  EXPECT_EQ(Longest, 112u);
  EXPECT_GT(R.Throughput, 0.9 * Plain);
  EXPECT_LT(R.Throughput, 1.2 * Plain);
}

// Copies that do not wait for each other are asked for once more if their time
// was unsteady: else the chain of the others is what is left.
TEST(FormExperiments, AsksAgainWhereBreaksAreUnsteady) {
  FormTester T("skylake");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  const InstructionForm &Multiply = T.form("MUL32m");
  const MCInstrInfo &MII = *T.Builder.description().MII;
  bool WasUnsteady = false;
  auto Disturb = [&](const TimedLoop &Loop, LoopOutcome &O) {
    const bool Breaks =
        any_of(Loop.Body,
               [&](const MCInst &I) {
                 return I.getOpcode() != Loop.Body.front().getOpcode() &&
                        MII.getName(I.getOpcode()) != "MUL32m";
               }) ||
        MII.getName(Loop.Body.front().getOpcode()) != "MUL32m";
    if (Breaks && !WasUnsteady) {
      WasUnsteady = true;
      O.Status = LoopStatus::Unsteady;
    }
  };
  ChangedRunner Disturbed(Machine, Disturb, /*Noise=*/0.01);
  const FormResult R = FormExperiments(Disturbed, T.Builder).measure(Multiply);
  EXPECT_TRUE(WasUnsteady);
  EXPECT_NEAR(R.Throughput, 1, 0.1);
}

namespace {
/// A core on which a result takes longer between units of floating point and
/// those of logic, which simulated ones do not: by half a cycle each way.
class CrossingRunner final : public LoopRunner {
public:
  CrossingRunner(LoopRunner &Core, const MCInstrInfo &MII)
      : Core(Core), MII(MII) {}
  LoopOutcome run(const TimedLoop &Loop) override {
    LoopOutcome O = Core.run(Loop);
    bool WasFloat = !Loop.Body.empty() && isFloat(Loop.Body.back());
    for (const MCInst &I : Loop.Body) {
      O.Cycles += WasFloat != isFloat(I) ? 0.5 : 0;
      WasFloat = isFloat(I);
    }
    return O;
  }
  double noise() const override { return Core.noise(); }

private:
  bool isFloat(const MCInst &I) const {
    return x86Forms().computesFloats(MII.getName(I.getOpcode()));
  }
  LoopRunner &Core;
  const MCInstrInfo &MII;
};
} // namespace

// A root is linked by logic, so that it keeps its value.
TEST(FormExperiments, LinksBetweenUnits) {
  FormTester T("alderlake");
  ModelLoopRunner Core(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments Plain(Core, T.Builder);
  CrossingRunner Machine(Core, *T.Builder.description().MII);
  FormExperiments E(Machine, T.Builder);
  EXPECT_NEAR(measureLinks(Machine, T.Builder, FormEncoding::Vex).FloatXor, 1.5,
              0.05);
  const InstructionForm &Root = T.form("VSQRTPDr");
  EXPECT_NEAR(latencyOf(E.measure(Root), "op2", "op1"),
              latencyOf(Plain.measure(Root), "op2", "op1"), 0.05);
}

TEST(FormExperiments, SaysWhatCannotRun) {
  FormTester T("skylake");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  const FormResult R = E.measure(T.form("CLFLUSH"));
  EXPECT_EQ(R.Status, LoopStatus::NotModeled);
  EXPECT_TRUE(R.Latencies.empty());
}

TEST(PairExperiments, FindFusedPairs) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  std::string Table;
  raw_string_ostream OS(Table);
  printPairHead(OS);
  size_t NumRows = 0;
  auto OnRow = [&](const PairRow &P) {
    if (++NumRows > 10)
      printPairRow(OS, P);
    return Error::success();
  };
  const std::vector<PairRow> Rows =
      cantFail(measurePairs(Machine, Machine, T.Builder, /*Known=*/{}, OnRow));
  EXPECT_EQ(NumRows, Rows.size());
  // A run that goes on measures what the table lacks.
  NumRows = 0;
  const auto Known = cantFail(readPairTable(Table, "pairs.csv"));
  const std::vector<PairRow> Again =
      cantFail(measurePairs(Machine, Machine, T.Builder, Known, OnRow));
  EXPECT_EQ(NumRows, 10u);
  ASSERT_EQ(Again.size(), Rows.size());
  for (const auto &[A, B] : zip(Rows, Again))
    EXPECT_EQ(A.Machine.str(), B.Machine.str()) << A.First;
  EXPECT_EQ(toString(readPairTable("first,condition,result,slots_saved\n"
                                   "INC64r,o,some,1\n",
                                   "pairs.csv")
                         .takeError()),
            "pairs.csv:2: unknown result 'some'");
  for (const PairRow &P : Rows) {
    // Comparisons do not fuse with a test of overflow; `test` and `and` do.
    if (P.First == "CMP64rr")
      EXPECT_EQ(P.Machine.Kind,
                P.Condition == "o" ? PairKind::Apart : PairKind::Fused)
          << P.Condition;
    if (P.First == "AND64rr" || P.First == "TEST64rr")
      EXPECT_EQ(P.Machine.Kind, PairKind::Fused) << P.Condition;
    if (P.First == "OR64rr")
      EXPECT_EQ(P.Machine.Kind, PairKind::Apart) << P.Condition;
    if (P.First == "DEC64r")
      EXPECT_EQ(P.Machine.Kind,
                P.Condition == "l" ? PairKind::Fused : PairKind::Apart)
          << P.Condition;
  }
}

// A chain of roots comes to 1, so that a link keeps the value; an update of
// memory waits for the one before, so that no chain shows when its flags come.
TEST(FormExperiments, ChainsThatWouldShowSomethingElse) {
  FormTester T("znver4");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  auto HasLinks = [&](StringRef Form) {
    const std::vector<FormLatency> Plan = E.plan(T.form(Form));
    EXPECT_FALSE(Plan.empty()) << Form.str();
    return any_of(Plan, [](const FormLatency &L) { return L.Links > 0; });
  };
  EXPECT_TRUE(HasLinks("VSQRTPDr"));
  EXPECT_FALSE(HasLinks("VADDPDrr"));
  for (const FormLatency &L : E.plan(T.form("ADD64mr")))
    EXPECT_FALSE(L.ToFlags) << L.From;
  EXPECT_TRUE(any_of(E.plan(T.form("ADD64rr")),
                     [](const FormLatency &L) { return L.ToFlags; }));
}

// A stored datum is loaded again: what the rules of forwarding say, with the
// latency of what an update computes.
TEST(FormExperiments, LatenciesThroughMemory) {
  struct Row {
    const char *Cpu, *Form, *From;
    double Cycles;
  };
  const Row Rows[] = {{"skylake-avx512", "MOV64mr", "op6", 4},
                      {"skylake-avx512", "MOV8mr", "op6", 4},
                      {"skylake-avx512", "ADD64mr", "op6", 5},
                      {"skylake-avx512", "VMOVUPSmr", "op6", 5},
                      {"skylake-avx512", "VMOVUPSYmr", "op6", 6},
                      {"znver4", "MOV64mr", "op6", 0},
                      {"znver4", "VMOVUPSmr", "op6", 9},
                      {"znver4", "VMOVUPSZmr", "op6", 12}};
  for (const Row &R : Rows) {
    FormTester T(R.Cpu);
    ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
    FormExperiments E(Machine, T.Builder);
    EXPECT_NEAR(latencyOf(E.measure(T.form(R.Form)), R.From, "memory"),
                R.Cycles, 0.05)
        << R.Cpu << ' ' << R.Form;
  }
}

// Not what goes past the caches, what stores one of two values, nor a vector of
// masks of which a link would clear a part.
TEST(FormExperiments, StoresThatNoLoadShows) {
  FormTester T("icelake-server");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  auto ToMemory = [&](StringRef Form) {
    std::string From;
    for (const FormLatency &L : E.plan(T.form(Form)))
      From += L.ToMemory ? L.From + " " : "";
    return From;
  };
  EXPECT_EQ(ToMemory("MOVNTI_64mr"), "");
  EXPECT_EQ(ToMemory("CMPXCHG64rm"), "");
  EXPECT_EQ(ToMemory("VPSCATTERDDZmr"), "");
  EXPECT_EQ(ToMemory("VMASKMOVPSYmr"), "op7 ");
  EXPECT_EQ(ToMemory("VMASKMOVPSmr"), "op6 op7 ");
  EXPECT_EQ(ToMemory("VMOVDQU8Zmrk"), "op7 ");
  EXPECT_EQ(ToMemory("VPCOMPRESSDZmrk"), "op6 op7 ");
  EXPECT_EQ(ToMemory("SETCCm"), "flags ");
  EXPECT_EQ(ToMemory("MOV64rm"), "");
}

// Of a gather, from its indices, whose loads take their ports one after the
// other, and from its mask.
TEST(FormExperiments, LatenciesOfGathers) {
  FormTester T("skylake-avx512");
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  FormExperiments E(Machine, T.Builder);
  const FormResult Narrow = E.measure(T.form("VPGATHERDDrm"));
  EXPECT_NEAR(latencyOf(Narrow, "index", "op1"), 21, 0.05);
  EXPECT_NEAR(latencyOf(Narrow, "op9", "op1"), 19, 0.05);
  const FormResult Wide = E.measure(T.form("VPGATHERDDYrm"));
  EXPECT_NEAR(latencyOf(Wide, "index", "op1"), 25, 0.05);
  // A link would clear half of the mask.
  EXPECT_EQ(latencyOf(Wide, "op9", "op1"), -1000);
  const FormResult Masked = E.measure(T.form("VPGATHERDDZrm"));
  EXPECT_NEAR(latencyOf(Masked, "index", "op1"), 33, 0.05);
  EXPECT_NEAR(latencyOf(Masked, "op4", "op1"), 26, 0.05);
  // A core that is slow for what has no full mask in front of each gather, and
  // that does not know gathers whose registers are the same.
  ChangedRunner NeedsMasks(Machine, [&](const TimedLoop &Loop, LoopOutcome &O) {
    const MCInstrInfo &MII = *T.Builder.description().MII;
    int Masks = 0;
    for (const MCInst &I : Loop.Body) {
      const StringRef Name = MII.getName(I.getOpcode());
      Masks += Name == "VPCMPEQDYrr" ? 1 : Name == "VPGATHERDDYrm" ? -1 : 0;
      if (Name != "VPGATHERDDYrm")
        continue;
      const MCRegister Result = I.getOperand(0).getReg(),
                       Mask = I.getOperand(1).getReg(),
                       Index = I.getOperand(5).getReg();
      if (Result == Mask || Result == Index || Mask == Index)
        O.Status = LoopStatus::Illegal;
    }
    O.Cycles += Masks < 0 ? 1000 : 0;
  });
  FormExperiments OnMasks(NeedsMasks, T.Builder);
  const FormResult Full = OnMasks.measure(T.form("VPGATHERDDYrm"));
  EXPECT_TRUE(Full.isKnown());
  EXPECT_NEAR(Full.Throughput, Wide.Throughput, 0.1);
  for (const FormLatency &L : Full.Latencies)
    EXPECT_EQ(L.Status, LoopStatus::Ok) << L.From << '>' << L.To;
  EXPECT_NEAR(latencyOf(Full, "index", "op1"), 25, 0.05);
  EXPECT_NEAR(latencyOf(Full, "address", "op1"), 25, 0.05);
}

// Shifts by 1 are another instruction to some cores.
TEST(FormExperiments, ShiftsAreNotByOne) {
  FormTester T("znver4");
  for (StringRef Form : {"SHL64ri", "ROL32ri", "RORX64ri", "SAR8ri"})
    EXPECT_TRUE(StringRef(T.form(Form).Text).contains("$5,"))
        << T.form(Form).Text;
  EXPECT_TRUE(StringRef(T.form("ADD64ri8").Text).contains("$1,"));
}

} // namespace
