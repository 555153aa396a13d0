//===- PortBoundTest.cpp - Tests for Bounds/PortBound.cpp and PortFlow ----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/PortBound.h"
#include "TestSupport.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace kernelbounds;
using test::Random;

namespace {

using Body = std::vector<UopGroup>;

PortSet P(uint64_t Bits) { return PortSet(Bits); }

//===----------------------------------------------------------------------===//
// Oracles
//===----------------------------------------------------------------------===//

/// Tries every set of \p NumPorts ports.
PortBound boundBySubsets(const Body &Uops, unsigned NumPorts) {
  PortBound Best;
  for (uint64_t S = 1; S != uint64_t(1) << NumPorts; ++S) {
    int64_t Cycles = 0;
    for (const UopGroup &G : Uops)
      if ((G.Ports.bits() | S) == S)
        Cycles += G.Cycles;
    CyclesPerIter Value(Cycles, P(S).size());
    bool Smaller = P(S).size() < Best.Ports.size(); // S grows, so bits do.
    if (Best.Value < Value ||
        (Best.Value == Value && !Value.isZero() && Smaller))
      Best = {Value, P(S)};
  }
  return Best;
}

/// Adds to \p Flow (units by port and group) one unit of \p Group, moving
/// others by depth-first search; false if there is no room.
bool placeUnit(const Body &Uops, size_t Group, int64_t Room,
               std::vector<std::vector<int64_t>> &Flow,
               std::vector<bool> &Tried) {
  for (size_t Port = 0; Port != Flow.size(); ++Port) {
    if (Tried[Port] || !Uops[Group].Ports.contains(static_cast<unsigned>(Port)))
      continue;
    Tried[Port] = true;
    int64_t Load = 0;
    for (int64_t Units : Flow[Port])
      Load += Units;
    if (Load < Room) {
      ++Flow[Port][Group];
      return true;
    }
    for (size_t Other = 0; Other != Uops.size(); ++Other)
      if (Flow[Port][Other] > 0 && placeUnit(Uops, Other, Room, Flow, Tried)) {
        --Flow[Port][Other];
        ++Flow[Port][Group];
        return true;
      }
  }
  return false;
}

/// Whether all of \p Uops, each cycle cut into \p Parts units, fit on ports
/// that take \p Room units each.
bool fitsByUnits(const Body &Uops, unsigned NumPorts, int64_t Parts,
                 int64_t Room) {
  std::vector<std::vector<int64_t>> Flow(NumPorts,
                                         std::vector<int64_t>(Uops.size(), 0));
  for (size_t Group = 0; Group != Uops.size(); ++Group)
    for (int64_t Unit = 0; Unit != Uops[Group].Cycles * Parts; ++Unit) {
      std::vector<bool> Tried(NumPorts, false);
      if (!placeUnit(Uops, Group, Room, Flow, Tried))
        return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

struct Row {
  const char *Name;
  Body Uops; ///< {ports, cycles}; bit i is port i.
  CyclesPerIter Want;
  PortSet WantPorts;
};

const Row Rows[] = {
    {"empty body", {}, 0, P(0)},
    {"a group of no cycles", {{P(0b1), 0}}, 0, P(0)},
    {"one port", {{P(0b100), 3}}, 3, P(0b100)},
    {"shared pair", {{P(0b11), 3}}, {3, 2}, P(0b11)},
    {"narrow wins", {{P(0b01), 5}, {P(0b11), 3}}, 5, P(0b01)},
    {"wide wins", {{P(0b01), 1}, {P(0b11), 5}}, 3, P(0b11)},
    {"a tie goes to fewer ports", {{P(0b01), 2}, {P(0b11), 2}}, 2, P(0b01)},
    {"a tie goes to lower ports", {{P(0b10), 2}, {P(0b01), 2}}, 2, P(0b01)},
    {"equal port sets add up", {{P(0b11), 1}, {P(0b11), 2}}, {3, 2}, P(0b11)},
    // Unions of two used sets give only 3/4 here; the bound needs all four.
    {"chain",
     {{P(0b00011), 1}, {P(0b00110), 1}, {P(0b01100), 1}, {P(0b11000), 1}},
     {4, 5},
     P(0b11111)},
    {"ring of three",
     {{P(0b011), 1}, {P(0b110), 1}, {P(0b101), 2}},
     {4, 3},
     P(0b111)},
    {"separate parts do not mix",
     {{P(0b0011), 3}, {P(0b1100), 2}},
     {3, 2},
     P(0b0011)},
    {"two rounds: {0,1,2}, then {0,1}",
     {{P(0b001), 4}, {P(0b011), 4}, {P(0b111), 1}},
     4,
     P(0b001)},
    {"port 63",
     {{P(uint64_t(1) << 63), 7}, {P(~uint64_t(0)), 64}},
     7,
     P(uint64_t(1) << 63)},
    {"all 64 ports", {{P(~uint64_t(0)), 65}}, {65, 64}, P(~uint64_t(0))},
};

TEST(PortBound, Table) {
  for (const Row &R : Rows) {
    PortBound B = computePortBound(R.Uops);
    EXPECT_EQ(B.Value, R.Want) << R.Name;
    EXPECT_EQ(B.Ports, R.WantPorts) << R.Name;
  }
}

Body randomBody(Random &Rand, unsigned NumPorts, unsigned MaxGroups,
                int64_t MaxCycles) {
  Body Uops(Rand.below(MaxGroups + 1));
  for (UopGroup &G : Uops) {
    for (uint64_t Picks = 1 + Rand.below(4); Picks != 0; --Picks)
      G.Ports.insert(static_cast<unsigned>(Rand.below(NumPorts)));
    G.Cycles = Rand.between(0, MaxCycles);
  }
  return Uops;
}

TEST(PortBound, AgreesWithAllSubsets) {
  Random Rand(10);
  for (int Case = 0; Case != 1500; ++Case) {
    const auto NumPorts = static_cast<unsigned>(Rand.between(1, 9));
    Body Uops = randomBody(Rand, NumPorts, 14, Case % 3 == 0 ? 2 : 9);
    PortBound Got = computePortBound(Uops);
    PortBound Want = boundBySubsets(Uops, NumPorts);
    EXPECT_EQ(Got.Value, Want.Value) << Case;
    EXPECT_EQ(Got.Ports, Want.Ports) << Case;
  }
}

// The body must fit at the bound, and not below. Two bounds are fractions with
// denominators up to NumPorts and differ by at least 1/NumPorts^2; with more
// parts a cycle than that, one unit less of room is still above the next bound.
TEST(PortBound, AgreesWithFlowOfUnits) {
  Random Rand(11);
  for (int Case = 0; Case != 300; ++Case) {
    const auto NumPorts = static_cast<unsigned>(Rand.between(8, 14));
    Body Uops = randomBody(Rand, NumPorts, 20, 3);
    PortBound B = computePortBound(Uops);
    EXPECT_TRUE(
        fitsByUnits(Uops, NumPorts, B.Value.denominator(), B.Value.numerator()))
        << Case;
    if (B.Value.isZero())
      continue;
    const int64_t Parts = 2 * int64_t(NumPorts) * NumPorts;
    const int64_t Room =
        (B.Value.numerator() * Parts - 1) / B.Value.denominator();
    EXPECT_FALSE(fitsByUnits(Uops, NumPorts, Parts, Room)) << Case;
  }
}

TEST(PortBound, Laws) {
  Random Rand(12);
  for (int Case = 0; Case != 400; ++Case) {
    SCOPED_TRACE(Case);
    const auto NumPorts = static_cast<unsigned>(Rand.between(2, 64));
    Body Uops = randomBody(Rand, NumPorts, 40, 9);
    const PortBound B = computePortBound(Uops);

    Body Repeated;
    for (int Copy = 0; Copy != 3; ++Copy)
      Repeated.insert(Repeated.end(), Uops.begin(), Uops.end());
    EXPECT_EQ(computePortBound(Repeated).Value, B.Value * 3);
    EXPECT_EQ(computePortBound(Repeated).Ports, B.Ports);

    Body Slower = Uops;
    for (UopGroup &G : Slower)
      G.Cycles *= 7;
    EXPECT_EQ(computePortBound(Slower).Value, B.Value * 7);

    Body Shuffled = Uops;
    Rand.shuffle(Shuffled);
    EXPECT_EQ(computePortBound(Shuffled).Value, B.Value);
    EXPECT_EQ(computePortBound(Shuffled).Ports, B.Ports);

    std::vector<unsigned> NewName(NumPorts);
    for (unsigned Port = 0; Port != NumPorts; ++Port)
      NewName[Port] = Port;
    Rand.shuffle(NewName);
    Body Renamed = Uops;
    for (UopGroup &G : Renamed) {
      PortSet Old = G.Ports;
      G.Ports = PortSet();
      Old.forEach([&](unsigned Port) { G.Ports.insert(NewName[Port]); });
    }
    EXPECT_EQ(computePortBound(Renamed).Value, B.Value);
    EXPECT_EQ(computePortBound(Renamed).Ports.size(), B.Ports.size());

    Body More = Uops;
    More.push_back({P(1 + Rand.below((uint64_t(1) << (NumPorts - 1)))), 1});
    EXPECT_GE(computePortBound(More).Value, B.Value) << "one more micro-op";

    int64_t Confined = 0;
    for (const UopGroup &G : Uops)
      Confined += G.Ports.isSubsetOf(B.Ports) ? G.Cycles : 0;
    EXPECT_EQ(CyclesPerIter(Confined), B.Value * B.Ports.size()) << "witness";
  }
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

/// Shares are not negative, stay on the group's ports, and sum to both the
/// groups' cycles and the ports' loads.
void expectConsistent(const Body &Uops, unsigned NumPorts,
                      const PortLoads &Loads) {
  ASSERT_EQ(Loads.PerPort.size(), NumPorts);
  ASSERT_EQ(Loads.PerGroup.size(), Uops.size() * NumPorts);
  std::vector<CyclesPerIter> PerPort(NumPorts);
  for (size_t Group = 0; Group != Uops.size(); ++Group) {
    CyclesPerIter Sum;
    for (unsigned Port = 0; Port != NumPorts; ++Port) {
      CyclesPerIter Share = Loads.PerGroup[Group * NumPorts + Port];
      EXPECT_GE(Share, CyclesPerIter(0));
      EXPECT_TRUE(Uops[Group].Ports.contains(Port) || Share.isZero());
      Sum += Share;
      PerPort[Port] += Share;
    }
    EXPECT_EQ(Sum, CyclesPerIter(Uops[Group].Cycles)) << "group " << Group;
  }
  EXPECT_EQ(PerPort, Loads.PerPort);
}

/// No load can be evened out further: a group uses only its least loaded ports.
/// For loads with a convex goal such as ours, that is optimal.
void expectBalanced(const Body &Uops, unsigned NumPorts,
                    const PortLoads &Loads) {
  for (size_t Group = 0; Group != Uops.size(); ++Group)
    Uops[Group].Ports.forEach([&](unsigned Used) {
      if (Loads.PerGroup[Group * NumPorts + Used].isZero())
        return;
      Uops[Group].Ports.forEach([&](unsigned Other) {
        EXPECT_LE(Loads.PerPort[Used], Loads.PerPort[Other])
            << "group " << Group << " should move from " << Used << " to "
            << Other;
      });
    });
}

struct AssignRow {
  const char *Name;
  Body Uops;
  unsigned NumPorts;
  PortAssignment Mode;
  std::vector<CyclesPerIter> WantPerPort;
  std::vector<CyclesPerIter> WantPerGroup;
};

const AssignRow AssignRows[] = {
    {"empty body", {}, 2, PortAssignment::Optimal, {0, 0}, {}},
    {"unused port", {{P(0b01), 2}}, 2, PortAssignment::Optimal, {2, 0}, {2, 0}},
    {"uniform ignores the others",
     {{P(0b01), 1}, {P(0b11), 1}},
     2,
     PortAssignment::Uniform,
     {{3, 2}, {1, 2}},
     {1, 0, {1, 2}, {1, 2}}},
    {"optimal evens them out",
     {{P(0b01), 1}, {P(0b11), 1}},
     2,
     PortAssignment::Optimal,
     {1, 1},
     {1, 0, 0, 1}},
    {"a lone group is split evenly",
     {{P(0b111), 2}},
     3,
     PortAssignment::Optimal,
     {{2, 3}, {2, 3}, {2, 3}},
     {{2, 3}, {2, 3}, {2, 3}}},
    {"equal groups are split alike",
     {{P(0b11), 1}, {P(0b11), 2}},
     2,
     PortAssignment::Optimal,
     {{3, 2}, {3, 2}},
     {{1, 2}, {1, 2}, 1, 1}},
    // A flow alone would put {0,1} on port 0 first.
    {"nested sets can all be even",
     {{P(0b0011), 2}, {P(0b1100), 2}, {P(0b1111), 4}},
     4,
     PortAssignment::Optimal,
     {2, 2, 2, 2},
     {1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}},
    // All even is impossible: port 0 takes 1 of its own, so {0,1} gives it
    // less.
    {"one even, the other fills up",
     {{P(0b01), 1}, {P(0b11), 4}, {P(0b10), 2}},
     2,
     PortAssignment::Optimal,
     {{7, 2}, {7, 2}},
     {1, 0, {5, 2}, {3, 2}, 0, 2}},
    // Port 2 has 1 of its own, so {0,1,2,3} stays off it; the pairs stay even.
    {"all but one are even",
     {{P(0b0011), 2}, {P(0b0100), 1}, {P(0b1100), 2}, {P(0b1111), 3}},
     4,
     PortAssignment::Optimal,
     {2, 2, 2, 2},
     {1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 1}},
    // Ports 2 and 3 need a full cycle of the only group that has them. Neither
    // group can be even, and which of them gets port 0 is arbitrary, but fixed.
    {"none can be even",
     {{P(0b0111), 2}, {P(0b1011), 2}},
     4,
     PortAssignment::Optimal,
     {1, 1, 1, 1},
     {0, 1, 1, 0, 1, 0, 0, 1}},
    {"two levels: the rest moves off the full port",
     {{P(0b001), 4}, {P(0b111), 2}, {P(0b010), 1}},
     3,
     PortAssignment::Optimal,
     {4, {3, 2}, {3, 2}},
     {4, 0, 0, 0, {1, 2}, {3, 2}, 0, 1, 0}},
    {"chain",
     {{P(0b00011), 1}, {P(0b00110), 1}, {P(0b01100), 1}, {P(0b11000), 1}},
     5,
     PortAssignment::Optimal,
     {{4, 5}, {4, 5}, {4, 5}, {4, 5}, {4, 5}},
     {{4, 5}, {1, 5}, 0,      0,      0, //
      0,      {3, 5}, {2, 5}, 0,      0, //
      0,      0,      {2, 5}, {3, 5}, 0, //
      0,      0,      0,      {1, 5}, {4, 5}}},
};

TEST(PortAssignment, Table) {
  for (const AssignRow &R : AssignRows) {
    SCOPED_TRACE(R.Name);
    PortLoads Loads = assignPorts(R.Uops, R.NumPorts, R.Mode);
    EXPECT_EQ(Loads.PerPort, R.WantPerPort);
    EXPECT_EQ(Loads.PerGroup, R.WantPerGroup);
    expectConsistent(R.Uops, R.NumPorts, Loads);
  }
}

TEST(PortAssignment, RandomOptimalIsBalanced) {
  Random Rand(13);
  for (int Case = 0; Case != 400; ++Case) {
    SCOPED_TRACE(Case);
    const auto NumPorts = static_cast<unsigned>(Rand.between(1, 20));
    Body Uops = randomBody(Rand, NumPorts, 25, 6);
    PortLoads Loads = assignPorts(Uops, NumPorts, PortAssignment::Optimal);
    expectConsistent(Uops, NumPorts, Loads);
    expectBalanced(Uops, NumPorts, Loads);
    EXPECT_EQ(*std::max_element(Loads.PerPort.begin(), Loads.PerPort.end()),
              computePortBound(Uops).Value);
  }
}

TEST(PortAssignment, OptimalIsNeverAboveUniform) {
  Random Rand(14);
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    const auto NumPorts = static_cast<unsigned>(Rand.between(1, 14));
    Body Uops = randomBody(Rand, NumPorts, 25, 6);
    PortLoads Uniform = assignPorts(Uops, NumPorts, PortAssignment::Uniform);
    PortLoads Optimal = assignPorts(Uops, NumPorts, PortAssignment::Optimal);
    expectConsistent(Uops, NumPorts, Uniform);
    auto Descending = [](std::vector<CyclesPerIter> V) {
      std::sort(V.begin(), V.end(), std::greater<>());
      return V;
    };
    EXPECT_LE(Descending(Optimal.PerPort), Descending(Uniform.PerPort));
  }
}

TEST(PortAssignment, SharesDependOnPortsOnlyNotOnOrder) {
  Random Rand(15);
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    const unsigned NumPorts = 8;
    Body Uops = randomBody(Rand, NumPorts, 12, 6);
    Body Reversed(Uops.rbegin(), Uops.rend());
    PortLoads A = assignPorts(Uops, NumPorts, PortAssignment::Optimal);
    PortLoads B = assignPorts(Reversed, NumPorts, PortAssignment::Optimal);
    EXPECT_EQ(A.PerPort, B.PerPort);
    for (size_t Group = 0; Group != Uops.size(); ++Group)
      for (unsigned Port = 0; Port != NumPorts; ++Port)
        EXPECT_EQ(A.PerGroup[Group * NumPorts + Port],
                  B.PerGroup[(Uops.size() - 1 - Group) * NumPorts + Port]);
  }
}

} // namespace
