//===- CounterEventsTest.cpp - Which events count ports -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CounterEvents.h"
#include "FormTester.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <set>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "Skylake: p0=1a1 p1=2a1 ... issued=10e", as perf writes raw events.
std::string describe(unsigned Model) {
  auto Events = findCounterEvents({"GenuineIntel", 6, Model});
  if (!Events)
    return toString(Events.takeError());
  std::string Text = (*Events)->Core.str() + ":";
  auto Add = [&](StringRef Ports, const CounterEvent &E) {
    Text += " " + Ports.str() + "=" + utohexstr(E.config(), /*LowerCase=*/true);
  };
  for (const CounterEvent &E : (*Events)->Ports)
    Add(E.Ports, E);
  Add("issued", *(*Events)->Issued);
  return Text;
}

std::string whyNot(const ProcessorId &P) {
  auto Events = findCounterEvents(P);
  return Events ? "" : toString(Events.takeError());
}

} // namespace

TEST(CounterEvents, AreThoseOfIntelsLists) {
  const char *const Skylake =
      "Skylake: p0=1a1 p1=2a1 p2=4a1 p3=8a1 p4=10a1 p5=20a1 p6=40a1 p7=80a1 "
      "issued=10e";
  EXPECT_EQ(describe(0x5E), Skylake);
  EXPECT_EQ(describe(0x55), Skylake); // Also Cascade Lake.
  EXPECT_EQ(describe(0x3F),
            "Haswell: p0=1a1 p1=2a1 p2=4a1 p3=8a1 p4=10a1 p5=20a1 p6=40a1 "
            "p7=80a1 issued=10e");
  EXPECT_EQ(describe(0x2A), "Sandy Bridge: p0=1a1 p1=2a1 p2=ca1 p3=30a1 "
                            "p4=40a1 p5=80a1 issued=10e");
  EXPECT_EQ(describe(0x6A), "Ice Lake: p0=1a1 p1=2a1 p2 p3=4a1 p4 p9=10a1 "
                            "p5=20a1 p6=40a1 p7 p8=80a1 issued=10e");
  const char *const GoldenCove =
      "Golden Cove: p0=1b2 p1=2b2 p2 p3 p11=4b2 p4 p9=10b2 p5 p10=20b2 p6=40b2 "
      "p7 p8=80b2 issued=1ae";
  EXPECT_EQ(describe(0x97), GoldenCove);
  EXPECT_EQ(describe(0xCF), GoldenCove); // Emerald Rapids.
  EXPECT_EQ(describe(0xAD), GoldenCove); // Granite Rapids.
}

/// The names of ports are those of the shipped models, and no port of a model
/// is left out: what begins on it would be missing.
TEST(CounterEvents, NameAllPortsOfTheModels) {
  for (auto [Cpu, Model] :
       {std::pair("skylake", 0x5Eu), std::pair("skylake-avx512", 0x55u),
        std::pair("icelake-server", 0x6Au), std::pair("sapphirerapids", 0x8Fu),
        std::pair("graniterapids", 0xADu)}) {
    const FormTester T(Cpu);
    std::set<std::string> OfModel, Counted;
    for (const Port &P : T.Model->ports())
      // LLVM's tables have a port for what a core does not have.
      if (P.Kind == PortKind::Port && P.Name != "Invalid")
        OfModel.insert(P.Name);
    for (const CounterEvent &E :
         cantFail(findCounterEvents({"GenuineIntel", 6, Model}))->Ports) {
      SmallVector<StringRef, 4> Names;
      E.Ports.split(Names, ' ');
      for (StringRef Name : Names)
        EXPECT_TRUE(Counted.insert(Name.str()).second)
            << Cpu << ": " << E.Name.str();
    }
    EXPECT_EQ(OfModel, Counted) << Cpu;
  }
}

TEST(CounterEvents, SayWhyThereAreNone) {
  EXPECT_EQ(whyNot({"AuthenticAMD", 25, 17}),
            "cores of AMD do not count integer micro-ops by port");
  EXPECT_EQ(whyNot({"", 0, 0}), "only cores of x86-64 count micro-ops by port");
  EXPECT_EQ(whyNot({"GenuineIntel", 6, 0xBD}),
            "Lion Cove cores count micro-ops by kind, and not by port");
  // Gracemont cores alone.
  EXPECT_EQ(whyNot({"GenuineIntel", 6, 0xBE}),
            "it is not known which events count ports on GenuineIntel family "
            "6, model 190");
  EXPECT_EQ(whyNot({"GenuineIntel", 15, 0x5E}),
            "it is not known which events count ports on GenuineIntel family "
            "15, model 94");
}

TEST(CounterEvents, ExplainWhatTheSystemRefuses) {
  EXPECT_EQ(explainCounterFault(EACCES, "3"),
            "the system does not let this process count: "
            "kernel.perf_event_paranoid is 3, and must be 2 or less");
  EXPECT_EQ(explainCounterFault(EPERM, ""),
            "the system does not let this process count");
  EXPECT_EQ(explainCounterFault(ENOENT, "2"),
            "the system offers no such events, as in most virtual machines");
  EXPECT_EQ(explainCounterFault(ENODEV, "2"),
            explainCounterFault(EOPNOTSUPP, "2"));
  EXPECT_EQ(explainCounterFault(ENOSYS, ""),
            "the system has no perf_event_open()");
  EXPECT_EQ(explainCounterFault(EMFILE, "2"),
            "perf_event_open(): Too many open files");
}
