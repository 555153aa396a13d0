//===- DataFlowTest.cpp - Tests of recorded chains ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/DataFlow.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

using Access = DataFlowRecorder::Access;

Access load(uint64_t Address, unsigned Bytes = 8) {
  return {Address, Bytes, true, false};
}
Access store(uint64_t Address, unsigned Bytes = 8) {
  return {Address, Bytes, false, true};
}

/// Instructions over registers 0, 1, 2, ...
class Code {
public:
  Code &add(std::vector<RegUnit> Reads, std::vector<RegUnit> Writes) {
    KernelInst I;
    I.FirstRead = K.Reads.size();
    I.FirstWrite = K.Writes.size();
    I.NumReads = Reads.size();
    I.NumWrites = Writes.size();
    for (RegUnit U : Reads) {
      K.Reads.push_back(
          {1, ReadRole::Data, 0, static_cast<uint32_t>(K.UnitPool.size()), 1});
      K.UnitPool.push_back(U);
    }
    for (RegUnit U : Writes) {
      K.Writes.push_back(
          {1, false, false, 0, static_cast<uint32_t>(K.UnitPool.size()), 1});
      K.UnitPool.push_back(U);
    }
    K.Insts.push_back(I);
    return *this;
  }
  Kernel K;
};

/// Whether 100 trips of \p K are carried; instruction I of trip T does
/// Accesses(T)[I].
template <typename Function>
bool isCarried(const Kernel &K, Function Accesses, uint64_t Reach = 512) {
  DataFlowRecorder Recorder(K, Reach);
  for (uint64_t Trip = 0; Trip < 100; ++Trip)
    for (auto [I, Some] : enumerate(Accesses(Trip)))
      Recorder.run(I, Some);
  std::vector<uint32_t> Loop;
  for (uint32_t I = 0; I < K.Insts.size(); ++I)
    Loop.push_back(I);
  return Recorder.take().isCarriedThroughMemory(Loop);
}

using Trips = std::vector<std::vector<Access>>;

/// load r0; r0 = f(r0, r1); store r0.
Code update() { return Code().add({}, {0}).add({0, 1}, {0}).add({0}, {}); }

} // namespace

TEST(DataFlow, StateInMemory) {
  EXPECT_TRUE(isCarried(update().K, [](uint64_t) {
    return Trips{{load(4096)}, {}, {store(4096)}};
  }));
}

TEST(DataFlow, EachTripAnotherPlace) {
  EXPECT_FALSE(isCarried(update().K, [](uint64_t Trip) {
    return Trips{{load(8 * Trip)}, {}, {store(8 * Trip)}};
  }));
}

TEST(DataFlow, DistanceOfThree) {
  auto ThreeBefore = [](uint64_t Trip) {
    return Trips{{load(8 * Trip)}, {}, {store(8 * Trip + 24)}};
  };
  EXPECT_TRUE(isCarried(update().K, ThreeBefore));
  // From the store to the load, seven instructions go by.
  EXPECT_TRUE(isCarried(update().K, ThreeBefore, 7));
  EXPECT_FALSE(isCarried(update().K, ThreeBefore, 6));
}

TEST(DataFlow, ReadFromAnEarlierTripButNotClosed) {
  // load r0; store r0; load r2; store r2: b[i] = a[i], c[i] = b[i-1].
  Code C = Code().add({}, {0}).add({0}, {}).add({}, {2}).add({2}, {});
  EXPECT_FALSE(isCarried(C.K, [](uint64_t Trip) {
    return Trips{{load(10000 + 8 * Trip)},
                 {store(20000 + 8 * Trip)},
                 {load(19992 + 8 * Trip)},
                 {store(30000 + 8 * Trip)}};
  }));
}

TEST(DataFlow, TwoChainsCrossed) {
  // load r0 from A, store r0 to B; load r1 from B, store r1 to A.
  Code C = Code().add({}, {0}).add({0}, {}).add({}, {1}).add({1}, {});
  EXPECT_TRUE(isCarried(C.K, [](uint64_t) {
    return Trips{{load(64)}, {store(128)}, {load(128)}, {store(64)}};
  }));
}

TEST(DataFlow, OneByteIsEnough) {
  EXPECT_TRUE(isCarried(update().K, [](uint64_t) {
    return Trips{{load(4090)}, {}, {store(4097, 1)}};
  }));
  EXPECT_FALSE(isCarried(update().K, [](uint64_t) {
    return Trips{{load(4090)}, {}, {store(4098, 1)}};
  }));
}

TEST(DataFlow, OverwrittenInBetween) {
  // As update(), then a store of a register that nothing changes.
  Code C = update().add({7}, {});
  EXPECT_FALSE(isCarried(C.K, [](uint64_t) {
    return Trips{{load(64)}, {}, {store(64)}, {store(64)}};
  }));
}

TEST(DataFlow, AQuarterOfTheTrips) {
  auto Every = [](uint64_t Period) {
    return isCarried(update().K, [=](uint64_t Trip) {
      const uint64_t From = Trip % Period == 0 ? 64 : 100000 + 8 * Trip;
      return Trips{{load(From)}, {}, {store(64)}};
    });
  };
  EXPECT_TRUE(Every(3));
  EXPECT_FALSE(Every(6));
}

TEST(DataFlow, ThroughTheAddress) {
  // load r0; load r1 from [r0]; store r1: the place of the second load is what
  // the last trip stored.
  Code C = Code().add({}, {0}).add({0}, {1}).add({1}, {});
  EXPECT_TRUE(isCarried(C.K, [](uint64_t) {
    return Trips{{load(64)}, {load(1024)}, {store(64)}};
  }));
}

TEST(DataFlow, ZeroIdiomsCutTheChain) {
  Code C = update();
  C.K.Insts[1].Flags = IF_ZeroIdiom;
  EXPECT_FALSE(isCarried(C.K, [](uint64_t) {
    return Trips{{load(64)}, {}, {store(64)}};
  }));
}

TEST(DataFlow, OnlyTheLoopCounts) {
  Code C = update();
  DataFlowRecorder Recorder(C.K);
  const Trips Trip{{load(64)}, {}, {store(64)}};
  for (unsigned T = 0; T < 10; ++T)
    for (auto [I, Some] : enumerate(Trip))
      Recorder.run(I, Some);
  const DataFlow Flow = Recorder.take();
  EXPECT_TRUE(Flow.isCarriedThroughMemory({0, 1, 2}));
  EXPECT_FALSE(Flow.isCarriedThroughMemory({0, 1}));
}
