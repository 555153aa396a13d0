//===- HostEntryRISCV.cpp - Into loops on RISC-V --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop finds its way back where the stack pointer points to. The clock is
/// the counter of the core's cycles, where programs may read it, and else the
/// one of time, which has 1 to 50 million ticks a second on the boards of
/// today. No instruction waits for all others: a fence orders accesses to
/// memory and, as they count as input, readings of these counters, and cores
/// read them when all before is done. Tested by
/// test/Measure/host-entry-riscv.test, in an emulator.
//
//===----------------------------------------------------------------------===//

#include "HostEntry.h"
#include <csetjmp>
#include <csignal>

#if __riscv_xlen != 64 || !defined(__riscv_flen) || __riscv_flen < 64
#error "loops are entered on cores of 64 bits with floating point only"
#endif

using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// The frame: the way back, fcsr, ra; from 24 on s0 to s11, and fs0 to fs11.
__asm__(R"(
  .text
  .p2align 6
  .globl kbEnterLoop
  .hidden kbEnterLoop
  .type kbEnterLoop,@function
kbEnterLoop:
  addi sp, sp, -224
  sd ra, 16(sp)
  sd s0, 24(sp)
  sd s1, 32(sp)
  sd s2, 40(sp)
  sd s3, 48(sp)
  sd s4, 56(sp)
  sd s5, 64(sp)
  sd s6, 72(sp)
  sd s7, 80(sp)
  sd s8, 88(sp)
  sd s9, 96(sp)
  sd s10, 104(sp)
  sd s11, 112(sp)
  fsd fs0, 120(sp)
  fsd fs1, 128(sp)
  fsd fs2, 136(sp)
  fsd fs3, 144(sp)
  fsd fs4, 152(sp)
  fsd fs5, 160(sp)
  fsd fs6, 168(sp)
  fsd fs7, 176(sp)
  fsd fs8, 184(sp)
  fsd fs9, 192(sp)
  fsd fs10, 200(sp)
  fsd fs11, 208(sp)
  lla t0, 1f
  sd t0, 0(sp)
  frcsr t0
  sd t0, 8(sp)
  mv ra, a0
  mv x27, a2
  ld t0, 280(a1)
  fscsr t0
  .irp n,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30
  fld f\n, 320(a1)
  .endr
  .irp n,1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31
  fld f\n, 384(a1)
  .endr
  .irp n,5,6,7,8,9,10,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,28,29,30,31,11
  ld x\n, 8*\n(a1)
  .endr
  jalr ra, 0(ra)
1:
  ld t0, 8(sp)
  fscsr t0
  ld ra, 16(sp)
  ld s0, 24(sp)
  ld s1, 32(sp)
  ld s2, 40(sp)
  ld s3, 48(sp)
  ld s4, 56(sp)
  ld s5, 64(sp)
  ld s6, 72(sp)
  ld s7, 80(sp)
  ld s8, 88(sp)
  ld s9, 96(sp)
  ld s10, 104(sp)
  ld s11, 112(sp)
  fld fs0, 120(sp)
  fld fs1, 128(sp)
  fld fs2, 136(sp)
  fld fs3, 144(sp)
  fld fs4, 152(sp)
  fld fs5, 160(sp)
  fld fs6, 168(sp)
  fld fs7, 176(sp)
  fld fs8, 184(sp)
  fld fs9, 192(sp)
  fld fs10, 200(sp)
  fld fs11, 208(sp)
  addi sp, sp, 224
  ret
  .size kbEnterLoop,.-kbEnterLoop
)");

HostCode kernelbounds::hostLoopExit() {
  static const uint8_t Code[] = {0x83, 0x3d, 0x01, 0x00,  // ld x27, 0(x2)
                                 0x67, 0x80, 0x0d, 0x00}; // jalr x0, 0(x27)
  return {Code, sizeof(Code)};
}

// What instructions of vectors do depends on a state: they are not measured.
const char *const *kernelbounds::hostVectorExtensions() {
  static const char *const Names[] = {nullptr};
  return Names;
}

//===----------------------------------------------------------------------===//
// The clock
//===----------------------------------------------------------------------===//

static uint64_t readCycles() {
  uint64_t Ticks;
  __asm__ volatile("fence iorw, iorw\n\trdcycle %0\n\tfence iorw, iorw"
                   : "=r"(Ticks)
                   :
                   : "memory");
  return Ticks;
}

static uint64_t readTime() {
  uint64_t Ticks;
  __asm__ volatile("fence iorw, iorw\n\trdtime %0\n\tfence iorw, iorw"
                   : "=r"(Ticks)
                   :
                   : "memory");
  return Ticks;
}

static sigjmp_buf Refused;

/// Whether the system lets \p Read run, and the counter goes on. Systems refuse
/// by SIGILL: Linux refuses `rdcycle` from 6.6 on, unless it is told not to.
static bool works(uint64_t (*Read)()) {
  struct sigaction Ours = {}, Old;
  Ours.sa_handler = [](int) { siglongjmp(Refused, 1); };
  if (sigaction(SIGILL, &Ours, &Old) != 0)
    return false;
  // volatile: it is set before the jump.
  volatile bool Moves = false;
  if (sigsetjmp(Refused, /*savesigs=*/1) == 0) {
    // The slowest clock of time needs some thousand cycles for a tick.
    const uint64_t Start = Read();
    for (unsigned I = 0; I < 100 && !Moves; ++I) {
      runHostUnitChain(1000);
      Moves = Read() != Start;
    }
  }
  sigaction(SIGILL, &Old, nullptr);
  return Moves;
}

namespace {
struct HostClock {
  const char *Name;
  uint64_t (*Read)();
};
} // namespace

static HostClock chooseHostClock() {
  if (works(readCycles))
    return {"rdcycle", readCycles};
  if (works(readTime))
    return {"rdtime", readTime};
  return {nullptr, readTime};
}

static const HostClock &hostClock() {
  static const HostClock Clock = chooseHostClock();
  return Clock;
}

const char *kernelbounds::findHostStamps() { return hostClock().Name; }

double kernelbounds::hostStampRate() { return 0; }

void kernelbounds::waitForHostWork() {
  __asm__ volatile("fence iorw, iorw" ::: "memory");
}

uint64_t kernelbounds::readHostStamps() { return hostClock().Read(); }

//===----------------------------------------------------------------------===//
// Code of known cycles
//===----------------------------------------------------------------------===//

// Labels are numbers: each statement can be inlined several times. A turn is
// long beside the jump back, which some cores do not hide.
void kernelbounds::runHostChain(unsigned Links) {
  uint64_t X = 3, Long = Links / 64 + 1, Short = Links % 64 / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "addi %1, %1, -1\n\tbeqz %1, 2f\n\t"
                   ".rept 64\n\tmul %0, %0, %0\n\t.endr\n\t"
                   "j 1b\n2:\n\t"
                   "addi %2, %2, -1\n\tbeqz %2, 3f\n\t"
                   ".rept 8\n\tmul %0, %0, %0\n\t.endr\n\t"
                   "j 2b\n3:"
                   : "+&r"(X), "+&r"(Long), "+&r"(Short));
}

void kernelbounds::runHostUnitChain(unsigned Links) {
  uint64_t X = 3, Long = Links / 64 + 1, Short = Links % 64 / 8 + 1;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "addi %1, %1, -1\n\tbeqz %1, 2f\n\t"
                   ".rept 64\n\tadd %0, %0, %3\n\t.endr\n\t"
                   "j 1b\n2:\n\t"
                   "addi %2, %2, -1\n\tbeqz %2, 3f\n\t"
                   ".rept 8\n\tadd %0, %0, %3\n\t.endr\n\t"
                   "j 2b\n3:"
                   : "+&r"(X), "+&r"(Long), "+&r"(Short)
                   : "r"(uint64_t(5)));
}

void kernelbounds::runHostProbe(unsigned Turns) {
  uint64_t Left = Turns;
  __asm__ volatile(".p2align 6\n1:\n\t"
                   "addi a1, a1, 1\n\taddi a2, a2, 1\n\taddi a3, a3, 1\n\t"
                   "addi a4, a4, 1\n\taddi a5, a5, 1\n\taddi a6, a6, 1\n\t"
                   "addi a7, a7, 1\n\taddi t0, t0, 1\n\taddi t1, t1, 1\n\t"
                   "addi t2, t2, 1\n\taddi t3, t3, 1\n\taddi t4, t4, 1\n\t"
                   "addi t5, t5, 1\n\taddi t6, t6, 1\n\t"
                   "addi %0, %0, -1\n\tbnez %0, 1b"
                   : "+r"(Left)
                   :
                   : "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t0", "t1", "t2",
                     "t3", "t4", "t5", "t6");
}

// What two loads and a jump take differs from core to core, and hardly any of
// the cores has hardware threads: the links of a chain are as many cycles on
// each.
void kernelbounds::runHostTight(unsigned Turns) { runHostUnitChain(Turns); }
