//===- AssemblyReaderTest.cpp - Tests for Frontend/AssemblyReader.cpp -----===//
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

InputOptions withSyntax(AsmSyntax Syntax) {
  InputOptions Options;
  Options.Triple = "x86_64-linux-gnu";
  Options.Assembly.Syntax = Syntax;
  return Options;
}

//===----------------------------------------------------------------------===//
// What is accepted
//===----------------------------------------------------------------------===//

struct Accepted {
  const char *Name, *Text;
  const char *Want; // Texts of the loops; nothing may be rejected.
};
const Accepted AcceptedRows[] = {
    {"no directive", "loop:\n addq $8, %rax\n jne loop\n",
     "loop/loop{addq $8, %rax; jne loop}"},
    {"label and code on a line", "a: incq %rax; decq %rcx; jne a\n",
     "a/a{incq %rax; decq %rcx; jne a}"},
    {"upper case", "L: ADDQ %RAX, %RBX\n JNE L\n",
     "L/L{ADDQ %RAX, %RBX; JNE L}"},
    {"prefixes",
     "l:\n{vex} vpdpbusd %ymm1, %ymm2, %ymm3\n\tlock  addq\t$1,(%rax)\n"
     " vaddps {rn-sae}, %zmm1, %zmm2, %zmm3\n rep stosb\n jne l\n",
     "l/l{{vex} vpdpbusd %ymm1, %ymm2, %ymm3; lock addq $1,(%rax); "
     "vaddps {rn-sae}, %zmm1, %zmm2, %zmm3; rep stosb; jne l}"},
    {"comments",
     "l: # one\n incq /* two */ %rax # three\n /* four\n five */ jne l\n",
     "l/l{incq %rax; jne l}"},
    {"constant expression", "l: movq 8*2+4(%rax), %rcx\n jne l\n",
     "l/l{movq 8*2+4(%rax), %rcx; jne l}"},
    {"new extensions",
     "l: tdpbf16ps %tmm1, %tmm2, %tmm3\n addq %r16, %r17, %r18\n"
     " vaddbf16 %zmm1, %zmm2, %zmm3\n jne l\n",
     "l/l{tdpbf16ps %tmm1, %tmm2, %tmm3; addq %r16, %r17, %r18; "
     "vaddbf16 %zmm1, %zmm2, %zmm3; jne l}"},
    {"numbered labels",
     "f: movl $1, %eax\n1: decl %eax\n jne 1b\n jmp 1f\n1: ret\n",
     "f/1{decl %eax; jne 1b}"},
    {"rept", "l:\n.rept 2\n incq %rax\n.endr\n jne l\n",
     "l/l{incq %rax; incq %rax; jne l}"},
    {"macro",
     ".macro two r\n incq \\r\n decq \\r\n.endm\nl: two %rax\n jne l\n",
     "l/l{incq %rax; decq %rax; jne l}"},
    {"carriage returns", "l:\r\n incq %rax\r\n jne l\r\n",
     "l/l{incq %rax; jne l}"},
    {"byte order mark", "\xEF\xBB\xBFl: incq %rax\n jne l\n",
     "l/l{incq %rax; jne l}"},
    {"no newline at the end", "l: incq %rax\n jne l", "l/l{incq %rax; jne l}"},
    {"Intel, directive",
     ".intel_syntax noprefix\nl: add rax, QWORD PTR [rbx+8]\n jne l\n",
     "l/l{add rax, QWORD PTR [rbx+8]; jne l}"},
    {"Intel, guessed", "l: vaddpd ymm0, ymm1, [rcx + rax*8]\n jnz l\n",
     "l/l{vaddpd ymm0, ymm1, [rcx + rax*8]; jnz l}"},
    {"Intel, GNU forms",
     ".intel_syntax noprefix\nl:\tmovsx\trax, DWORD PTR [rdi]\n"
     "\tmovsx\tr8, r9d\n\tmovsx rax, cl\n"
     "\tcall\t[QWORD PTR f@GOTPCREL[rip]] # x\n jne l\n",
     "l/l{movsx rax, DWORD PTR [rdi]; movsx r8, r9d; movsx rax, cl; "
     "call [QWORD PTR f@GOTPCREL[rip]]; jne l}"},
    {"a NUL in a comment", "l: incq %rax\n jne l\n .byte 0 # ^@ here: [NUL]\n",
     "l/l{incq %rax; jne l}"},
    {"AArch64",
     "f:\n ldr x0, =foo\n1: FADD D0, D1, D2 // x\n"
     " ld1 {v0.2d}, [x1], #16\n subs x2, x2, #1\n b.ne 1b\n",
     "f/1{FADD D0, D1, D2; ld1 {v0.2d}, [x1], #16; subs x2, x2, #1; b.ne "
     "1b}"},
    {"AArch64, all features",
     " .arch armv8-a\nl: ld1d {z0.d}, p0/z, [x1]\n"
     " fmopa za0.s, p0/m, p1/m, z0.s, z1.s\n b.any l\n",
     "l/l{ld1d {z0.d}, p0/z, [x1]; fmopa za0.s, p0/m, p1/m, z0.s, z1.s; "
     "b.any l}"},
    {"AArch64, gcc's byte", "l: movi v1.16b, 0xffffffffffffff80\n cbnz x0, l\n",
     "l/l{movi v1.16b, 0xffffffffffffff80; cbnz x0, l}"},
    {"AArch64, numeric branch", " nop\n subs x0, x0, #1\n b.ne #-4\n",
     "/{subs x0, x0, #1; b.ne #-4}"},
};

TEST(AssemblyReader, Accepts) {
  for (const Accepted &R : AcceptedRows) {
    std::string Text = R.Text;
    if (size_t Nul = Text.find("[NUL]"); Nul != std::string::npos)
      Text.replace(Nul, 5, std::string(1, '\0'));
    std::unique_ptr<Input> In = readGood(Text);
    if (!In)
      continue;
    EXPECT_EQ(diagnosticsOf(*In), "") << R.Name;
    EXPECT_EQ(loopsOf(*In), R.Want) << R.Name;
    EXPECT_EQ(In->file().NumUnread, 0u) << R.Name;
  }
}

TEST(AssemblyReader, SyntaxOption) {
  // Without registers nothing can be guessed.
  auto In = readGood("l: push 5\n jne l\n", withSyntax(AsmSyntax::Intel));
  ASSERT_TRUE(In);
  EXPECT_EQ(In->code().Insts[0].Inst.getOperand(0).getImm(), 5);
  EXPECT_EQ(In->file().SyntaxVariant, 1u);
  In = readGood("l: push 5\n jne l\n", withSyntax(AsmSyntax::ATT));
  ASSERT_TRUE(In); // A push from address 5.
  EXPECT_EQ(In->code().Insts[0].Inst.getNumOperands(), 5u);
}

TEST(AssemblyReader, CompilerOutputWithDebugInformation) {
  // gcc's form: ".file 0" and ".file 1" of one name, views, no line for cold.
  auto In = readGood(R"(	.file	"a.c"
	.text
	.globl	f
	.type	f, @function
f:
.LVL0:
.LFB0:
	.file 1 "a.c"
	.loc 1 2 1 view -0
	.cfi_startproc
	xorl	%eax, %eax
	.p2align 4,,10
	.p2align 3
.L3:
	.loc 1 4 5 is_stmt 1 discriminator 3 view .LVU4
	addq	(%rdi,%rax), %rdx
.LVL1:
	.file 2 "/usr/include/b.h"
	.loc 2 9 3
	call	g@PLT
	incq	%rax
	jne	.L3
	ret
	.cfi_endproc
.LFE0:
	.size	f, .-f
	.section	.debug_info,"",@progbits
	.long	.LFE0-.LFB0
	.ident	"GCC: (GNU) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
)");
  ASSERT_TRUE(In);
  EXPECT_EQ(diagnosticsOf(*In), "");
  EXPECT_EQ(loopsOf(*In),
            "f/.L3{addq (%rdi,%rax), %rdx; call g@PLT; incq %rax; jne .L3}");
  ASSERT_EQ(In->Loops[0].size(), 1u);
  EXPECT_EQ(In->Loops[0][0].Blocks.size(), 1u) << ".LVL1 is no block";
  const ListedInst &Add = In->code().Insts[1], &Call = In->code().Insts[2];
  EXPECT_EQ(Add.AsmLine, 16u);
  EXPECT_EQ(Add.SourceLine, 4u);
  EXPECT_EQ(In->code().SourceFiles[Add.SourceFile], "a.c");
  EXPECT_EQ(Call.SourceLine, 9u);
  EXPECT_EQ(In->code().SourceFiles[Call.SourceFile], "/usr/include/b.h");
  EXPECT_EQ(Call.Callee, "g");
}

//===----------------------------------------------------------------------===//
// Functions and control flow
//===----------------------------------------------------------------------===//

std::string functionsOf(const Input &In) {
  std::string Result;
  for (const ListedFunction &F : In.code().Functions)
    Result += F.Name + "(" + std::to_string(F.Blocks.front().First) + "-" +
              std::to_string(F.Blocks.back().End) + ")";
  return Result;
}

TEST(AssemblyReader, Functions) {
  struct Row {
    const char *Name, *Text, *Want;
  };
  const Row Rows[] = {
      {"typed",
       ".type f,@function\n.type g,@function\nf: incq %rax\nx: ret\ng: ret\n",
       "f(0-2)g(2-3)"},
      {"percent type", ".type f,%function\nf: add x0,x0,x1\nx: ret\n",
       "f(0-2)"},
      {"COFF type", ".def f; .scl 2; .type 32; .endef\nincq %rax\nf: ret\n",
       "(0-1)f(1-2)"},
      {"global", ".globl g\nf: incq %rax\ng: ret\n", "f(0-1)g(1-2)"},
      {"after a return", "f: incq %rax\n ret\ng: ret\n", "f(0-2)g(2-3)"},
      {"jumped to", "f: incq %rax\n ret\ng: jne g\n ret\n", "f(0-4)"},
      {"alias",
       ".type f,@function\n.type g,@function\nf:\ng: incq %rax\n ret\n",
       "f(0-2)"},
      {"sections",
       ".type f,@function\n.type f.cold,@function\nf: incq %rax\n"
       ".section .text.unlikely,\"ax\"\nf.cold: ret\n.text\n ret\n",
       "f(0-2)f.cold(2-3)"},
  };
  for (const Row &R : Rows) {
    auto In = readGood(R.Text);
    if (!In)
      continue;
    EXPECT_EQ(functionsOf(*In), R.Want) << R.Name;
  }
}

TEST(AssemblyReader, CallsThatDoNotReturnEndTheFlow) {
  // With a fall-through, the path would go through the call.
  auto In = readGood("f: cmpq %rax, %rbx\n jbe .Lok\n call abort@PLT\n"
                     ".Lok: decq %rcx\n jne f\n ret\n");
  ASSERT_TRUE(In);
  EXPECT_EQ(loopsOf(*In), "f/f{cmpq %rax, %rbx; jbe .Lok; decq %rcx; jne f}");
  EXPECT_EQ(In->Loops[0][0].NumOtherBlocks, 0u);
}

TEST(AssemblyReader, JumpTables) {
  struct Row {
    const char *Name, *Text;
    unsigned NumBlocks;
  };
  const Row Rows[] = {
      {"absolute",
       "f: decq %rcx\n je .Lend\n jmp *.Lt(,%rax,8)\n.La: incq %rax\n jmp f\n"
       ".Lb: incq %rbx\n jmp f\n.Lend: ret\n.section .rodata\n"
       ".Lt: .quad .La\n .quad .Lb\n .quad f\n",
       4},
      {"relative",
       "f: leaq .Lt(%rip), %rdx\n.Lh: decq %rcx\n je .Lend\n"
       " movslq (%rdx,%rax,4), %rax\n addq %rdx, %rax\n notrack jmp *%rax\n"
       ".La: incq %rax\n jmp .Lh\n.Lb: incq %rbx\n jmp .Lh\n.Lend: ret\n"
       ".section .rodata\n.Lt: .long .La-.Lt\n .long .Lb-.Lt\n",
       4},
      {"AArch64",
       "f: adrp x1, .Lt\n add x1, x1, :lo12:.Lt\n.Lh: subs x2, x2, 1\n"
       " b.eq .Lend\n ldrb w3, [x1, w0, uxtw]\n adr x4, .Lbase\n"
       " add x3, x4, w3, sxtb #2\n br x3\n.Lbase:\n.La: add x0, x0, 1\n b .Lh\n"
       ".Lb: add x5, x5, 1\n b .Lh\n.Lend: ret\n.section .rodata\n"
       ".Lt: .byte (.La - .Lbase) / 4\n .byte (.Lb - .Lbase) / 4\n",
       4},
      // No table in sight: what nothing else reaches belongs to the jump.
      {"unknown table",
       "f: decq %rcx\n je .Lend\n jmp *%rax\n incq %rax\n jmp f\n"
       " incq %rbx\n jmp f\n.Lend: ret\n",
       4},
      {"table in the code",
       "f: decq %rcx\n je .Lend\n jmp *.Lt(,%rax,8)\n"
       ".Lt: .quad .La\n .quad .La\n.La: incq %rax\n jmp f\n.Lend: ret\n",
       3},
  };
  for (const Row &R : Rows) {
    auto In = readGood(R.Text);
    if (!In)
      continue;
    EXPECT_EQ(diagnosticsOf(*In), "") << R.Name;
    EXPECT_EQ(In->file().NumUnread, 0u) << R.Name;
    ASSERT_EQ(In->Loops[0].size(), 1u) << R.Name;
    EXPECT_EQ(In->Loops[0][0].Blocks.size(), R.NumBlocks) << R.Name;
  }
}

//===----------------------------------------------------------------------===//
// What is not understood
//===----------------------------------------------------------------------===//

TEST(AssemblyReader, RejectedLines) {
  struct Row {
    const char *Name, *Text, *Want;
    unsigned NumInLoop;
  };
  const Row Rows[] = {
      {"missing comma", "l: incq %rax\n addq %rax %rbx\n jne l\n",
       "2:12: not understood: expected ',' before '%rbx'\n", 1},
      // LLVM takes this for a memory operand, `imulq (%rcx % rdx)`.
      {"missing comma, but accepted",
       "l: incq %rax\n imulq %rcx %rdx\n jne l\n",
       "2:13: not understood: expected ',' before '%rdx'\n", 1},
      {"missing comma, Intel",
       ".intel_syntax noprefix\nl: inc rax\n add rax [rbx]\n jne l\n",
       "3:10: not understood: expected ',' before '[rbx'\n", 1},
      {"missing comma, AArch64",
       "l: add x0, x0 x1\n ldr x0, [x1 #8]\n fadd v0.2d v1.2d, v2.2d\n"
       " cbnz x0, l\n",
       "1:15: not understood: expected ',' before 'x1'\n"
       "2:14: not understood: expected ',' before '#8'\n"
       "3:13: not understood: expected ',' before 'v1.2d'\n",
       3},
      {"unknown mnemonic", "l: foo %rax\n jne l\n",
       "1:4: not understood: invalid instruction mnemonic 'foo'\n", 1},
      {"unknown mnemonic, AArch64", "l: foo x0\n cbnz x0, l\n",
       "1:4: not understood: unrecognized instruction mnemonic 'foo'\n", 1},
      {"before and after", " foo %rax\nl: incq %rax\n jne l\n foo %rax\n ret\n",
       "1:2: not understood: invalid instruction mnemonic 'foo'\n"
       "4:2: not understood: invalid instruction mnemonic 'foo'\n",
       0},
      {"in a macro", ".macro m\n foo %rax\n.endm\nl: incq %rax\n m\n jne l\n",
       "5:0: not understood: invalid instruction mnemonic 'foo'\n", 1},
      {"unknown directive", "l: incq %rax\n .nonsense\n jne l\n",
       "2:2: not understood: unknown directive\n", 0},
      {"code as bytes", "l: incq %rax\n .byte 0x90\n jne l\n", "", 1},
      {"data after a jump", "l: incq %rax\n jne l\n jmp x\n .long 5\nx: ret\n",
       "", 0},
  };
  for (const Row &R : Rows) {
    auto In = readGood(R.Text);
    if (!In)
      continue;
    EXPECT_EQ(diagnosticsOf(*In), R.Want) << R.Name;
    ASSERT_EQ(In->Loops[0].size(), 1u) << R.Name;
    EXPECT_EQ(In->numUnread(In->code().Functions[0], In->Loops[0][0]),
              R.NumInLoop)
        << R.Name;
  }
}

TEST(AssemblyReader, HugeRepetitionsAreRefused) {
  EXPECT_EQ(errorOf("l: incq %rax\n.rept 1 << 40\n nop\n.endr\n jne l\n"),
            "t:2: '.rept' with 1099511627776 repetitions becomes more than 8 "
            "MB of text; assemble the file, and pass the object file");
}

TEST(AssemblyReader, ManyRejectedLinesAreCounted) {
  std::string Text = "l: incq %rax\n";
  for (unsigned I = 0; I < 500; ++I)
    Text += " foo %rax\n";
  auto In = readGood(Text + " jne l\n");
  ASSERT_TRUE(In);
  EXPECT_EQ(In->file().Diagnostics.size(), CodeFile::MaxDiagnostics);
  EXPECT_EQ(In->file().NumSuppressed, 500 - CodeFile::MaxDiagnostics);
  EXPECT_EQ(In->file().NumUnread, 500u);
}

TEST(AssemblyReader, RandomChangesNeverCrash) {
  StringRef Seeds[] = {
      "f:\n.L3: vmovupd 8(%rdi,%rax,8), %ymm0 # c\n .loc 1 2 3\n addq $8, "
      "%rax\n"
      " .byte 100,103,144\n jne .L3\n .section .rodata\n.L4: .long .L3-.L4\n",
      // No macro: LLVM's parser leaks a little when one ends unexpectedly.
      "f: .rept 2\n ldr q0, [x0, 16]!\n .endr\n add x0, x0, x1\n"
      " fmla v0.2d, v1.2d, v2.d[1]\n // OSACA-BEGIN\n b.ne f\n .type f, "
      "%function\n"};
  uint64_t State = 1;
  auto Next = [&](uint64_t Bound) {
    State = State * 6364136223846793005 + 1442695040888963407;
    return (State >> 33) % Bound;
  };
  StringRef Alphabet = " \t\n,.:;()[]{}%$#@/\\\"'*+-!0129abfrxlqv";
  for (StringRef Seed : Seeds)
    for (unsigned Trial = 0; Trial < 2000; ++Trial) {
      std::string Text = Seed.str();
      for (unsigned Change = 1 + Next(6); Change; --Change) {
        size_t At = Next(Text.size());
        if (Next(3) == 0)
          Text.erase(At, 1 + Next(4));
        else
          Text.insert(At, 1, Alphabet[Next(Alphabet.size())]);
      }
      errorOf(Text);
    }
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

TEST(AssemblyReader, SizesEqualTheAssemblers) {
  const char *Text =
      "f: nop\n .p2align 4\n.L1: addq $1, %rax\n je .L2\n"
      " .rept 40\n vaddps 64(%rax), %ymm1, %ymm2\n .endr\n jne .L1\n"
      " .byte 1,2,3\n .p2align 4,,10\n .p2align 3\n"
      ".L2: addq $1000, %rax\n jmp .L1\n call foo\n je .L2\n ret\n";
  InputOptions Options;
  Options.Assembly.ComputeSizes = true;
  auto FromText = readGood(Text, Options);
  auto FromObject = readGood(assemble(Text, "x86_64-linux-gnu"));
  ASSERT_TRUE(FromText && FromObject);
  std::map<uint64_t, unsigned> Sizes; // The object has padding, too.
  for (const ListedInst &I : FromObject->code().Insts)
    Sizes[I.Address] = I.Size;
  for (const ListedInst &I : FromText->code().Insts)
    EXPECT_EQ(Sizes[I.Address], I.Size) << I.Text << " at " << I.Address;
}

TEST(AssemblyReader, NoSizesUnasked) {
  auto In = readGood("l: incq %rax\n jne l\n");
  ASSERT_TRUE(In);
  EXPECT_EQ(In->code().Insts[0].Size, 0u);
}

} // namespace
