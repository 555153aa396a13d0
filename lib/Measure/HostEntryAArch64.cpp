//===- HostEntryAArch64.cpp - Into loops on AArch64 -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop finds its way back where the stack pointer points to, and goes it by
/// `ret`, as guarded stacks and landing pads ask for. The clock is the generic
/// timer: all programs may read it, and it never changes its rate. Today it has
/// 24 million to 1,000 million ticks a second, so that one may take 100 cycles.
/// Tested by test/Measure/host-entry-aarch64.test, in an emulator.
//
//===----------------------------------------------------------------------===//

#include "HostEntry.h"

using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// The frame: the way back, FPCR, FPSR; from 32 on x19 to x30, and d8 to d15.
__asm__(R"(
  .text
  .p2align 6
  .globl kbEnterLoop
  .hidden kbEnterLoop
  .type kbEnterLoop,%function
kbEnterLoop:
  hint #34
  sub sp, sp, #192
  stp x19, x20, [sp, #32]
  stp x21, x22, [sp, #48]
  stp x23, x24, [sp, #64]
  stp x25, x26, [sp, #80]
  stp x27, x28, [sp, #96]
  stp x29, x30, [sp, #112]
  stp d8, d9, [sp, #128]
  stp d10, d11, [sp, #144]
  stp d12, d13, [sp, #160]
  stp d14, d15, [sp, #176]
  adr x3, 3f
  mrs x4, fpcr
  stp x3, x4, [sp]
  mrs x4, fpsr
  str x4, [sp, #16]
  mov x30, x0
  mov x28, x2
  ldr x3, [x1, #280]
  msr fpcr, x3
  msr nzcv, xzr
  add x3, x1, #320
  add x4, x1, #384
  ldr x5, [x1, #264]
  cbnz x5, 1f
  .irp n,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30
  ldr q\n, [x3]
  .endr
  .irp n,1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31
  ldr q\n, [x4]
  .endr
  b 2f
1:
  .arch_extension sve
  ptrue p0.b
  .irp n,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30
  ld1rd {z\n\().d}, p0/z, [x3]
  .endr
  .irp n,1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31
  ld1rd {z\n\().d}, p0/z, [x4]
  .endr
  .irp n,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  ptrue p\n\().b
  .endr
2:
  .irp n,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,21,22,23,24,25,26,27,29,1
  ldr x\n, [x1, #8*\n]
  .endr
  blr x30
3:
  ldp x3, x4, [sp, #8]
  msr fpcr, x3
  msr fpsr, x4
  ldp x19, x20, [sp, #32]
  ldp x21, x22, [sp, #48]
  ldp x23, x24, [sp, #64]
  ldp x25, x26, [sp, #80]
  ldp x27, x28, [sp, #96]
  ldp x29, x30, [sp, #112]
  ldp d8, d9, [sp, #128]
  ldp d10, d11, [sp, #144]
  ldp d12, d13, [sp, #160]
  ldp d14, d15, [sp, #176]
  add sp, sp, #192
  ret
  .size kbEnterLoop,.-kbEnterLoop
)");

HostCode kernelbounds::hostLoopExit() {
  static const uint8_t Code[] = {0xfc, 0x03, 0x40, 0xf9,  // ldr x28, [sp]
                                 0x80, 0x03, 0x5f, 0xd6}; // ret x28
  return {Code, sizeof(Code)};
}

const char *const *kernelbounds::hostVectorExtensions() {
  static const char *const Names[] = {"sve", nullptr};
  return Names;
}

//===----------------------------------------------------------------------===//
// The clock
//===----------------------------------------------------------------------===//

const char *kernelbounds::findHostStamps() { return "cntvct_el0"; }

double kernelbounds::hostStampRate() {
  uint64_t Rate;
  __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(Rate));
  return static_cast<double>(Rate);
}

void kernelbounds::waitForHostWork() { __asm__ volatile("isb" ::: "memory"); }

// Without the barriers the timer may be read long before the work ends.
uint64_t kernelbounds::readHostStamps() {
  uint64_t Ticks;
  __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb"
                   : "=r"(Ticks)
                   :
                   : "memory");
  return Ticks;
}

//===----------------------------------------------------------------------===//
// Code of known cycles
//===----------------------------------------------------------------------===//

// Labels are numbers: each statement can be inlined several times. A turn is
// long beside the jump back, which some cores do not hide.
void kernelbounds::runHostChain(unsigned Links) {
  uint64_t X = 3, Long = Links / 64 + 1, Short = Links % 64 / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "sub %1, %1, #1\n\tcbz %1, 2f\n\t"
                   ".rept 64\n\tmul %0, %0, %0\n\t.endr\n\t"
                   "b 1b\n2:\n\t"
                   "sub %2, %2, #1\n\tcbz %2, 3f\n\t"
                   ".rept 8\n\tmul %0, %0, %0\n\t.endr\n\t"
                   "b 2b\n3:"
                   : "+&r"(X), "+&r"(Long), "+&r"(Short));
}

// Additions of registers: those of constants could be added up by the core.
void kernelbounds::runHostUnitChain(unsigned Links) {
  uint64_t X = 3, Long = Links / 64 + 1, Short = Links % 64 / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "sub %1, %1, #1\n\tcbz %1, 2f\n\t"
                   ".rept 64\n\tadd %0, %0, %3\n\t.endr\n\t"
                   "b 1b\n2:\n\t"
                   "sub %2, %2, #1\n\tcbz %2, 3f\n\t"
                   ".rept 8\n\tadd %0, %0, %3\n\t.endr\n\t"
                   "b 2b\n3:"
                   : "+&r"(X), "+&r"(Long), "+&r"(Short)
                   : "r"(uint64_t(5)));
}

void kernelbounds::runHostProbe(unsigned Turns) {
  uint64_t Left = Turns;
  __asm__ volatile(
      ".p2align 6\n1:\n\t"
      "add x2, x2, #1\n\tadd x3, x3, #1\n\tadd x4, x4, #1\n\t"
      "add x5, x5, #1\n\tadd x6, x6, #1\n\tadd x7, x7, #1\n\t"
      "add x8, x8, #1\n\tadd x9, x9, #1\n\tadd x10, x10, #1\n\t"
      "add x11, x11, #1\n\tadd x12, x12, #1\n\tadd x13, x13, #1\n\t"
      "add x14, x14, #1\n\tadd x15, x15, #1\n\t"
      "sub %0, %0, #1\n\tcbnz %0, 1b"
      : "+r"(Left)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
        "x13", "x14", "x15");
}

// What two loads and a jump take differs from core to core, and few of the
// cores have hardware threads: the links of a chain are as many cycles on each.
// The probe shows a thread that comes and goes.
void kernelbounds::runHostTight(unsigned Turns) { runHostUnitChain(Turns); }
