//===- host-entry.cpp - Goes into loops and out of them -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a loop that writes all registers to memory, and looks whether they are
/// what EntryState says, how many trips there were, and what came back. The one
/// argument is the largest EntryState::Vectors to try: with 1 an AArch64 core
/// has SVE. One of x86-64 is asked what it has.
//
//===----------------------------------------------------------------------===//

#include "HostEntry.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <sys/mman.h>

using namespace kernelbounds;

// The loop writes to its memory: general registers from 0 on, 8 bytes each;
// vectors from 256 on, of VectorBytes each; the control of floating point to
// 768. It adds 1 to what is 8 bytes in front of it.
// kbEnterBetween enters a loop with the values of Before in all registers that
// a function must keep, and puts what they hold then into After.

#if defined(__aarch64__)
__asm__(R"(
  .text
kbBody:
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,21,22,23,24,25,26,27,28,29
  str x\n, [x27, #8*\n]
  .endr
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  str q\n, [x27, #256+16*\n]
  .endr
  mrs x0, fpcr
  str x0, [x27, #768]
  ldur x0, [x27, #-8]
  add x0, x0, #1
  stur x0, [x27, #-8]
  ldr x0, [x27]
  mov x30, #7
  sub x28, x28, #1
  cbnz x28, kbBody
kbBodyEnd:

  .arch_extension sve
kbScalableBody:
  add x0, x27, #1024
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  str z\n, [x0]
  addvl x0, x0, #1
  .endr
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  str p\n, [x0]
  addpl x0, x0, #1
  .endr
  sub x28, x28, #1
  cbnz x28, kbScalableBody
kbScalableBodyEnd:
kbVectorBytes:
  rdvl x0, #1
  ret

kbEnterBetween:
  sub sp, sp, #192
  stp x19, x20, [sp, #16]
  stp x21, x22, [sp, #32]
  stp x23, x24, [sp, #48]
  stp x25, x26, [sp, #64]
  stp x27, x28, [sp, #80]
  stp x29, x30, [sp, #96]
  stp d8, d9, [sp, #112]
  stp d10, d11, [sp, #128]
  stp d12, d13, [sp, #144]
  stp d14, d15, [sp, #160]
  str x4, [sp]
  ldp x19, x20, [x3, #0]
  ldp x21, x22, [x3, #16]
  ldp x23, x24, [x3, #32]
  ldp x25, x26, [x3, #48]
  ldp x27, x28, [x3, #64]
  ldr x29, [x3, #80]
  ldp d8, d9, [x3, #88]
  ldp d10, d11, [x3, #104]
  ldp d12, d13, [x3, #120]
  ldp d14, d15, [x3, #136]
  bl kbEnterLoop
  ldr x4, [sp]
  stp x19, x20, [x4, #0]
  stp x21, x22, [x4, #16]
  stp x23, x24, [x4, #32]
  stp x25, x26, [x4, #48]
  stp x27, x28, [x4, #64]
  str x29, [x4, #80]
  stp d8, d9, [x4, #88]
  stp d10, d11, [x4, #104]
  stp d12, d13, [x4, #120]
  stp d14, d15, [x4, #136]
  ldp x19, x20, [sp, #16]
  ldp x21, x22, [sp, #32]
  ldp x23, x24, [sp, #48]
  ldp x25, x26, [sp, #64]
  ldp x27, x28, [sp, #80]
  ldp x29, x30, [sp, #96]
  ldp d8, d9, [sp, #112]
  ldp d10, d11, [sp, #128]
  ldp d12, d13, [sp, #144]
  ldp d14, d15, [sp, #160]
  add sp, sp, #192
  ret
)");
extern "C" const uint8_t kbScalableBody[], kbScalableBodyEnd[];
extern "C" uint64_t kbVectorBytes();
static constexpr unsigned Memory = 27, Counter = 28, NumVectors = 32,
                          VectorBytes = 16, NumKept = 19;
static constexpr uint64_t FloatControl = 1 << 24; // Flush to zero.
static bool isUsed(unsigned Register) {
  return Register != 18 && Register < 30;
}
static uint64_t readFloatControl() {
  uint64_t Control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(Control));
  return Control;
}
#elif defined(__riscv)
__asm__(R"(
  .text
kbBody:
  .irp n,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  sd x\n, 8*\n(x9)
  .endr
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  fsd f\n, 256+8*\n(x9)
  .endr
  frcsr x5
  sd x5, 768(x9)
  ld x5, -8(x9)
  addi x5, x5, 1
  sd x5, -8(x9)
  ld x5, 40(x9)
  li x1, 7
  addi x27, x27, -1
  bnez x27, kbBody
kbBodyEnd:

kbEnterBetween:
  addi sp, sp, -224
  sd ra, 0(sp)
  sd a4, 8(sp)
  sd s0, 16(sp)
  sd s1, 24(sp)
  .irp n,2,3,4,5,6,7,8,9,10,11
  sd s\n, 16+8*\n(sp)
  .endr
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11
  fsd fs\n, 112+8*\n(sp)
  .endr
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11
  ld s\n, 8*\n(a3)
  fld fs\n, 96+8*\n(a3)
  .endr
  call kbEnterLoop
  ld a4, 8(sp)
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11
  sd s\n, 8*\n(a4)
  fsd fs\n, 96+8*\n(a4)
  ld s\n, 16+8*\n(sp)
  fld fs\n, 112+8*\n(sp)
  .endr
  ld ra, 0(sp)
  addi sp, sp, 224
  ret
)");
static constexpr unsigned Memory = 9, Counter = 27, NumVectors = 32,
                          VectorBytes = 8, NumKept = 24;
static constexpr uint64_t FloatControl = 1 << 5; // Rounds towards zero.
static bool isUsed(unsigned Register) { return Register >= 5; }
static uint64_t readFloatControl() {
  uint64_t Control;
  __asm__ volatile("frcsr %0" : "=r"(Control));
  return Control;
}
#elif defined(__x86_64__)
__asm__(R"(
  .text
kbBody:
  movq %rax, 0(%r14)
  movq %rcx, 8(%r14)
  movq %rdx, 16(%r14)
  movq %rbx, 24(%r14)
  movq %rbp, 40(%r14)
  movq %rsi, 48(%r14)
  movq %rdi, 56(%r14)
  .irp n,8,9,10,11,12,13,14,15
  movq %r\n, 8*\n(%r14)
  .endr
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  movups %xmm\n, 256+16*\n(%r14)
  .endr
  stmxcsr 768(%r14)
  incq -8(%r14)
  decq %r15
  jne kbBody
kbBodyEnd:

kbWideBody:
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
  vmovups %ymm\n, 1024+64*\n(%r14)
  .endr
  decq %r15
  jne kbWideBody
kbWideBodyEnd:

kbWidestBody:
  .irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
  vmovups %zmm\n, 1024+64*\n(%r14)
  .endr
  decq %r15
  jne kbWidestBody
kbWidestBodyEnd:

kbEnterBetween:
  pushq %rbx
  pushq %rbp
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  pushq %r8
  movq 0(%rcx), %rbx
  movq 8(%rcx), %rbp
  movq 16(%rcx), %r12
  movq 24(%rcx), %r13
  movq 32(%rcx), %r14
  movq 40(%rcx), %r15
  call kbEnterLoop
  popq %r8
  movq %rbx, 0(%r8)
  movq %rbp, 8(%r8)
  movq %r12, 16(%r8)
  movq %r13, 24(%r8)
  movq %r14, 32(%r8)
  movq %r15, 40(%r8)
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbp
  popq %rbx
  ret
)");
static constexpr unsigned Memory = 14, Counter = 15, NumVectors = 16,
                          VectorBytes = 16, NumKept = 6;
static constexpr uint64_t FloatControl = 0x9fc0; // Flush to zero.
extern "C" const uint8_t kbWideBody[], kbWideBodyEnd[], kbWidestBody[],
    kbWidestBodyEnd[];
static bool isUsed(unsigned Register) { return Register != 4 && Register < 16; }
static uint64_t readFloatControl() {
  uint32_t Control;
  __asm__ volatile("stmxcsr %0" : "=m"(Control));
  return Control;
}
#endif

extern "C" const uint8_t kbBody[], kbBodyEnd[];
extern "C" void kbEnterBetween(const void *Code, const EntryState *State,
                               uint64_t Trips, const uint64_t *Before,
                               uint64_t *After);

static unsigned NumFaults = 0;

static void check(const char *What, unsigned Which, uint64_t Is,
                  uint64_t Should) {
  if (Is == Should)
    return;
  ++NumFaults;
  std::printf("%s %u is %#llx, not %#llx\n", What, Which,
              static_cast<unsigned long long>(Is),
              static_cast<unsigned long long>(Should));
}

static constexpr size_t CodeBytes = 1 << 14, DataBytes = 1 << 17;
alignas(4096) static char Data[DataBytes];
static char *const Middle = Data + DataBytes / 2;

static uint64_t wordAt(size_t Offset) {
  uint64_t Word;
  std::memcpy(&Word, Middle + Offset, sizeof(Word));
  return Word;
}

static void enter(char *Code, const uint8_t *Body, const uint8_t *End,
                  const EntryState &S, uint64_t Trips) {
  const HostCode Exit = hostLoopExit();
  std::memcpy(Code, Body, End - Body);
  std::memcpy(Code + (End - Body), Exit.Data, Exit.Size);
  __builtin___clear_cache(Code, Code + CodeBytes);
  std::memset(Data, 0, sizeof(Data));
  uint64_t Before[NumKept], After[NumKept] = {};
  for (unsigned I = 0; I < NumKept; ++I)
    Before[I] = 0x5a5a000000000000 + I;
  const uint64_t Control = readFloatControl();
  kbEnterBetween(Code, &S, Trips, Before, After);
  check("control after the loop", 0, readFloatControl(), Control);
  for (unsigned I = 0; I < NumKept; ++I)
    check("kept register", I, After[I], Before[I]);
}

static void checkTrips(char *Code, const EntryState &S, uint64_t Trips) {
  enter(Code, kbBody, kbBodyEnd, S, Trips);
  check("trips", 0, wordAt(-8), Trips);
  check("counter in the last trip", 0, wordAt(8 * Counter), 1);
  for (unsigned I = 0; I < 32; ++I)
    if (isUsed(I) && I != Counter)
      check("register", I, wordAt(8 * I), S.General[I]);
  for (unsigned I = 0; I < NumVectors; ++I)
    for (unsigned B = 0; B < VectorBytes; B += 8)
      check("vector", I, wordAt(256 + VectorBytes * I + B),
            I % 2 == 0 ? S.Even[0] : S.Odd[0]);
  check("control in the loop", 0, wordAt(768), FloatControl);
#if defined(__aarch64__)
  if (S.Vectors == 0)
    return;
  enter(Code, kbScalableBody, kbScalableBodyEnd, S, Trips);
  const uint64_t Bytes = kbVectorBytes();
  for (unsigned I = 0; I < NumVectors; ++I)
    for (unsigned B = 0; B < Bytes; B += 8)
      check("scalable vector", I, wordAt(1024 + Bytes * I + B),
            I % 2 == 0 ? S.Even[0] : S.Odd[0]);
  for (unsigned B = 0; B < 16 * Bytes / 8; ++B)
    check("byte of predicates", B,
          static_cast<uint8_t>(Middle[1024 + 32 * Bytes + B]), 0xff);
#elif defined(__x86_64__)
  if (S.Vectors == 0)
    return;
  const bool IsWidest = S.Vectors == 2;
  enter(Code, IsWidest ? kbWidestBody : kbWideBody,
        IsWidest ? kbWidestBodyEnd : kbWideBodyEnd, S, Trips);
  for (unsigned I = 0; I < (IsWidest ? 32 : 16); ++I)
    for (unsigned B = 0; B < (IsWidest ? 64 : 32); B += 8)
      check("wide vector", I, wordAt(1024 + 64 * I + B),
            B >= 16 && !(S.Wide >> I & 1) ? 0
            : I % 2 == 0                  ? S.Even[0]
                                          : S.Odd[0]);
#endif
}

static void checkClock() {
  const char *Stamps = findHostStamps();
  if (!Stamps) {
    std::printf("clock: none\n");
    return;
  }
  std::printf("clock: %s, its rate is %s\n", Stamps,
              hostStampRate() > 0 ? "known" : "not known");
  const uint64_t Start = readHostStamps();
  uint64_t Last = Start;
  // It must move, whatever it takes.
  while (Last == Start) {
    runHostChain(2400);
    runHostUnitChain(2400);
    runHostProbe(300);
    runHostTight(1000);
    waitForHostWork();
    const uint64_t Next = readHostStamps();
    if (Next < Last)
      check("clock behind", 0, Next, Last);
    Last = Next;
  }
}

static bool hasVectors([[maybe_unused]] uint64_t Vectors) {
#if defined(__x86_64__)
  return Vectors == 0 || (__builtin_cpu_supports("avx") &&
                          (Vectors == 1 || __builtin_cpu_supports("avx512f")));
#else
  return true;
#endif
}

int main(int, char **Args) {
  void *Code = mmap(nullptr, CodeBytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Code == MAP_FAILED)
    return 1;
  EntryState S = {};
  for (unsigned I = 0; I < 32; ++I)
    S.General[I] = 0x1234567800000000 + I;
  S.General[Memory] = reinterpret_cast<uint64_t>(Middle);
  S.FloatControl = FloatControl;
  for (unsigned I = 0; I < 8; ++I) {
    S.Even[I] = 0x3ff0000000000001;
    S.Odd[I] = 0x4000000000000003;
  }
  checkClock();
  const uint64_t Most = std::strtoul(Args[1], nullptr, 10);
  for (S.Vectors = 0; S.Vectors <= Most && hasVectors(S.Vectors); ++S.Vectors)
    for (uint64_t Wide : {0, 0x0ff0f00e, -1}) {
      S.Wide = Wide;
      for (uint64_t Trips : {1, 2, 3, 1000})
        checkTrips(static_cast<char *>(Code), S, Trips);
    }
  std::printf("loops of 1, 2, 3 and 1000 trips: %u faults\n", NumFaults);
  return NumFaults == 0 ? 0 : 1;
}
