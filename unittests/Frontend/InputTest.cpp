//===- InputTest.cpp - Tests for Frontend/Input.cpp -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendTestSupport.h"

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

TEST(Input, GuessesTheTarget) {
  struct Row {
    const char *Name, *Text, *CPU, *Want; // Want: the triple, or a message.
  };
  const Row Rows[] = {
      {"AT&T", "addq %rax, %rbx\n", "", "x86_64-unknown-linux-gnu"},
      {"Intel", "vaddpd ymm0, ymm1, ymm2\n", "", "x86_64-unknown-linux-gnu"},
      {"AArch64", "add x0, x1, #5\n", "", "aarch64-unknown-linux-gnu"},
      {"vectors", "fmla v0.2d, v1.2d, v2.d[0]\n", "",
       "aarch64-unknown-linux-gnu"},
      {"SVE", "fadd z0.d, p0/m, z0.d, z1.d\n", "", "aarch64-unknown-linux-gnu"},
      {"scalars", "fadd d0, d1, d2\n", "", "aarch64-unknown-linux-gnu"},
      {"x86 with a symbol x1", "movsd x1(%rip), %xmm0\n", "",
       "x86_64-unknown-linux-gnu"},
      {"x86 with AArch64 in comments",
       "# add x0, x1, x2\naddq %rax, %rbx # x0 x1 x2 x3\n", "",
       "x86_64-unknown-linux-gnu"},
      {"AArch64 with x86 in comments",
       "// addq %rax, %rbx\nadd x0, x1, x2 // rax rbx rcx rdx\n", "",
       "aarch64-unknown-linux-gnu"},
      {"macOS",
       "\t.section __TEXT,__text,regular,pure_instructions\n_f: add x0, x0, "
       "x1\n",
       "", "arm64-apple-macosx"},
      {"Windows",
       "\t.def\tf;\n\t.scl\t2;\n\t.type\t32;\n\t.endef\nf: incq %rax\n", "",
       "x86_64-pc-windows-gnu"},
      {"by CPU, x86", "l: jne l\n", "skylake", "x86_64-unknown-linux-gnu"},
      {"by CPU, AArch64", "l: b.ne l\n", "neoverse-n1",
       "aarch64-unknown-linux-gnu"},
      {"neither", "hello world\n", "",
       "t: no instructions of x86-64, AArch64 or RISC-V are recognized; if it "
       "is such code, name the target (--target)"},
      {"a CPU of the other target", "addq %rax, %rbx\n", "cortex-a72",
       "unknown CPU 'cortex-a72' for target 'x86_64-unknown-linux-gnu'"},
  };
  for (const Row &R : Rows) {
    InputOptions Options;
    Options.CPU = R.CPU;
    std::string Error;
    auto In = read(R.Text, Error, Options);
    EXPECT_EQ(In ? In->Target->triple().str() : Error, R.Want) << R.Name;
  }
}

TEST(Input, Errors) {
  struct Row {
    const char *Name;
    std::string Text, Want;
  };
  const Row Rows[] = {
      {"empty", "", "t: no instructions: the file is empty"},
      {"blank", " \n\t\n", "t: no instructions: the file is empty"},
      {"nothing understood", "foo %rax\nbar %rbx\n",
       "t: no instructions; first at 1:1: not understood: invalid instruction "
       "mnemonic 'foo'"},
      {"binary", "\x01\xff\xfe%rax\n\x80\x81",
       "t:1:2: not assembly: the file is neither UTF-8 "
       "text nor an object file"},
      {"UTF-16", std::string("a\0d\0d\0q\0", 8),
       "t:1:2: not assembly: the file is neither UTF-8 text nor an object "
       "file"},
      {"objdump", "\na.o:     file format elf64-x86-64\n\n",
       "t: this looks like objdump output; pass the object file itself"},
      {"objdump, code only",
       "   0:\t48 01 d8 \tadd %rbx,%rax\n   3:\tc3 \tret\n   4:\t90 \tnop\n",
       "t: this looks like objdump output; pass the object file itself"},
      {"archive", "!<arch>\n",
       "t: this is an archive; extract its members (ar x) and pass one"},
      {"bitcode", "BC\xc0\xde",
       "t: this is LLVM bitcode, and cannot be compiled: Expected a single "
       "module"},
      {"IR", "; ModuleID = 'a.c'\n",
       "t: this is LLVM IR; compile it first: clang-22 -x ir -S -O2 -o - t | "
       "kernel-opt -"},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(errorOf(R.Text), R.Want) << R.Name;
  std::string Elf =
      errorOf(StringRef("\x7f"
                        "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0\x3e\0",
                        20));
  EXPECT_TRUE(
      StringRef(Elf).starts_with("t: truncated or corrupt object file: "))
      << Elf;
}

TEST(Input, OptionErrors) {
  InputOptions Options;
  Options.Triple = "s390x-linux-gnu";
  EXPECT_EQ(errorOf("nop\n", Options),
            "unsupported target 's390x-unknown-linux-gnu': x86-64, AArch64 "
            "and RISC-V are known");
  Options = {};
  Options.Features = "+nonsense";
  EXPECT_EQ(errorOf("addq %rax, %rbx\n", Options),
            "unknown feature 'nonsense' of x86_64");
  Options = {};
  Options.Triple = "aarch64-linux-gnu";
  EXPECT_EQ(errorOf(assemble("f: ret\n", "x86_64-linux-gnu"), Options),
            "t: the file is for x86_64, not for 'aarch64-linux-gnu'");
}

TEST(Input, Paths) {
  auto In = readInput("/nonexistent/file.s", {});
  ASSERT_FALSE(bool(In));
  EXPECT_EQ(toString(In.takeError()),
            "cannot read '/nonexistent/file.s': No such file or directory");
  In = readInput("/", {});
  ASSERT_FALSE(bool(In));
  EXPECT_EQ(toString(In.takeError()), "'/' is a directory");
}

/// Readers must not slow down faster than their input grows.
TEST(Input, LargeFiles) {
  std::string ManyLoops, LongLoop = "f:\n";
  for (unsigned I = 0; I < 10000; ++I) {
    std::string Name = "l" + std::to_string(I);
    ManyLoops += Name +
                 ":\n addq $8, %rax\n vaddpd (%rdi,%rax), %ymm0, %ymm1\n jne " +
                 Name + "\n";
  }
  for (unsigned I = 0; I < 100000; ++I)
    LongLoop += " vaddpd 64(%rdi), %ymm0, %ymm1\n";
  LongLoop += " jne f\n";
  auto In = readGood(ManyLoops);
  ASSERT_TRUE(In);
  EXPECT_EQ(In->Loops[0].size(), 10000u);
  In = readGood(LongLoop);
  ASSERT_TRUE(In);
  ASSERT_EQ(In->Loops[0].size(), 1u);
  EXPECT_EQ(In->code().Functions[0].Blocks[0].End, 100001u);
}

} // namespace
