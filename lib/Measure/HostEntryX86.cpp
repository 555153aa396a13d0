//===- HostEntryX86.cpp - Into loops on x86-64 ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop goes back by `ret`. The clock is the time-stamp counter, if its rate
/// is constant.
/// Tested by test/Measure/host-entry-native.test.
//
//===----------------------------------------------------------------------===//

#include "HostEntry.h"
#include <x86intrin.h>

using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// A vector of which 16 bytes are used is loaded as one: where the rest of a
// longer one was cut off by a move, Golden Cove takes a cycle more to read it.
__asm__(R"(
  .macro kbLoadVectors Width, Offset, Numbers:vararg
  .irp n,\Numbers
  vmovups \Offset(%rsi), %xmm\n
  btl $\n, %eax
  jnc 6f
  vmovups \Offset(%rsi), %\Width\n
6:
  .endr
  .endm

  .text
  .p2align 6
  .globl kbEnterLoop
  .hidden kbEnterLoop
  .type kbEnterLoop,@function
kbEnterLoop:
  pushq %rbx
  pushq %rbp
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $72, %rsp
  stmxcsr 8(%rsp)
  fnstcw 12(%rsp)
  movq %rdi, (%rsp)
  movq %rdx, %r15
  movq %rsi, 16(%rsp)
  ldmxcsr 280(%rsi)
  cmpq $1, 264(%rsi)
  ja 2f
  je 1f
  .irp n,0,2,4,6,8,10,12,14
  movups 320(%rsi), %xmm\n
  .endr
  .irp n,1,3,5,7,9,11,13,15
  movups 384(%rsi), %xmm\n
  .endr
  jmp 4f
1:
  movq 272(%rsi), %rax
  kbLoadVectors ymm, 320, 0,2,4,6,8,10,12,14
  kbLoadVectors ymm, 384, 1,3,5,7,9,11,13,15
  jmp 3f
2:
  movq 272(%rsi), %rax
  kbLoadVectors zmm, 320, 0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30
  kbLoadVectors zmm, 384, 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31
  .irp n,0,1,2,3,4,5,6,7
  kmovw 256(%rsi), %k\n
  .endr
3:
  testq %rax, %rax
  jne 4f
  vzeroupper
4:
  movq 0(%rsi), %rax
  movq 8(%rsi), %rcx
  movq 16(%rsi), %rdx
  movq 24(%rsi), %rbx
  movq 40(%rsi), %rbp
  movq 56(%rsi), %rdi
  movq 64(%rsi), %r8
  movq 72(%rsi), %r9
  movq 80(%rsi), %r10
  movq 88(%rsi), %r11
  movq 96(%rsi), %r12
  movq 104(%rsi), %r13
  movq 112(%rsi), %r14
  movq 48(%rsi), %rsi
  call *(%rsp)
  movq 16(%rsp), %rsi
  cmpq $0, 264(%rsi)
  je 5f
  vzeroupper
5:
  emms
  fninit
  fldcw 12(%rsp)
  ldmxcsr 8(%rsp)
  cld
  addq $72, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbp
  popq %rbx
  ret
  .size kbEnterLoop,.-kbEnterLoop
)");

HostCode kernelbounds::hostLoopExit() {
  static const uint8_t Code[] = {0xc3}; // ret
  return {Code, sizeof(Code)};
}

const char *const *kernelbounds::hostVectorExtensions() {
  static const char *const Names[] = {"avx", "avx512f", nullptr};
  return Names;
}

//===----------------------------------------------------------------------===//
// The clock
//===----------------------------------------------------------------------===//

const char *kernelbounds::findHostStamps() {
  unsigned A = 0, B = 0, C = 0, D = 0;
  __asm__("cpuid" : "=a"(A), "=b"(B), "=c"(C), "=d"(D) : "a"(0x80000000));
  if (A < 0x80000007)
    return nullptr;
  __asm__("cpuid" : "=a"(A), "=b"(B), "=c"(C), "=d"(D) : "a"(0x80000007));
  return D & (1 << 8) ? "tsc" : nullptr;
}

double kernelbounds::hostStampRate() { return 0; }

void kernelbounds::waitForHostWork() { _mm_lfence(); }

uint64_t kernelbounds::readHostStamps() {
  _mm_lfence();
  const uint64_t Ticks = __rdtsc();
  _mm_lfence();
  return Ticks;
}

//===----------------------------------------------------------------------===//
// Code of known cycles
//===----------------------------------------------------------------------===//

// Labels are numbers: each statement can be inlined several times.
void kernelbounds::runHostChain(unsigned Links) {
  uint64_t X = 3, Turns = Links / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "decq %1\n\tjz 2f\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "imulq %0, %0\n\timulq %0, %0\n\t"
                   "jmp 1b\n2:"
                   : "+r"(X), "+r"(Turns)
                   :
                   : "cc");
}

void kernelbounds::runHostUnitChain(unsigned Links) {
  uint64_t X = 3, Turns = Links / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "decq %1\n\tjz 2f\n\t"
                   "negq %0\n\tnegq %0\n\tnegq %0\n\tnegq %0\n\t"
                   "negq %0\n\tnegq %0\n\tnegq %0\n\tnegq %0\n\t"
                   "jmp 1b\n2:"
                   : "+r"(X), "+r"(Turns)
                   :
                   : "cc");
}

void kernelbounds::runHostProbe(unsigned Turns) {
  uint64_t Left = Turns;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "addq $1, %%rax\n\taddq $1, %%rcx\n\t"
                   "addq $1, %%rdx\n\taddq $1, %%rsi\n\t"
                   "addq $1, %%rdi\n\taddq $1, %%r8\n\t"
                   "addq $1, %%r9\n\taddq $1, %%r10\n\t"
                   "addq $1, %%rax\n\taddq $1, %%rcx\n\t"
                   "addq $1, %%rdx\n\taddq $1, %%rsi\n\t"
                   "addq $1, %%rdi\n\taddq $1, %%r8\n\t"
                   "addq $1, %%r9\n\tdecq %0\n\tjnz 1b"
                   : "+r"(Left)
                   :
                   : "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9",
                     "r10");
}

void kernelbounds::runHostTight(unsigned Turns) {
  uint64_t Left = Turns;
  alignas(64) static const uint64_t Data[2] = {};
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "movq (%1), %%rax\n\tmovq 8(%1), %%rcx\n\t"
                   "decq %0\n\tjnz 1b"
                   : "+r"(Left)
                   : "r"(Data)
                   : "cc", "rax", "rcx");
}
