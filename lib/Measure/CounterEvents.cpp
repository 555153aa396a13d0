//===- CounterEvents.cpp - Which events count ports -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Event numbers are those of Intel's lists for perf, as Linux has them in
/// tools/perf/pmu-events/arch/x86/: sandybridge, haswell, skylake, icelake and
/// graniterapids/pipeline.json. Which processor is which core is in mapfile.csv
/// there.
///
/// From Ice Lake on, some events count several ports. Of the events of Golden
/// Cove, port 10 is the third one of loads, and port 11 the fifth one of
/// integers (uops.info calls them A and B). Intel's manual, LLVM and the model
/// file of Golden Cove call them 11 and 10.
///
/// Tested by unittests/Measure/CounterEventsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CounterEvents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cerrno>
#include <system_error>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static constexpr CounterEvent SandyBridgePorts[] = {
    {"UOPS_DISPATCHED_PORT.PORT_0", 0xA1, 0x01, "p0"},
    {"UOPS_DISPATCHED_PORT.PORT_1", 0xA1, 0x02, "p1"},
    {"UOPS_DISPATCHED_PORT.PORT_2", 0xA1, 0x0C, "p2"},
    {"UOPS_DISPATCHED_PORT.PORT_3", 0xA1, 0x30, "p3"},
    {"UOPS_DISPATCHED_PORT.PORT_4", 0xA1, 0x40, "p4"},
    {"UOPS_DISPATCHED_PORT.PORT_5", 0xA1, 0x80, "p5"}};

// Haswell calls them UOPS_EXECUTED_PORT, too.
static constexpr CounterEvent HaswellPorts[] = {
    {"UOPS_DISPATCHED_PORT.PORT_0", 0xA1, 0x01, "p0"},
    {"UOPS_DISPATCHED_PORT.PORT_1", 0xA1, 0x02, "p1"},
    {"UOPS_DISPATCHED_PORT.PORT_2", 0xA1, 0x04, "p2"},
    {"UOPS_DISPATCHED_PORT.PORT_3", 0xA1, 0x08, "p3"},
    {"UOPS_DISPATCHED_PORT.PORT_4", 0xA1, 0x10, "p4"},
    {"UOPS_DISPATCHED_PORT.PORT_5", 0xA1, 0x20, "p5"},
    {"UOPS_DISPATCHED_PORT.PORT_6", 0xA1, 0x40, "p6"},
    {"UOPS_DISPATCHED_PORT.PORT_7", 0xA1, 0x80, "p7"}};

static constexpr CounterEvent IceLakePorts[] = {
    {"UOPS_DISPATCHED.PORT_0", 0xA1, 0x01, "p0"},
    {"UOPS_DISPATCHED.PORT_1", 0xA1, 0x02, "p1"},
    {"UOPS_DISPATCHED.PORT_2_3", 0xA1, 0x04, "p2 p3"},
    {"UOPS_DISPATCHED.PORT_4_9", 0xA1, 0x10, "p4 p9"},
    {"UOPS_DISPATCHED.PORT_5", 0xA1, 0x20, "p5"},
    {"UOPS_DISPATCHED.PORT_6", 0xA1, 0x40, "p6"},
    {"UOPS_DISPATCHED.PORT_7_8", 0xA1, 0x80, "p7 p8"}};

static constexpr CounterEvent GoldenCovePorts[] = {
    {"UOPS_DISPATCHED.PORT_0", 0xB2, 0x01, "p0"},
    {"UOPS_DISPATCHED.PORT_1", 0xB2, 0x02, "p1"},
    {"UOPS_DISPATCHED.PORT_2_3_10", 0xB2, 0x04, "p2 p3 p11"},
    {"UOPS_DISPATCHED.PORT_4_9", 0xB2, 0x10, "p4 p9"},
    {"UOPS_DISPATCHED.PORT_5_11", 0xB2, 0x20, "p5 p10"},
    {"UOPS_DISPATCHED.PORT_6", 0xB2, 0x40, "p6"},
    {"UOPS_DISPATCHED.PORT_7_8", 0xB2, 0x80, "p7 p8"}};

static constexpr CounterEvent Issued = {"UOPS_ISSUED.ANY", 0x0E, 0x01, ""};
static constexpr CounterEvent GoldenCoveIssued = {"UOPS_ISSUED.ANY", 0xAE, 0x01,
                                                  ""};

static const CounterEvents SandyBridge = {"Sandy Bridge", SandyBridgePorts,
                                          &Issued};
static const CounterEvents Haswell = {"Haswell", HaswellPorts, &Issued};
static const CounterEvents Skylake = {"Skylake", HaswellPorts, &Issued};
static const CounterEvents IceLake = {"Ice Lake", IceLakePorts, &Issued};
static const CounterEvents GoldenCove = {"Golden Cove", GoldenCovePorts,
                                         &GoldenCoveIssued};
/// Its events count kinds of micro-ops.
static const CounterEvents LionCove = {"Lion Cove", {}, nullptr};

namespace {
struct Processors {
  const CounterEvents &Core;
  SmallVector<uint8_t, 12> Models; ///< Of Intel's family 6.
};
} // namespace

static ArrayRef<Processors> processors() {
  static const Processors All[] = {
      // Also Ivy Bridge.
      {SandyBridge, {0x2A, 0x2D, 0x3A, 0x3E}},
      // Also Broadwell.
      {Haswell, {0x3C, 0x3F, 0x45, 0x46, 0x3D, 0x47, 0x4F, 0x56}},
      // Also Cascade Lake and Cooper Lake.
      {Skylake, {0x4E, 0x5E, 0x8E, 0x9E, 0xA5, 0xA6, 0x55}},
      // Also Rocket Lake and Tiger Lake.
      {IceLake, {0x7D, 0x7E, 0x6A, 0x6C, 0xA7, 0x8C, 0x8D}},
      // Also Redwood Cove.
      {GoldenCove,
       {0x97, 0x9A, 0xB7, 0xBA, 0xBF, 0x8F, 0xCF, 0xAA, 0xAC, 0xB5, 0xAD,
        0xAE}},
      {LionCove, {0xBD, 0xC5, 0xC6}}};
  return All;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

Expected<const CounterEvents *>
kernelbounds::findCounterEvents(const ProcessorId &P) {
  if (P.Vendor.empty())
    return createStringError("only cores of x86-64 count micro-ops by port");
  if (P.Vendor == "AuthenticAMD" || P.Vendor == "HygonGenuine")
    return createStringError("cores of AMD do not count integer micro-ops by "
                             "port");
  if (P.Vendor == "GenuineIntel" && P.Family == 6)
    for (const Processors &Row : processors())
      if (is_contained(Row.Models, P.Model)) {
        if (Row.Core.Ports.empty())
          return createStringError(Row.Core.Core +
                                   " cores count micro-ops by kind, and not "
                                   "by port");
        return &Row.Core;
      }
  return createStringError(
      formatv("it is not known which events count ports on {0} family {1}, "
              "model {2}",
              P.Vendor, P.Family, P.Model)
          .str());
}

std::string kernelbounds::explainCounterFault(int Errno, StringRef Paranoid) {
  switch (Errno) {
  case EACCES:
  case EPERM:
    return Paranoid.empty() ? "the system does not let this process count"
                            : ("the system does not let this process count: "
                               "kernel.perf_event_paranoid is " +
                               Paranoid + ", and must be 2 or less")
                                  .str();
  case ENOENT:
  case ENODEV:
  case EOPNOTSUPP:
    return "the system offers no such events, as in most virtual machines";
  case ENOSYS:
    return "the system has no perf_event_open()";
  default:
    return "perf_event_open(): " + std::generic_category().message(Errno);
  }
}
