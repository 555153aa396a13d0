//===- Forwarding.cpp - Latency of store-to-load forwarding ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chains of stores and loads, each of which waits for the one before. The
/// difference of long and short runs of each chain counts, in core cycles
/// (kernel-bounds/Measure/HostTimer.h). x86-64 with AVX; AVX-512 where the core
/// has it.
///
///   kb-forwarding [--runs N]
///   case,cycles,lower_quartile,upper_quartile,runs
///
/// Cycles are those of one round: store, load and, where the case says so, the
/// move that closes the chain. Quartiles are those of the long runs.
///
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTimer.h"
#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>

using namespace kernelbounds;

namespace {

constexpr unsigned Links = 8; ///< Of a chain, in each turn.

alignas(4096) unsigned char Memory[8192];

struct Case {
  const char *Name;
  void (*Run)(unsigned char *At, unsigned Turns);
  unsigned Offset; ///< Of the store from the start of a line.
  bool IsPointer;  ///< The place holds its own address.
  bool NeedsAVX512;
};

#define CHAIN(Name, Link)                                                      \
  void Name(unsigned char *At, unsigned Turns) {                               \
    asm volatile("mov %0, %%rdi\n\t"                                           \
                 "xor %%esi, %%esi\n\t"                                        \
                 "xor %%eax, %%eax\n\t"                                        \
                 "vpxor %%xmm0, %%xmm0, %%xmm0\n\t"                            \
                 "mov %1, %%ecx\n\t"                                           \
                 ".p2align 6\n"                                                \
                 "1:\n\t" Link Link Link Link Link Link Link Link              \
                 "dec %%ecx\n\t"                                               \
                 "jnz 1b\n\t"                                                  \
                 "vzeroupper"                                                  \
                 :                                                             \
                 : "r"(At), "r"(Turns)                                         \
                 : "rax", "rcx", "rdx", "rsi", "rdi", "xmm0", "memory", "cc"); \
  }

// The same width, integer.
CHAIN(int1, "movb %%al, (%%rdi)\n\tmovzbl (%%rdi), %%eax\n\t");
CHAIN(int2, "movw %%ax, (%%rdi)\n\tmovzwl (%%rdi), %%eax\n\t");
CHAIN(int4, "movl %%eax, (%%rdi)\n\tmovl (%%rdi), %%eax\n\t");
CHAIN(int8, "movq %%rax, (%%rdi)\n\tmovq (%%rdi), %%rax\n\t");
CHAIN(int8Indexed,
      "movq %%rax, (%%rdi,%%rsi)\n\tmovq (%%rdi,%%rsi), %%rax\n\t");
CHAIN(int8LoadIndexed, "movq %%rax, (%%rdi)\n\tmovq (%%rdi,%%rsi), %%rax\n\t");
CHAIN(int8Far, "movq %%rax, 2048(%%rdi)\n\tmovq 2048(%%rdi), %%rax\n\t");
CHAIN(int8Later, "movq %%rax, (%%rdi)\n\tmovq (%%rdi), %%rax\n\t"
                 "imul %%rax, %%rax\n\timul %%rax, %%rax\n\t");
CHAIN(readModifyWrite, "addq $1, (%%rdi)\n\t");

// The same width, vector.
CHAIN(vec4, "vmovss %%xmm0, (%%rdi)\n\tvmovss (%%rdi), %%xmm0\n\t");
CHAIN(vec8, "vmovsd %%xmm0, (%%rdi)\n\tvmovsd (%%rdi), %%xmm0\n\t");
CHAIN(vec16, "vmovups %%xmm0, (%%rdi)\n\tvmovups (%%rdi), %%xmm0\n\t");
CHAIN(vec32, "vmovups %%ymm0, (%%rdi)\n\tvmovups (%%rdi), %%ymm0\n\t");
CHAIN(vec64, "vmovups %%zmm0, (%%rdi)\n\tvmovups (%%rdi), %%zmm0\n\t");
CHAIN(vec8Indexed,
      "vmovsd %%xmm0, (%%rdi,%%rsi)\n\tvmovsd (%%rdi,%%rsi), %%xmm0\n\t");
CHAIN(vec16Indexed,
      "vmovups %%xmm0, (%%rdi,%%rsi)\n\tvmovups (%%rdi,%%rsi), %%xmm0\n\t");
CHAIN(vec32Indexed,
      "vmovups %%ymm0, (%%rdi,%%rsi)\n\tvmovups (%%rdi,%%rsi), %%ymm0\n\t");
CHAIN(vec8InAdd,
      "vmovsd %%xmm0, (%%rdi)\n\tvaddsd (%%rdi), %%xmm0, %%xmm0\n\t");

// From one register file to the other.
CHAIN(roundTrip, "vmovq %%rax, %%xmm0\n\tvmovq %%xmm0, %%rax\n\t");
CHAIN(
    intToVec,
    "movq %%rax, (%%rdi)\n\tvmovq (%%rdi), %%xmm0\n\tvmovq %%xmm0, %%rax\n\t");
CHAIN(
    vecToInt,
    "vmovq %%xmm0, (%%rdi)\n\tmovq (%%rdi), %%rax\n\tvmovq %%rax, %%xmm0\n\t");

// A narrower load within the store.
#define NARROW(Offset)                                                         \
  CHAIN(int8Load1At##Offset,                                                   \
        "movq %%rax, (%%rdi)\n\tmovzbl " #Offset "(%%rdi), %%eax\n\t");
NARROW(0);
NARROW(1);
NARROW(2);
NARROW(3);
NARROW(4);
NARROW(5);
NARROW(6);
NARROW(7);
CHAIN(int8Load2At3, "movq %%rax, (%%rdi)\n\tmovzwl 3(%%rdi), %%eax\n\t");
CHAIN(int8Load4At0, "movq %%rax, (%%rdi)\n\tmovl (%%rdi), %%eax\n\t");
CHAIN(int8Load4At2, "movq %%rax, (%%rdi)\n\tmovl 2(%%rdi), %%eax\n\t");
CHAIN(int8Load4At4, "movq %%rax, (%%rdi)\n\tmovl 4(%%rdi), %%eax\n\t");
CHAIN(vec16Load8At0, "vmovups %%xmm0, (%%rdi)\n\tvmovsd (%%rdi), %%xmm0\n\t");
CHAIN(vec16Load8At8, "vmovups %%xmm0, (%%rdi)\n\tvmovsd 8(%%rdi), %%xmm0\n\t");
CHAIN(vec32Load16At0, "vmovups %%ymm0, (%%rdi)\n\tvmovups "
                      "(%%rdi), %%xmm0\n\t");
CHAIN(vec32Load16At16, "vmovups %%ymm0, (%%rdi)\n\tvmovups 16(%%rdi), "
                       "%%xmm0\n\t");
CHAIN(vec32Load8At20, "vmovups %%ymm0, (%%rdi)\n\tvmovsd "
                      "20(%%rdi), %%xmm0\n\t");

// A load that has only a part from the store.
CHAIN(int4Load8, "movl %%eax, (%%rdi)\n\tmovq (%%rdi), %%rax\n\t");
CHAIN(int1Load4, "movb %%al, (%%rdi)\n\tmovl (%%rdi), %%eax\n\t");
CHAIN(twoInt4Load8, "movl %%eax, (%%rdi)\n\tmovl %%eax, "
                    "4(%%rdi)\n\tmovq (%%rdi), %%rax\n\t");
CHAIN(int8Load8At4, "movq %%rax, (%%rdi)\n\tmovq 4(%%rdi), %%rax\n\t");
CHAIN(vec8Load16, "vmovsd %%xmm0, (%%rdi)\n\tvmovups (%%rdi), %%xmm0\n\t");
CHAIN(vec16Load32, "vmovups %%xmm0, (%%rdi)\n\tvmovups "
                   "(%%rdi), %%ymm0\n\t");
CHAIN(vec32Load32At16, "vmovups %%ymm0, (%%rdi)\n\tvmovups "
                       "16(%%rdi), %%ymm0\n\t");

// Loads by addressing: the place holds its own address, less what is added.
CHAIN(chase, "movq (%%rdi), %%rdi\n\t");
CHAIN(chaseNear, "movq 2040(%%rdi), %%rdi\n\tsubq $2040, %%rdi\n\t");
CHAIN(chaseFar, "movq 2048(%%rdi), %%rdi\n\tsubq $2048, %%rdi\n\t");
CHAIN(chaseIndexed, "movq (%%rdi,%%rsi), %%rdi\n\t");
CHAIN(chaseAfterAdd, "movq (%%rdi), %%rdi\n\taddq $0, %%rdi\n\t");
CHAIN(chaseVec8, "vmovq (%%rdi), %%xmm0\n\tvmovq %%xmm0, "
                 "%%rdi\n\t");
CHAIN(chaseVec8Indexed, "vmovq (%%rdi,%%rsi), %%xmm0\n\tvmovq "
                        "%%xmm0, %%rdi\n\t");
CHAIN(chaseVec16, "vmovups (%%rdi), %%xmm0\n\tvmovq %%xmm0, %%rdi\n\t");
CHAIN(chaseVec32, "vmovups (%%rdi), %%ymm0\n\tvmovq "
                  "%%xmm0, %%rdi\n\t");
CHAIN(chaseVec64, "vmovups (%%rdi), %%zmm0\n\tvmovq %%xmm0, "
                  "%%rdi\n\t");
CHAIN(chaseByte, "movzbl (%%rdi,%%rsi), %%esi\n\t");

#define PLAIN(Name)                                                            \
  { #Name, Name, 0, false, false }
#define NARROWCASE(Offset) PLAIN(int8Load1At##Offset)
#define POINTER(Name)                                                          \
  { #Name, Name, 0, true, false }
const Case Cases[] = {
    PLAIN(int1),
    PLAIN(int2),
    PLAIN(int4),
    PLAIN(int8),
    PLAIN(int8Indexed),
    PLAIN(int8LoadIndexed),
    PLAIN(int8Far),
    {"int8Later(+6 imul)", int8Later, 0, false, false},
    PLAIN(readModifyWrite),
    PLAIN(vec4),
    PLAIN(vec8),
    PLAIN(vec16),
    PLAIN(vec32),
    {"vec64", vec64, 0, false, true},
    PLAIN(vec8Indexed),
    PLAIN(vec16Indexed),
    PLAIN(vec32Indexed),
    {"vec8InAdd(+add)", vec8InAdd, 0, false, false},
    PLAIN(roundTrip),
    {"intToVec(+move)", intToVec, 0, false, false},
    {"vecToInt(+move)", vecToInt, 0, false, false},
    NARROWCASE(0),
    NARROWCASE(1),
    NARROWCASE(2),
    NARROWCASE(3),
    NARROWCASE(4),
    NARROWCASE(5),
    NARROWCASE(6),
    NARROWCASE(7),
    PLAIN(int8Load2At3),
    PLAIN(int8Load4At0),
    PLAIN(int8Load4At2),
    PLAIN(int8Load4At4),
    PLAIN(vec16Load8At0),
    PLAIN(vec16Load8At8),
    PLAIN(vec32Load16At0),
    PLAIN(vec32Load16At16),
    PLAIN(vec32Load8At20),
    PLAIN(int4Load8),
    PLAIN(int1Load4),
    PLAIN(twoInt4Load8),
    PLAIN(int8Load8At4),
    PLAIN(vec8Load16),
    PLAIN(vec16Load32),
    PLAIN(vec32Load32At16),
    {"int8 across a line", int8, 60, false, false},
    {"vec16 across a line", vec16, 56, false, false},
    {"vec32 across a line", vec32, 48, false, false},
    {"int8 misaligned", int8, 3, false, false},
    {"int8 across a page", int8, 4092, false, false},
    POINTER(chase),
    {"chaseNear(+sub)", chaseNear, 0, true, false},
    {"chaseFar(+sub)", chaseFar, 0, true, false},
    POINTER(chaseIndexed),
    {"chaseAfterAdd(+add)", chaseAfterAdd, 0, true, false},
    {"chaseVec8(+move)", chaseVec8, 0, true, false},
    {"chaseVec8Indexed(+move)", chaseVec8Indexed, 0, true, false},
    {"chaseVec16(+move)", chaseVec16, 0, true, false},
    {"chaseVec32(+move)", chaseVec32, 0, true, false},
    {"chaseVec64(+move)", chaseVec64, 0, true, true},
    {"chaseByte", chaseByte, 0, false, false},
};

struct Figure {
  double Cycles, LowerQuartile, UpperQuartile; ///< Of one link.
  size_t Runs;                                 ///< That were not disturbed.
};

/// No runs if too few were undisturbed.
Figure measure(const Case &C, HostTimer &Timer) {
  unsigned char *At = Memory + C.Offset;
  std::memset(Memory, 0, sizeof(Memory));
  if (C.IsPointer)
    for (unsigned Place : {0u, 2040u, 2048u}) {
      auto Value = reinterpret_cast<uint64_t>(At) + Place;
      std::memcpy(At + Place, &Value, 8);
    }
  const double Hundred = Timer.estimate([&] { C.Run(At, 100); });
  const unsigned Many =
      std::max(100 * Timer.plan().BatchCycles / Hundred, 40.0);
  const unsigned Few = Many / 4;
  auto Samples =
      Timer.sample([&] { C.Run(At, Few); }, [&] { C.Run(At, Many); });
  SampleSummary Short = summarizeSamples(Samples[0], Timer.stepCycles());
  SampleSummary Long = summarizeSamples(Samples[1], Timer.stepCycles());
  if (Short.Cycles == 0 || Long.Cycles == 0)
    return {0, 0, 0, 0};
  auto OfLink = [&](double Cycles) {
    return (Cycles - Short.Cycles) / ((Many - Few) * Links);
  };
  return {OfLink(Long.Cycles), OfLink(quantile(Samples[1], 0.25)),
          OfLink(quantile(Samples[1], 0.75)), Samples[1].size()};
}

} // namespace

int main(int Argc, char **Argv) {
  unsigned Runs = 301;
  const bool IsGiven = Argc == 3 && !std::strcmp(Argv[1], "--runs") &&
                       llvm::to_integer(Argv[2], Runs, 10);
  Runs = std::max(4u, Runs);
  if (!IsGiven && Argc != 1) {
    std::fprintf(stderr, "usage: kb-forwarding [--runs N]\n");
    return 2;
  }
  bool HasAVX512 = __builtin_cpu_supports("avx512f");
  if (!__builtin_cpu_supports("avx")) {
    std::fprintf(stderr, "kb-forwarding: error: this core has no AVX\n");
    return 1;
  }
  auto Timer = HostTimer::open(-1);
  if (!Timer) {
    std::fprintf(stderr, "kb-forwarding: error: %s\n",
                 toString(Timer.takeError()).c_str());
    return 1;
  }
  TimingPlan &Plan = Timer->plan();
  Plan.MaxTries = Plan.MaxTries / Plan.Repetitions * Runs;
  Plan.Repetitions = Runs;
  std::puts("case,cycles,lower_quartile,upper_quartile,runs");
  for (const Case &C : Cases) {
    if (C.NeedsAVX512 && !HasAVX512)
      continue;
    const Figure F = measure(C, *Timer);
    if (F.Runs == 0)
      std::printf("%s,,,,0\n", C.Name);
    else
      std::printf("%s,%.2f,%.2f,%.2f,%zu\n", C.Name, F.Cycles, F.LowerQuartile,
                  F.UpperQuartile, F.Runs);
    std::fflush(stdout);
  }
}
