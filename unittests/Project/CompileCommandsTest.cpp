//===- CompileCommandsTest.cpp - Reading and changing commands ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compile commands, good and faulty, and what is made of them.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/CompileCommands.h"
#include "kernel-bounds/Project/Compiler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

std::string write(const TemporaryFolder &Folder, llvm::StringRef Text) {
  const std::string File = Folder.file("compile_commands.json");
  std::error_code EC;
  llvm::raw_fd_ostream(File, EC) << Text;
  return File;
}

/// What is wrong with \p Text, without the name of the file.
std::string faultOf(llvm::StringRef Text) {
  auto Folder = llvm::cantFail(TemporaryFolder::create());
  const std::string File = write(Folder, Text);
  auto All = CompileCommands::read(File);
  if (All)
    return "";
  std::string Why = toString(All.takeError());
  return llvm::StringRef(Why).starts_with(File + ": ")
             ? Why.substr(File.size() + 2)
             : Why;
}

TEST(CompileCommands, Faults) {
  EXPECT_EQ(faultOf("[]"), "");
  EXPECT_EQ(faultOf("{}"), "expected a list of compile commands");
  EXPECT_EQ(faultOf("[7]"), "entry 1 is no object");
  EXPECT_EQ(faultOf(R"([{"file": "a.c"}])"),
            "entry 1 has no \"directory\" or no \"file\"");
  EXPECT_EQ(faultOf(R"([{"directory": "/", "file": "a.c"}])"),
            "entry 1 has no \"command\" and no \"arguments\"");
  EXPECT_NE(faultOf("["), "");
}

TEST(CompileCommands, FoundByFile) {
  auto Folder = llvm::cantFail(TemporaryFolder::create());
  const std::string File =
      write(Folder, R"([{"directory": ".", "file": "s/../a.c",
                   "command": "cc -DX='a b' \"-DY=c d\" -c a.c"},
                  {"directory": "/", "file": "/b.c",
                   "arguments": ["cc", "b.c"]}])");
  const auto All = llvm::cantFail(CompileCommands::read(File));
  ASSERT_EQ(All.all().size(), 2u);
  const CompileCommand *A = All.find(Folder.file("a.c"));
  ASSERT_TRUE(A);
  EXPECT_EQ(A->Args, (std::vector<std::string>{"cc", "-DX=a b", "-DY=c d", "-c",
                                               "a.c"}));
  EXPECT_TRUE(All.find("/b.c"));
  EXPECT_FALSE(All.find("/c.c"));
  EXPECT_EQ(findCompileCommands(Folder.file("a.c")), realPath(File));
}

std::string changed(std::vector<std::string> Args) {
  return llvm::join(objectArgs({"/", "/a.c", std::move(Args)}, "X"), " ");
}

TEST(CompileCommands, WritesAnObjectAndNothingElse) {
  const std::string Own = " -c -g -fno-lto -w -fdiagnostics-color=never -o X";
  EXPECT_EQ(
      changed({"cc", "-O2", "-MD", "-MF", "a.d", "-o", "a.o", "-c", "a.c"}),
      "cc -O2 a.c" + Own);
  EXPECT_EQ(changed({"ccache", "clang", "-flto=thin", "-Werror=all", "-oa.o",
                     "-S", "-save-temps", "a.c"}),
            "ccache clang a.c" + Own);
  // Behind "--" stand files only.
  EXPECT_EQ(changed({"cc", "-O2", "-o", "a.o", "--", "a.c"}),
            "cc -O2" + Own + " -- a.c");
  EXPECT_EQ(changed({"cc", "-o"}), "cc" + Own);
  // What the preprocessor, the assembler and reports write.
  EXPECT_EQ(changed({"cc", "-Wp,-MMD,a.d", "-Wp,-DX", "-Wa,-adhln=a.lst",
                     "-Wa,-mx", "-fopt-info-vec=a.txt", "-aux-info", "a.x",
                     "-time=a.time", "a.c"}),
            "cc -Wp,-DX -Wa,-mx a.c" + Own);
}

TEST(CompileCommands, Cores) {
  auto Cores = [](std::vector<std::string> Args) {
    return llvm::join(namedCores({"/", "/a.c", std::move(Args)}), " ");
  };
  EXPECT_EQ(Cores({"cc", "-march=znver3", "-march=znver4"}), "znver4");
  EXPECT_EQ(Cores({"cc", "-march=x86-64-v3", "-mtune=znver4"}),
            "znver4 x86-64-v3");
  EXPECT_EQ(Cores({"cc", "-mcpu=neoverse-n1+crypto"}), "neoverse-n1");
  EXPECT_EQ(Cores({"cc"}), "");
}

TEST(CompileCommands, Clang) {
  EXPECT_TRUE(isClang({"/", "/a.c", {"ccache", "/usr/bin/clang++-22", "-c"}}));
  EXPECT_FALSE(isClang({"/", "/a.c", {"gcc", "-c", "clang.c"}}));
}

} // namespace
