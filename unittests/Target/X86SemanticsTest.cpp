//===- X86SemanticsTest.cpp - Tests for X86Semantics.cpp ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/SemanticsTester.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

static SemanticsTester &tester() {
  static SemanticsTester T(
      "x86_64-unknown-linux-gnu",
      "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vnni,+avx512bf16,+avxvnni,"
      "+fma,+fma4,+bmi,+bmi2,+adx,+lzcnt,+popcnt,+sse4.2,+movbe,+f16c,"
      "+amx-tile,+amx-int8,+prfchw,+cx16,+ccmp,+zu,+ndd,+egpr");
  return T;
}

TEST(X86Semantics, GeneralRegisters) {
  const SemanticsRow Rows[] = {
      {"addq %rax, %rbx", "rbx rax", "rbx cf of spaz", "", ""},
      {"negq %rax", "rax", "rax cf of spaz", "", ""},
      {"notq %rax", "rax", "rax", "", ""},
      {"leaq 8(%rax,%rcx,4), %rdx", "rax rcx:index", "rdx", "", ""},
      {"leaq foo(%rip), %rdx", "", "rdx", "", ""},
      // One register, whatever the width.
      {"movq %rsp, %rbp", "rsp", "rbp", "", "move"},
      {"addl %ebp, %eax", "rax rbp", "rax cf of spaz", "", ""},
      {"movl %r8d, %eax", "r8", "rax", "", "move"},
      // Narrow writes keep the rest.
      {"movb %cl, %al", "rcx rax:merge", "rax", "", ""},
      {"movw %cx, %r9w", "rcx r9:merge", "r9", "", ""},
      {"movb $1, %ah", "rax:merge", "rax", "", ""},
      {"movb (%rax), %al", "rax:addr rax:merge", "rax", "load1 [rax]", "load"},
      {"addb %cl, %al", "rax rcx", "rax cf of spaz", "", ""},
      {"movzbl %al, %ecx", "rax", "rcx", "", "move"},
      {"movzbl %ah, %ecx", "rax", "rcx", "", ""},
      {"movzwl %ax, %ecx", "rax", "rcx", "", ""},
      {"movslq %eax, %rcx", "rax", "rcx", "", ""},
      // Implicit registers.
      {"mulq %rcx", "rcx rax", "rax rdx cf of spaz", "", ""},
      {"vpsllq %xmm1, %ymm2, %ymm0", "xmm2 xmm1:mask", "xmm0", "", ""},
      {"vpslldq $1, %xmm2, %xmm0", "xmm2", "xmm0", "", ""},
      {"vblendvps %xmm3, %xmm2, %xmm1, %xmm0", "xmm1 xmm2 xmm3:mask", "xmm0",
       "", ""},
      {"divq %rcx", "rcx rax rdx:high", "rax rdx cf of spaz", "", ""},
      {"mulb %cl", "rcx rax", "rax cf of spaz", "", ""},
      {"cqto", "rax", "rdx", "", ""},
      {"cltq", "rax", "rax", "", ""},
      {"imulq %rcx, %rax", "rax rcx", "rax cf of spaz", "", ""},
      {"mulxq %rcx, %rax, %rbx", "rcx rdx", "rbx rax", "", ""},
      {"xchgq %rcx, %rdx", "rdx rcx", "rdx rcx", "", ""},
      {"xchgw %ax, %ax", "", "", "", "nop"},
      {"cmpxchgq %rcx, %rdx", "rcx rax rdx:merge", "rdx rax cf of spaz", "",
       ""},
  };
  checkRows(tester(), Rows);
}

TEST(X86Semantics, FlagGroups) {
  const SemanticsRow Rows[] = {
      {"incq %rax", "rax", "rax of spaz", "", ""},
      {"decl %eax", "rax", "rax of spaz", "", ""},
      {"adcq %rcx, %rax", "rax rcx cf", "rax cf of spaz", "", ""},
      {"sbbq %rax, %rax", "rax rax cf", "rax cf of spaz", "", ""},
      {"adcxq %rcx, %rax", "rax rcx cf", "rax cf", "", ""},
      {"adoxq %rcx, %rax", "rax rcx of", "rax of", "", ""},
      {"btq $3, %rax", "rax", "cf", "", ""},
      {"btsq %rcx, %rax", "rax rcx", "rax cf", "", ""},
      {"rolq $3, %rax", "rax", "rax cf of", "", ""},
      {"rolq %cl, %rax", "rax rcx cf of", "rax cf of", "", ""},
      {"rclq %rax", "rax cf", "rax cf of", "", ""},
      {"shlq $3, %rax", "rax", "rax cf of spaz", "", ""},
      {"shlq %cl, %rax", "rax rcx cf of spaz", "rax cf of spaz", "", ""},
      {"shldq %cl, %rcx, %rax", "rax rcx rcx cf of spaz", "rax cf of spaz", "",
       ""},
      {"shlxq %rcx, %rax, %rbx", "rax rcx", "rbx", "", ""},
      {"rorxq $3, %rax, %rbx", "rax", "rbx", "", ""},
      {"andnq %rcx, %rax, %rbx", "rax rcx", "rbx cf of spaz", "", ""},
      {"cmpq %rcx, %rax", "rax rcx", "cf of spaz", "", ""},
      {"popcntq %rcx, %rax", "rcx", "rax cf of spaz", "", ""},
      {"clc", "", "cf", "", ""},
      {"cmc", "cf", "cf", "", ""},
      {"lahf", "cf spaz rax:merge", "rax", "", ""},
      {"ucomisd %xmm0, %xmm1", "xmm1 xmm0", "cf of spaz", "", ""},
      {"ptest %xmm0, %xmm1", "xmm1 xmm0", "cf of spaz", "", ""},
      {"kortestw %k1, %k2", "k2 k1", "cf of spaz", "", ""},
      // Conditions.
      {"jb foo", "cf", "", "", "branch cond"},
      {"jne foo", "spaz", "", "", "branch cond"},
      {"ja foo", "cf spaz", "", "", "branch cond"},
      {"jl foo", "of spaz", "", "", "branch cond"},
      {"jo foo", "of", "", "", "branch cond"},
      {"jmp foo", "", "", "", "branch"},
      {"jrcxz foo", "rcx", "", "", "branch cond"},
      {"loop foo", "rcx", "rcx", "", "branch cond"},
      {"cmovbq %rcx, %rax", "rax:merge rcx cf", "rax", "", ""},
      {"cmovgq %rcx, %rax", "rax:merge rcx of spaz", "rax", "", ""},
      {"sete %al", "spaz rax:merge", "rax", "", ""},
      {"setzue %al", "spaz", "rax", "", ""},
      {"addb %cl, %dl, %al", "rdx rcx", "rax cf of spaz", "", ""},
      {"ccmpbq {dfv=} %rcx, %rax", "rax rcx cf", "cf of spaz", "", ""},
      {"ccmptq {dfv=} %rcx, %rax", "rax rcx", "cf of spaz", "", ""},
      {"setb (%rax)", "rax:addr cf", "", "store1 [rax]", "store"},
  };
  checkRows(tester(), Rows);
}

TEST(X86Semantics, Memory) {
  const SemanticsRow Rows[] = {
      {"movq 8(%rax,%rcx,4), %rdx", "rax:addr rcx:addr", "rdx",
       "load8 [rax+rcx*4+8]", "load"},
      {"movq 8*2+4(%rax), %rdx", "rax:addr", "rdx", "load8 [rax+20]", "load"},
      {"movq %rdx, (%rax)", "rdx:store rax:addr", "", "store8 [rax]", "store"},
      {"movb %dl, (%rax)", "rdx:store rax:addr", "", "store1 [rax]", "store"},
      {"movl $1, (%rax)", "rax:addr", "", "store4 [rax]", "store"},
      {"addq $1, (%rax)", "rax:addr", "cf of spaz", "update8 [rax]",
       "load store"},
      {"addq %rdx, (%rax)", "rdx rax:addr", "cf of spaz", "update8 [rax]",
       "load store"},
      {"cmpq %rdx, (%rax)", "rdx rax:addr", "cf of spaz", "load8 [rax]",
       "load"},
      {"lock addq $1, (%rax)", "rax:addr", "cf of spaz", "update8 [rax]",
       "load store locked"},
      {"xchgq %rcx, (%rax)", "rcx rax:addr", "rcx", "update8 [rax]",
       "load store locked"},
      {"cmpxchg16b (%rsi)", "rax rbx rcx rdx rsi:addr", "rax rdx spaz",
       "update16 [rsi]", "load store"},
      {"vmovups 32(%rax), %ymm1", "rax:addr", "xmm1", "load32.vec [rax+32]",
       "load"},
      {"vmovups %zmm1, (%rax)", "xmm1:store rax:addr", "", "store64.vec [rax]",
       "store"},
      {"vextractf128 $1, %ymm1, (%rax)", "xmm1:store rax:addr", "",
       "store16.vec [rax]", "store"},
      {"vaddpd (%rax){1to8}, %zmm1, %zmm2", "xmm1 rax:addr", "xmm2",
       "load8.vec.bcast [rax]", "load"},
      {"cvttsd2si (%rax), %rcx", "rax:addr", "rcx", "load8.vec [rax]", "load"},
      {"movq foo+8(%rip), %rax", "", "rax", "load8 [rip+foo+8]", "load"},
      {"movq bar-4(,%rcx,8), %rax", "rcx:addr", "rax", "load8 [bar+rcx*8-4]",
       "load"},
      {"movq %fs:16, %rax", "", "rax", "load8 [fs:16]", "load"},
      {"movabsq 0x1234567812, %rax", "", "rax", "load8 [78187493394]", "load"},
      {"movabsl %eax, 0x10", "rax:store", "", "store4 [16]", "store"},
      {"pushq %rax", "rax:store rsp:addr", "rsp!", "store8 [rsp-8]pre",
       "store"},
      {"pushq (%rax)", "rax:addr rsp:addr", "rsp!",
       "load8 [rax] store8 [rsp-8]pre", "load store"},
      {"popq %rax", "rsp:addr", "rsp! rax", "load8 [rsp+8]post", "load"},
      {"leave", "rbp:addr", "rbp rsp", "load8 [rbp]", "load"},
      {"call foo", "", "", "", "call"},
      {"call *8(%rax)", "rax:addr", "", "load8 [rax+8]", "call load"},
      {"movsb", "rdi:addr rsi:addr", "rdi! rsi!",
       "store1 [rdi+1]post load1 [rsi+1]post", "load store"},
      {"stosq", "rax:store rdi:addr", "rdi!", "store8 [rdi+8]post", "store"},
      {"scasl", "rax rdi:addr", "rdi! cf of spaz", "load4 [rdi+4]post", "load"},
      {"rep movsb", "rcx rdi:addr rsi:addr", "rcx rdi rsi", "", "opaque"},
      {"prefetcht0 64(%rax)", "rax:addr", "", "load1 [rax+64]",
       "load prefetch"},
      {"nopw 0(%rax,%rax)", "", "", "", "nop"},
      {"endbr64", "", "", "", "nop"},
      {"xlatb", "rbx:addr rax:addr rax:merge", "rax", "load1 [rbx+al]", "load"},
      {"maskmovdqu %xmm1, %xmm0", "xmm0:store xmm1:mask rdi:addr", "",
       "store16.vec [rdi]", "store"},
      {"mfence", "", "", "", "opaque"},
      {"cpuid", "rax rcx", "rax rbx rcx rdx", "", "opaque"},
  };
  checkRows(tester(), Rows);
}

// Aligned moves, and 16 bytes in the first encoding, fault at other places.
TEST(X86Semantics, RequiredAlignment) {
  const SemanticsRow Rows[] = {
      {"movaps (%rax), %xmm1", "rax:addr", "xmm1", "load16.vec.align16 [rax]",
       "load"},
      {"movups (%rax), %xmm1", "rax:addr", "xmm1", "load16.vec [rax]", "load"},
      {"vmovdqa %ymm1, (%rax)", "xmm1:store rax:addr", "",
       "store32.vec.align32 [rax]", "store"},
      {"vmovdqa64 (%rax), %zmm1", "rax:addr", "xmm1",
       "load64.vec.align64 [rax]", "load"},
      {"paddd (%rax), %xmm1", "xmm1 rax:addr", "xmm1",
       "load16.vec.align16 [rax]", "load"},
      {"vpaddd (%rax), %xmm1, %xmm2", "xmm1 rax:addr", "xmm2",
       "load16.vec [rax]", "load"},
      {"maskmovdqu %xmm1, %xmm0", "xmm0:store xmm1:mask rdi:addr", "",
       "store16.vec [rdi]", "store"},
  };
  checkRows(tester(), Rows);
}

TEST(X86Semantics, MergesIntoUpperPart) {
  const SemanticsRow Rows[] = {
      {"cvtsi2sd %rax, %xmm0", "xmm0:merge rax", "xmm0", "", ""},
      {"cvtsi2sdl (%rax), %xmm0", "xmm0:merge rax:addr", "xmm0",
       "load4.vec [rax]", "load"},
      {"cvtss2sd %xmm1, %xmm0", "xmm0:merge xmm1", "xmm0", "", ""},
      {"sqrtsd %xmm1, %xmm0", "xmm0:merge xmm1", "xmm0", "", ""},
      {"sqrtpd %xmm1, %xmm0", "xmm1", "xmm0", "", ""},
      {"rcpss %xmm1, %xmm0", "xmm0:merge xmm1", "xmm0", "", ""},
      {"roundsd $1, %xmm1, %xmm0", "xmm0:merge xmm1", "xmm0", "", ""},
      {"movss %xmm1, %xmm0", "xmm0:merge xmm1", "xmm0", "", ""},
      {"movss (%rax), %xmm0", "rax:addr", "xmm0", "load4.vec [rax]", "load"},
      {"movlps (%rax), %xmm0", "xmm0:merge rax:addr", "xmm0", "load8.vec [rax]",
       "load"},
      {"pinsrq $1, %rax, %xmm0", "xmm0:merge rax", "xmm0", "", ""},
      {"vcvtsi2sd %rax, %xmm1, %xmm0", "xmm1:merge rax", "xmm0", "", ""},
      {"vsqrtsd %xmm2, %xmm1, %xmm0", "xmm1:merge xmm2", "xmm0", "", ""},
      {"addsd %xmm1, %xmm0", "xmm0 xmm1", "xmm0", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(X86Semantics, LegacyFormsWithoutTiedOperand) {
  // The compiler's own forms of these have no tied operand.
  SemanticsTester &T = tester();
  for (llvm::StringRef Name :
       {"CVTSI2SDrr", "CVTSI642SSrr", "CVTSS2SDrr", "CVTSD2SSrr", "SQRTSDr",
        "SQRTSSr", "RSQRTSSr", "RCPSSr", "ROUNDSSri", "ROUNDSDri"}) {
    ListedInst L;
    for (unsigned Opcode = 0; Opcode != T.target().MII->getNumOpcodes();
         ++Opcode)
      if (T.target().MII->getName(Opcode) == Name)
        L.Inst.setOpcode(Opcode);
    L.Inst.addOperand(
        T.assemble("addsd %xmm1, %xmm0").front().Inst.getOperand(0));
    L.Inst.addOperand(
        T.assemble("addsd %xmm0, %xmm1").front().Inst.getOperand(0));
    Kernel K;
    T.semantics().append(L, K);
    EXPECT_EQ(T.reads(K, K.Insts[0]), "xmm1 xmm0:merge") << Name.str();
  }
}

TEST(X86Semantics, MasksAndAccumulators) {
  const SemanticsRow Rows[] = {
      {"vaddps %zmm1, %zmm2, %zmm0 {%k1}", "xmm0:merge k1:mask xmm2 xmm1",
       "xmm0", "", ""},
      {"vaddps %zmm1, %zmm2, %zmm0 {%k1} {z}", "k1:mask xmm2 xmm1", "xmm0", "",
       ""},
      {"vmovups (%rax), %zmm0 {%k1}", "xmm0:merge k1:mask rax:addr", "xmm0",
       "load64.vec [rax]", "load"},
      {"vmovups %zmm0, (%rax) {%k1}", "k1:mask xmm0:store rax:addr", "",
       "store64.vec [rax]", "store"},
      {"vblendmpd %zmm1, %zmm2, %zmm0 {%k1}", "k1:mask xmm2 xmm1", "xmm0", "",
       ""},
      {"vfmadd231ps %ymm1, %ymm2, %ymm0", "xmm0:acc xmm2 xmm1", "xmm0", "", ""},
      {"vfmadd213pd %ymm1, %ymm2, %ymm0", "xmm0 xmm2 xmm1:acc", "xmm0", "", ""},
      {"vfnmadd132sd %xmm1, %xmm2, %xmm0", "xmm0 xmm2:acc xmm1", "xmm0", "",
       ""},
      {"vfmadd132pd (%rax), %ymm2, %ymm0", "xmm0 xmm2:acc rax:addr", "xmm0",
       "load32.vec [rax]", "load"},
      {"vfmadd213pd (%rax), %ymm2, %ymm0", "xmm0 xmm2 rax:addr", "xmm0",
       "load32.vec [rax]", "load"},
      {"vfmadd231pd %zmm1, %zmm2, %zmm0 {%k1}", "xmm0:acc k1:mask xmm2 xmm1",
       "xmm0", "", ""},
      {"vfmadd213pd %zmm1, %zmm2, %zmm0 {%k1} {z}",
       "xmm0 k1:mask xmm2 xmm1:acc", "xmm0", "", ""},
      {"vfmaddpd %xmm1, %xmm2, %xmm3, %xmm0", "xmm3 xmm2 xmm1:acc", "xmm0", "",
       ""},
      {"{vex} vpdpbusd %ymm1, %ymm2, %ymm0", "xmm0:acc xmm2 xmm1", "xmm0", "",
       ""},
      {"vdpbf16ps %zmm1, %zmm2, %zmm0", "xmm0:acc xmm2 xmm1", "xmm0", "", ""},
      {"tdpbssd %tmm2, %tmm1, %tmm0", "tmm0:acc tmm1 tmm2", "tmm0", "", ""},
      {"vgatherdps %ymm2, (%rax,%ymm1,4), %ymm0",
       "xmm0:merge xmm2:mask rax:addr xmm1:addr", "xmm0 xmm2",
       "load4.vec.gather [rax+ymm1*4]", "load"},
      {"vpgatherdq (%rax,%ymm1,8), %zmm0 {%k1}",
       "xmm0:merge k1:mask rax:addr xmm1:addr", "xmm0 k1",
       "load8.vec.gather [rax+ymm1*8]", "load"},
      {"vscatterdps %zmm0, (%rax,%zmm1,4) {%k1}",
       "k1:mask xmm0:store rax:addr xmm1:addr", "k1",
       "store4.vec.gather [rax+zmm1*4]", "store"},
      {"vmaskmovps %ymm1, %ymm2, (%rax)", "xmm2:mask xmm1:store rax:addr", "",
       "store32.vec [rax]", "store"},
      {"vmaskmovps (%rax), %ymm2, %ymm0", "xmm2:mask rax:addr", "xmm0",
       "load32.vec [rax]", "load"},
      {"vcvtps2ph $0, %ymm1, (%rax)", "xmm1 rax:addr", "", "store16.vec [rax]",
       "store"},
      {"vpmovqb %zmm1, (%rax)", "xmm1 rax:addr", "", "store8.vec [rax]",
       "store"},
      {"kandw %k1, %k2, %k3", "k2 k1", "k3", "", ""},
      {"vzeroupper", "", "", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(X86Semantics, Idioms) {
  const SemanticsRow Rows[] = {
      {"xorl %eax, %eax", "rax rax", "rax cf of spaz", "", "zero"},
      {"subq %rax, %rax", "rax rax", "rax cf of spaz", "", "zero"},
      {"xorl %ecx, %eax", "rax rcx", "rax cf of spaz", "", ""},
      {"xorb %al, %al", "rax rax", "rax cf of spaz", "", ""},
      {"pxor %xmm0, %xmm0", "xmm0 xmm0", "xmm0", "", "zero"},
      {"vpxor %ymm1, %ymm1, %ymm0", "xmm1 xmm1", "xmm0", "", "zero"},
      {"vpxord %zmm1, %zmm1, %zmm0", "xmm1 xmm1", "xmm0", "", "zero"},
      {"vxorps %xmm1, %xmm2, %xmm0", "xmm2 xmm1", "xmm0", "", ""},
      {"vpsubq %ymm1, %ymm1, %ymm0", "xmm1 xmm1", "xmm0", "", "zero"},
      {"vpcmpgtd %ymm1, %ymm1, %ymm0", "xmm1 xmm1", "xmm0", "", "zero"},
      {"vandnpd %ymm1, %ymm1, %ymm0", "xmm1 xmm1", "xmm0", "", "zero"},
      {"vpxord %zmm1, %zmm1, %zmm0 {%k1}", "xmm0:merge k1:mask xmm1 xmm1",
       "xmm0", "", ""},
      {"kxorw %k1, %k1, %k2", "k1 k1", "k2", "", "zero"},
      {"vpcmpeqd %ymm1, %ymm1, %ymm0", "xmm1 xmm1", "xmm0", "", "ones"},
      {"pcmpeqb %xmm1, %xmm1", "xmm1 xmm1", "xmm1", "", "ones"},
      {"vpcmpeqd %zmm1, %zmm1, %k1", "xmm1 xmm1", "k1", "", ""},
      {"vpternlogd $255, %zmm1, %zmm2, %zmm0", "xmm0 xmm2 xmm1", "xmm0", "",
       "ones"},
      {"vpternlogd $254, %zmm1, %zmm2, %zmm0", "xmm0 xmm2 xmm1", "xmm0", "",
       ""},
      {"vmovaps %ymm1, %ymm0", "xmm1", "xmm0", "", "move"},
      {"vmovdqu64 %zmm1, %zmm0", "xmm1", "xmm0", "", "move"},
      {"movdqa %xmm1, %xmm0", "xmm1", "xmm0", "", "move"},
      {"vmovaps %zmm1, %zmm0 {%k1}", "xmm0:merge k1:mask xmm1", "xmm0", "", ""},
      {"movw %ax, %cx", "rax rcx:merge", "rcx", "", ""},
      {"kmovw %k1, %k2", "k1", "k2", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(X86Semantics, X87FollowsTheStack) {
  SemanticsTester &T = tester();
  // A sum of products: the accumulator is st(0) at the top of the loop.
  const Kernel &K = T.kernel("fldl (%rdi)\n fmull (%rsi)\n faddp\n fchs\n");
  ASSERT_EQ(K.Insts.size(), 4u);
  EXPECT_EQ(T.writes(K, K.Insts[0]), "fpr7");
  EXPECT_EQ(T.memory(K, K.Insts[0]), "load8.vec [rdi]");
  EXPECT_EQ(T.reads(K, K.Insts[1]), "rsi:addr fpr7");
  EXPECT_EQ(T.reads(K, K.Insts[2]), "fpr7 fpr0");
  EXPECT_EQ(T.writes(K, K.Insts[2]), "fpr0");
  EXPECT_EQ(T.writes(K, K.Insts[3]), "fpr0");

  const SemanticsRow Rows[] = {
      {"fstpl (%rax)", "rax:addr fpr0:store", "", "store8.vec [rax]", "store"},
      {"fsqrt", "fpr0", "fpr0", "", ""},
      {"fxch %st(2)", "fpr0 fpr2", "fpr0 fpr2", "", ""},
      {"fcomi %st(1), %st", "fpr0 fpr1", "cf of spaz", "", ""},
      {"fcmovb %st(1), %st", "fpr0 fpr1 cf", "fpr0", "", ""},
      {"fldcw (%rax)", "rax:addr", "", "load2 [rax]", "load"},
  };
  checkRows(T, Rows);
}

TEST(X86Semantics, OneUnitPerRegister) {
  SemanticsTester &T = tester();
  const Kernel &K = T.kernel("movq %rax, %rbx\n movl %eax, %ebx\n"
                             "movb %ah, %bl\n vmovups %zmm3, %zmm4\n");
  for (const RegRead &R : K.Reads)
    EXPECT_EQ(R.NumUnits, 1);
  EXPECT_EQ(K.units(K.Reads[0]), K.units(K.Reads[1]));
  EXPECT_EQ(K.units(K.Reads[0]), K.units(K.Reads[2]));
  EXPECT_EQ(K.units(K.Writes[0]), K.units(K.Writes[2]));
}

TEST(X86Semantics, WritesKnowTheirPlaceAmongDefs) {
  SemanticsTester &T = tester();
  const Kernel &K = T.kernel("mulq %rcx\n pushq %rax\n");
  std::vector<unsigned> Places; // Of rax, rdx, and of EFLAGS three times.
  for (const RegWrite &W : K.writes(K.Insts[0]))
    Places.push_back(W.DefIdx);
  EXPECT_EQ(Places, (std::vector<unsigned>{0, 1, 2, 2, 2}));
  EXPECT_EQ(K.writes(K.Insts[1])[0].DefIdx, RegWrite::NoDef);
}

TEST(X86Semantics, RipRelative) {
  SemanticsTester &T = tester();
  // With addresses, two ways to the same place look the same.
  std::vector<ListedInst> Code =
      T.assemble("movq 16(%rip), %rax\n movq 8(%rip), %rcx\n");
  Code[0].Address = 100;
  Code[1].Address = 108;
  Code[0].Size = Code[1].Size = 8;
  Kernel K;
  for (const ListedInst &I : Code)
    T.semantics().append(I, K);
  EXPECT_EQ(K.Mems[0].Displacement, 124);
  EXPECT_EQ(K.Mems[1].Displacement, 124);
}

TEST(X86Semantics, EveryOpcode) { checkEveryOpcode(tester()); }

// What keeps comparisons of memory from being one micro-op with their branches.
TEST(X86Semantics, FusionObstacles) {
  const struct {
    const char *Text;
    unsigned Obstacles;
  } Rows[] = {
      {"cmpl $1000, %eax", 0},
      {"cmpl %eax, 800(%rdi)", 0},
      {"cmpl %eax, foo(%rip)", FO_RipRelative},
      {"cmpl $1, foo(%rip)", FO_RipRelative},
      {"cmpl $1000, (%rdi)", 0},
      {"cmpl $1, (%r12)", 0},
      {"cmpl $1, (%rbp)", FO_DisplacementAndImmediate},
      {"cmpl $1, (%r13,%rax,4)", FO_DisplacementAndImmediate},
      {"cmpl $1000, 8(%rdi)", FO_DisplacementAndImmediate},
      {"cmpl $1, 800(%rdi)", FO_DisplacementAndImmediate},
      {"cmpw $1000, 800(%rdi)", FO_DisplacementAndImmediate},
      {"testb $1, foo(%rdi)", FO_DisplacementAndImmediate},
      // An immediate of test is as wide as the operation.
      {"testl $1, 800(%rdi)", FO_DisplacementAndImmediate | FO_LongConstants},
      {"cmpq $1000, 800(%rdi)", FO_DisplacementAndImmediate | FO_LongConstants},
      {"cmpl $1000, foo(,%rdi,4)",
       FO_DisplacementAndImmediate | FO_LongConstants},
  };
  for (const auto &[Text, Obstacles] : Rows)
    EXPECT_EQ(tester().semantics().fusionObstacles(
                  tester().kernel(Text).Insts.front()),
              Obstacles)
        << Text;
}

TEST(X86Semantics, Constants) {
  const std::pair<const char *, unsigned> Rows[] = {
      {"addq %rbx, %rax", 0},
      {"addq $1, %rax", 1},
      {"addq $100000, %rax", 1},
      {"movl $1, %eax", 1},
      {"movabsq $0x123456789abc, %rax", 2},
      {"shlq $3, %rax", 1},
      {"shlq %rax", 0},
      {"imulq $7, %rbx, %rax", 1},
      {"movq (%rdi), %rax", 0},
      {"movq (%r12), %rax", 0},
      {"movq 8(%rdi), %rax", 1},
      {"movq (%r13), %rax", 1},
      {"movq (%rbp,%rcx), %rax", 1},
      {"movq (%rcx,%rbp), %rax", 0},
      {"movq foo(%rip), %rax", 1},
      {"movl $5, (%rdi)", 1},
      {"movl $5, 8(%rdi)", 2},
      {"leaq (%rdi,%rcx), %rax", 0},
      {"leaq 8(%rdi,%rcx,4), %rax", 1},
      {"leaq (,%rcx,4), %rax", 1},
      {"vpshufd $1, %xmm1, %xmm2", 1},
      {"vshufps $0, 16(%rdi), %xmm1, %xmm2", 2},
      {"vcmpltpd %xmm1, %xmm2, %xmm3", 1},
      {"vmovups 64(%rdi), %zmm1", 1},
      {"cmovbq %rbx, %rax", 0},
      {"setb %al", 0},
      {"jb foo", 1},
      {"nopl 8(%rax,%rax)", 0},
  };
  for (const auto &[Text, Num] : Rows)
    EXPECT_EQ(
        tester().semantics().numConstants(tester().kernel(Text).Insts.front()),
        Num)
        << Text;
}
