//===- RunSharesTest.cpp - What loops have of the time --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/RunShares.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The report of a run with these elements of `spots`.
class RunFile {
public:
  explicit RunFile(StringRef Spots)
      : RunFile("{\"schema\":1,\"spots\":[", Spots, "]}") {}
  RunFile(StringRef Before, StringRef Spots, StringRef After) {
    int FD = -1;
    EXPECT_FALSE(sys::fs::createTemporaryFile("run", "json", FD, Path));
    raw_fd_ostream(FD, /*shouldClose=*/true) << Before << Spots << After;
    Remover.setFile(Path);
  }
  Expected<RunShares> read() const { return RunShares::read(Path); }

private:
  SmallString<128> Path;
  FileRemover Remover;
};

std::vector<TimeShare> sharesOf(StringRef Spots, ArrayRef<LoopIdentity> Loops) {
  Expected<RunShares> R = RunFile(Spots).read();
  EXPECT_TRUE(bool(R));
  return R ? R->of(Loops) : std::vector<TimeShare>();
}

constexpr StringLiteral OfF =
    "{\"kind\":\"loop\",\"share\":0.4,\"function\":\"_Z1fv\","
    "\"demangled\":\"f()\",\"source_file\":\"/src/f.c\",\"source_line\":9,"
    "\"fingerprint\":{\"instructions\":12}}";

} // namespace

TEST(RunShares, NearestOfOneLine) {
  EXPECT_EQ(sharesOf(OfF, {{"_Z1fv", "f.c", 9, 5}, {"_Z1fv", "f.c", 9, 12}}),
            std::vector<TimeShare>({0, 400000}));
}

TEST(RunShares, OfEqualOnesTheFirst) {
  EXPECT_EQ(sharesOf(OfF, {{"_Z1fv", "f.c", 9, 11}, {"_Z1fv", "f.c", 9, 13}}),
            std::vector<TimeShare>({400000, 0}));
}

TEST(RunShares, ByDemangledName) {
  EXPECT_EQ(sharesOf(OfF, {{"f()", "f.c", 9, 12}}),
            std::vector<TimeShare>({400000}));
}

TEST(RunShares, AnotherLineOrFileIsAnotherLoop) {
  EXPECT_EQ(sharesOf(OfF, {{"_Z1fv", "f.c", 8, 12},
                           {"_Z1fv", "g.c", 9, 12},
                           {"_Z1gv", "f.c", 9, 12}}),
            std::vector<TimeShare>({0, 0, 0}));
}

TEST(RunShares, WithoutLinesByInstructions) {
  EXPECT_EQ(sharesOf(OfF, {{"_Z1fv", "", 0, 3}, {"_Z1fv", "", 0, 14}}),
            std::vector<TimeShare>({0, 400000}));
}

TEST(RunShares, SeveralLoopsOfTheRunAddUp) {
  EXPECT_EQ(sharesOf((OfF + "," + OfF).str(), {{"_Z1fv", "f.c", 9, 12}}),
            std::vector<TimeShare>({800000}));
}

TEST(RunShares, OtherKindsAndShares) {
  EXPECT_EQ(sharesOf(R"({"kind":"function","share":0.4,"function":"f"},)"
                     R"({"kind":"loop","share":7,"function":"f"},)"
                     R"({"kind":"loop","share":-1,"function":"f"}, 3)",
                     {{"f", "", 0, 1}}),
            std::vector<TimeShare>({0}));
}

TEST(RunShares, NoReport) {
  for (StringRef Text : {"{", "[]", "{\"schema\":2,\"spots\":[]}", "{}"}) {
    Expected<RunShares> R = RunFile("", Text, "").read();
    EXPECT_FALSE(bool(R)) << Text.str();
    consumeError(R.takeError());
  }
  Expected<RunShares> R = RunShares::read("/no/such/file");
  EXPECT_FALSE(bool(R));
  consumeError(R.takeError());
}

TEST(RunShares, Text) {
  EXPECT_EQ(shareText(0), "0.0 %");
  EXPECT_EQ(shareText(125000), "12.5 %");
  EXPECT_EQ(shareText(999), "0.1 %");
  EXPECT_EQ(shareText(AllTime), "100.0 %");
  EXPECT_EQ(decimalOf(0), "0.0");
  EXPECT_EQ(decimalOf(125000), "0.125");
  EXPECT_EQ(decimalOf(-1), "-0.000001");
  EXPECT_EQ(decimalOf(2500000), "2.5");
}
