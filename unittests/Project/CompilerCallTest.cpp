//===- CompilerCallTest.cpp - What a command of a build does --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/CompilerCall.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static CompilerCall callOf(StringRef Line) {
  std::vector<std::string> Args;
  for (StringRef Word : split(Line, ' '))
    Args.push_back(Word.str());
  return readCompilerCall(Args);
}

TEST(CompilerCall, Objects) {
  const struct {
    const char *Line, *Objects;
  } Rows[] = {
      {"gcc -O2 -c a.c -o obj/a.o", "obj/a.o"},
      {"/usr/bin/clang++-22 -c dir/a.cpp", "a.o"},
      {"cc -c a.c b.c", "a.o b.o"},
      {"x86_64-linux-gnu-gcc-12 -oa.o -c a.S", "a.o"},
      {"ccache clang -MMD -MF a.d -c a.c -o a.o", "a.o"},
      {"clang -include b.c -c a.c", "a.o"}, // b.c is no source here.
      {"gcc a.o b.o -o prog", ""},
      {"gcc -E -c a.c", ""},
      {"gcc -c a.c -o /dev/null", ""},
      {"gcc -MM a.c", ""},
      {"clang -cc1 -c a.c -o a.o", ""},
      {"ccache --show-stats", ""},
      {"ccache", ""},
      {"ar -c a.c", ""},
      {"gcc a.c -o prog", ""},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(join(callOf(R.Line).objects(), " "), R.Objects) << R.Line;
}

TEST(CompilerCall, Names) {
  for (const char *Name : {"cc", "gcc", "g++-12", "clang-22", "clang++-22.1",
                           "aarch64-linux-gnu-gcc", "/opt/x/gfortran", "ccache",
                           "/usr/lib/ccache/cc"})
    EXPECT_TRUE(isCompilerName(Name)) << Name;
  for (const char *Name : {"gcc-ar", "gcc-ar-12", "clang-format", "cc1", "ld",
                           "c++filt", "kernel-opt", "", "-", "ccache-stats"})
    EXPECT_FALSE(isCompilerName(Name)) << Name;
}

TEST(CompilerCall, Compiler) {
  EXPECT_EQ(callOf("ccache distcc gcc -c a.c").Compiler, 2u);
  EXPECT_TRUE(callOf("ccache distcc gcc -c a.c").IsDistributed);
  EXPECT_FALSE(callOf("ccache gcc -c a.c").IsDistributed);
}

TEST(CompilerCall, Plain) {
  EXPECT_TRUE(callOf("clang -c a.cpp b.c").isPlain());
  EXPECT_FALSE(callOf("clang -c a.cpp b.S").isPlain());
  EXPECT_FALSE(callOf("gfortran -c a.f90").isPlain());
  EXPECT_FALSE(callOf("clang a.c").isPlain());
}

TEST(CompilerCall, Gcc) {
  for (const char *Name : {"gcc", "g++-12", "aarch64-linux-gnu-gcc",
                           "/usr/bin/x86_64-linux-gnu-g++-12.2"})
    EXPECT_TRUE(isGccName(Name)) << Name;
  for (const char *Name :
       {"cc", "clang", "clang++-22", "gfortran", "ccache", "mygcc", "gcc-ar"})
    EXPECT_FALSE(isGccName(Name)) << Name;
}
