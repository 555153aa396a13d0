//===- TuningCacheTest.cpp - Tests of kept choices ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TuningCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
class TuningCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("tuning-cache", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }
  std::string path(StringRef Name) const {
    SmallString<128> P(Folder);
    sys::path::append(P, Name);
    return P.str().str();
  }
  void write(StringRef Name, StringRef Text) const {
    std::error_code EC;
    raw_fd_ostream(path(Name), EC) << Text;
    ASSERT_FALSE(EC);
  }

  SmallString<128> Folder;
};
} // namespace

static TunedFunction makeFunction() {
  TunedLoop L;
  L.Line = 3;
  L.Verdict = TuningVerdict::Gains;
  L.Choice = {8, 4, 0};
  L.Now = {1, 3};
  L.Then = {1, 7};
  L.Tried = {{{}, CyclesPerIter(1, 3), 32, {{{32, 11, 10}, {1, 2, 1}}, 5}}};
  return {"f", "znver4", "", 10, 20, {L}};
}

TEST_F(TuningCacheTest, GivesBackWhatItGot) {
  TuningCache C(path("a/b"));
  EXPECT_FALSE(C.load("0123"));
  C.store("0123", makeFunction());
  EXPECT_EQ(C.takeProblem(), "");
  EXPECT_TRUE(sys::fs::exists(path("a/b/01/23.json")));
  EXPECT_FALSE(C.load("0124"));
  const std::optional<TunedFunction> F = TuningCache(path("a/b")).load("0123");
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Name, "f");
  EXPECT_EQ(F->ThenBytes, 20U);
  const TunedLoop &L = F->Loops.at(0);
  EXPECT_EQ(L.Choice, (LoopHints{8, 4, 0}));
  const LoopShape &S = L.Tried.at(0).Shape;
  ASSERT_EQ(S.Parts.size(), 2U);
  EXPECT_EQ(S.Parts[0].SourceIterations, 32U);
  EXPECT_EQ(S.Parts[0].Cycles, CyclesPerIter(11));
  EXPECT_EQ(S.Parts[0].AtLeast, CyclesPerIter(10));
  EXPECT_EQ(S.Once, CyclesPerIter(5));
}

TEST_F(TuningCacheTest, DamagedFilesAreNone) {
  TuningCache C(Folder);
  C.store("0123", makeFunction());
  const std::string Deep(100000, '[');
  for (const StringRef Text :
       {StringRef(""), StringRef("{"), StringRef(Deep),
        StringRef("{\"problem\": \"\", \"functions\": []}")}) {
    write("01/23.json", Text);
    EXPECT_FALSE(C.load("0123")) << Text.take_front(40).str();
  }
  C.store("0123", makeFunction());
  EXPECT_TRUE(C.load("0123"));
  // A folder in its place cannot be replaced.
  ASSERT_FALSE(sys::fs::create_directories(path("01/45.json")));
  EXPECT_FALSE(C.load("0145"));
}

TEST_F(TuningCacheTest, SaysOnceWhatFails) {
  write("file", "");
  TuningCache C(path("file"));
  C.store("0123", makeFunction());
  C.store("0124", makeFunction());
  const std::string Why = C.takeProblem();
  EXPECT_NE(Why.find("cannot write '" + path("file/01/23.json") + "'"),
            std::string::npos)
      << Why;
  EXPECT_EQ(C.takeProblem(), "");
  C.store("0125", makeFunction());
  EXPECT_EQ(C.takeProblem(), "");
}
