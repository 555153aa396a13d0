//===- ObjectReaderTest.cpp - Tests for Frontend/ObjectReader.cpp ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendTestSupport.h"
#include "TestSupport.h"
#include "llvm/Support/Endian.h"

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

/// Two functions, a call, a loop, a cold part, a jump table, line numbers.
const char *X86Text = R"(	.text
	.file 1 "/src" "a.c"
	.globl	f
	.type	f, @function
f:
	xorl	%eax, %eax
	.p2align 4
.L3:
	.loc 1 7 3
	addq	(%rdi,%rax), %rdx
	callq	ext
	callq	g
	cmpq	$5, %rdx
	je	.Lcold
	.loc 1 8 3
	incq	%rax
	jne	.L3
	ret
	.type	g, @function
g:
	jmp	*.Lt(,%rax,8)
	.section .text.unlikely,"ax",@progbits
.Lcold:
	jmp	.L3
	.section .rodata
.Lt:
	.quad	.L3
	.section .debug_abbrev,"",@progbits
	.byte 1, 17, 0, 16, 23, 17, 1, 18, 6, 0, 0, 0
	.section .debug_info,"",@progbits
	.long .Lend-.Lver
.Lver:
	.short 4
	.long .debug_abbrev
	.byte 8, 1
	.long .Lline
	.quad f
	.long g-f
.Lend:
	.section .debug_line,"",@progbits
.Lline:
)";

TEST(ObjectReader, Elf) {
  auto In = readGood(assemble(X86Text, "x86_64-linux-gnu"));
  ASSERT_TRUE(In);
  EXPECT_TRUE(In->IsObject);
  EXPECT_EQ(diagnosticsOf(*In), "");
  ASSERT_EQ(In->code().Functions.size(), 3u);
  EXPECT_EQ(In->code().Functions[0].Name, "f");
  EXPECT_EQ(In->code().Functions[1].Name, "g");
  EXPECT_EQ(loopsOf(*In),
            "f/0x10{addq (%rdi,%rax), %rdx; callq 0x19; callq 0x2e; "
            "cmpq $5, %rdx; je 0x28; incq %rax; jne 0x10}");
  const ListedFunction &F = In->code().Functions[0];
  unsigned First = F.Blocks[In->Loops[0][0].Header].First;
  const auto &Insts = In->code().Insts;
  EXPECT_EQ(Insts[First].Address, 0x10u);
  EXPECT_EQ(Insts[First].Size, 4u);
  EXPECT_EQ(Insts[First].Text, "");
  EXPECT_EQ(Insts[First + 1].Callee, "ext") << "by relocation";
  EXPECT_EQ(Insts[First + 2].Callee, "g") << "by symbol";
  EXPECT_EQ(Insts[First].SourceLine, 7u);
  EXPECT_EQ(Insts[First + 5].SourceLine, 8u);
  EXPECT_TRUE(StringRef(In->code().SourceFiles[Insts[First].SourceFile])
                  .ends_with("a.c"));
}

TEST(ObjectReader, NoSourceLinesUnasked) {
  InputOptions Options;
  Options.SourceLines = false;
  auto In = readGood(assemble(X86Text, "x86_64-linux-gnu"), Options);
  ASSERT_TRUE(In);
  for (const ListedInst &I : In->code().Insts)
    EXPECT_EQ(I.SourceLine, 0u);
}

TEST(ObjectReader, OtherFormatsAndTargets) {
  struct Row {
    const char *Triple, *Text, *Want;
  };
  const Row Rows[] = {
      {"aarch64-linux-gnu",
       ".globl f\nf: mov x0, #5\n.L1: bl g\n subs x0, x0, #1\n b.ne .L1\n "
       "ret\n",
       "f/0x4{bl 0x4; subs x0, x0, #1; b.ne 0x4}"},
      {"x86_64-unknown-linux-gnux32",
       ".globl f\nf: nop\n.L1: incq %rax\n jne .L1\n retq\n",
       "f/0x1{incq %rax; jne 0x1}"},
      {"x86_64-apple-macosx",
       ".globl _f\n_f: nop\nL1: incq %rax\n jne L1\n retq\n",
       "_f/0x1{incq %rax; jne 0x1}"},
      {"arm64-apple-macosx",
       ".globl _f\n_f: nop\nL1: subs x0, x0, #1\n b.ne L1\n ret\n",
       "_f/0x4{subs x0, x0, #1; b.ne 0x4}"},
      {"x86_64-pc-windows-gnu",
       ".def f; .scl 2; .type 32; .endef\n.globl f\nf: nop\n"
       ".L1: incq %rax\n jne .L1\n retq\n",
       "f/0x1{incq %rax; jne 0x1}"},
  };
  for (const Row &R : Rows) {
    auto In = readGood(assemble(R.Text, R.Triple));
    if (In)
      EXPECT_EQ(loopsOf(*In), R.Want) << R.Triple;
  }
}

TEST(ObjectReader, DataInCode) {
  // A mapping symbol says that the word is data; it would decode otherwise.
  auto In = readGood(assemble("f: add x0, x0, x1\n ret\n.long 0x8b010000\n"
                              "g: add x0, x0, x2\n ret\n",
                              "aarch64-linux-gnu"));
  ASSERT_TRUE(In);
  EXPECT_EQ(In->code().Insts.size(), 4u);
  EXPECT_EQ(diagnosticsOf(*In), "");
}

TEST(ObjectReader, UndecodableBytes) {
  auto In = readGood(assemble("f: incq %rax\n.byte 0x06, 0x06\n jne f\n ret\n",
                              "x86_64-linux-gnu"));
  ASSERT_TRUE(In);
  EXPECT_EQ(
      diagnosticsOf(*In),
      "0:0: not understood: 2 bytes at 0x3 in section '.text' do not decode\n");
  ASSERT_EQ(In->Loops[0].size(), 1u);
  EXPECT_EQ(In->numUnread(In->code().Functions[0], In->Loops[0][0]), 1u);
}

TEST(ObjectReader, SameLoopsAsTheText) {
  const char *Text =
      "f: xorl %eax, %eax\n.L1: testq %rdi, %rdi\n je .L2\n incq %rdi\n"
      ".L2: vaddpd (%rsi,%rax), %ymm0, %ymm0\n.L3: decq %rdx\n jne .L3\n"
      " addq $32, %rax\n cmpq %rcx, %rax\n jb .L1\n ret\n";
  auto FromText = readGood(Text),
       FromObject = readGood(assemble(Text, "x86_64-linux-gnu"));
  ASSERT_TRUE(FromText && FromObject);
  ASSERT_EQ(FromText->Loops[0].size(), FromObject->Loops[0].size());
  for (unsigned I = 0; I < FromText->Loops[0].size(); ++I)
    EXPECT_EQ(FromText->Loops[0][I].Path, FromObject->Loops[0][I].Path);
}

//===----------------------------------------------------------------------===//
// Broken files
//===----------------------------------------------------------------------===//

TEST(ObjectReader, EveryPrefixIsReadOrRefused) {
  for (const char *Triple : {"x86_64-linux-gnu", "x86_64-unknown-linux-gnux32",
                             "x86_64-apple-macosx", "x86_64-pc-windows-gnu"}) {
    StringRef Text =
        StringRef(X86Text).starts_with("\t") &&
                StringRef(Triple).contains("linux")
            ? X86Text
            : ".globl f\nf: nop\n1: incq %rax\n callq g\n jne 1b\n retq\n";
    std::string Object = assemble(Text, Triple);
    unsigned NumErrors = 0;
    for (size_t Size = 0; Size < Object.size(); ++Size) {
      std::string Error = errorOf(StringRef(Object).take_front(Size));
      EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
      NumErrors += !Error.empty();
    }
    EXPECT_GT(NumErrors, Object.size() / 3) << Triple;
  }
}

TEST(ObjectReader, RandomChangesNeverCrash) {
  Random R(3);
  for (const char *Triple : {"x86_64-linux-gnu", "x86_64-unknown-linux-gnux32",
                             "aarch64-linux-gnu"}) {
    const char *Small = "f: bl g\n.L1: subs x0, x0, #1\n b.ne .L1\n ret\n";
    std::string Object = assemble(
        StringRef(Triple).starts_with("x86") ? X86Text : Small, Triple);
    for (unsigned Trial = 0; Trial < 4000; ++Trial) {
      std::string Broken = Object;
      for (unsigned Change = 1 + R.below(4); Change; --Change)
        Broken[R.below(Broken.size())] = char(R.below(256));
      errorOf(Broken);
    }
  }
}

/// Where a header has the numbers that lead to other bytes: offset, size, link,
/// info, and size of an entry.
struct SectionTable {
  const char *Triple;
  unsigned Begin, Count, EntryBytes, Fields[5];
};

TEST(ObjectReader, SectionsThatLeadElsewhere) {
  const SectionTable Tables[] = {
      {"x86_64-linux-gnu", 40, 60, 64, {24, 32, 40, 44, 56}},
      {"x86_64-unknown-linux-gnux32", 32, 48, 40, {16, 20, 24, 28, 36}}};
  for (const SectionTable &T : Tables) {
    const std::string Object = assemble(X86Text, T.Triple);
    const uint32_t Begin = support::endian::read32le(&Object[T.Begin]);
    const unsigned Count = support::endian::read16le(&Object[T.Count]);
    unsigned NumErrors = 0;
    for (unsigned Section = 0; Section < Count; ++Section)
      for (unsigned Field : T.Fields)
        for (uint32_t Value : {7u, 0xffffff0u, 0x7fffffffu}) {
          std::string Broken = Object;
          support::endian::write32le(
              &Broken[Begin + Section * T.EntryBytes + Field], Value);
          NumErrors += !errorOf(Broken).empty();
        }
    EXPECT_GT(NumErrors, Count) << T.Triple;
  }
}

} // namespace
