//===- DatasetTest.cpp - Tests of data sets -------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Dataset.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static Dataset parsed(StringRef Text) {
  Expected<Dataset> D = parseDataset(Text, "dir/d");
  if (D)
    return std::move(*D);
  ADD_FAILURE() << toString(D.takeError());
  return {};
}

TEST(Dataset, BHive) {
  Dataset D = parsed("4801d8,100.5\n\n90,25\n");
  EXPECT_EQ(D.Form, "BHive");
  ASSERT_EQ(D.Loops.size(), 2u);
  EXPECT_EQ(D.Loops[0].Bytes, "\x48\x01\xd8");
  EXPECT_DOUBLE_EQ(D.Loops[0].Cycles, 1.005);
  EXPECT_DOUBLE_EQ(D.Loops[1].Cycles, 0.25);
}

TEST(Dataset, Simple) {
  Dataset D = parsed("file,cpu,cycles\na.s,znver1,4\n/b.s,cortex-a72,2.5\n");
  EXPECT_EQ(D.Form, "CSV");
  ASSERT_EQ(D.Loops.size(), 2u);
  EXPECT_EQ(D.Loops[0].File, "dir/a.s");
  EXPECT_EQ(D.Loops[0].Cpu, "znver1");
  EXPECT_EQ(D.Loops[1].File, "/b.s");
}

TEST(Dataset, PMEvo) {
  Dataset D = parsed(R"json({"arch": {"name": "ZEN"}, "exps": [
    {"iseq": ["NEG_((REG:RW:G:64))", "BAD_((X))"], "result": {"cycles": 1}},
    {"iseq": ["NEG_((REG:RW:G:64))"], "result": {"cycles": 0.25}}]})json");
  EXPECT_EQ(D.Form, "PMEvo");
  ASSERT_EQ(D.Loops.size(), 2u);
  EXPECT_EQ(D.Loops[0].Failure, "unknown place '((X))'");
  EXPECT_EQ(D.Loops[1].Cpu, "znver1");
  EXPECT_EQ(D.Loops[1].Assembly, "\tNEG r8\n");
  EXPECT_TRUE(D.Loops[1].IsThroughput);
  EXPECT_TRUE(D.Loops[1].IsUnrolled);
}

TEST(Dataset, Forms) {
  struct Row {
    const char *Form;
    bool IsX86;
    const char *Want;
  } Rows[] = {{"ADD_((REG:RW:G:64)),_((IMM:32))", true, "ADD r9, 100000"},
              {"ADD_((REG:RW:G:64)),_qword_ptr_[((MEM:64))_+_((MIMM:16))]",
               true, "ADD r9, qword ptr [rsi + 64]"},
              {"VADDPD_((REG:W:V:256)),_((REG:R:V:256)),_((REG:R:V:256))", true,
               "VADDPD ymm1, ymm10, ymm11"},
              {"_fadd_((REG:W:F:64)),_((REG:R:F:64)),_((REG:R:F:64))", false,
               "fadd d2, d12, d13"},
              {"_str_((REG:W:G:64)),_[((MEM:64)),_((MIMM:16))]", false,
               "str x2, [x20, 64]"}};
  for (const Row &R : Rows) {
    auto Text = instantiatePMEvoForm(R.Form, 1, R.IsX86);
    ASSERT_TRUE(bool(Text)) << R.Form;
    EXPECT_EQ(*Text, R.Want);
  }
}

TEST(Dataset, Faults) {
  const std::pair<const char *, const char *> Rows[] = {
      {" \n", "d:1: the file is empty"},
      {"90\n", "d:1: expected cycles above 0, not ''"},
      {"90,100\n9x,100\n", "d:2: expected bytes in hexadecimal, not '9x'"},
      {"90,-1\n", "d:1: expected cycles above 0, not '-1'"},
      {"file,cpu\n", "d:1: no column 'cycles'"},
      {"file,cpu,cycles\na.s,znver1,0\n",
       "d:2: expected a file and cycles above 0"},
      {"{}", "d: expected the keys 'arch' and 'exps'"},
      {R"({"arch": {"name": "X"}, "exps": []})",
       "d: unknown architecture 'X'; known are SKL, ZEN, A72"}};
  for (auto [Text, Want] : Rows) {
    Expected<Dataset> D = parseDataset(Text, "d");
    ASSERT_FALSE(bool(D)) << Text;
    EXPECT_EQ(toString(D.takeError()), Want);
  }
}
