//===- HostLoopRunner.cpp - Runs loops on the core at hand ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop stands at a multiple of 64, with its counter in r15:
///
///       body
///       dec r15
///       jne body
///       ret
///
/// kbEnterLoop saves what the caller needs, fills the registers and calls it.
/// x86-64 Linux only.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostLoopRunner.h"
#include "HostAccesses.h"
#include "HostProcess.h"
#include "kernel-bounds/Measure/HostCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/Support/Errc.h"
#include <cstring>
#include <sys/mman.h>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// In and out
//===----------------------------------------------------------------------===//

namespace {

enum : uint64_t { LegacyVectors = 0, AvxVectors = 1, Avx512Vectors = 2 };

/// What kbEnterLoop puts into the registers. It knows the offsets.
struct alignas(64) EntryState {
  uint64_t General[16]; ///< By number; that of the stack pointer is not used.
  uint64_t Mask;        // 128
  uint64_t Vectors;     // 136: LegacyVectors, ...
  uint64_t Wide;        // 144: keep the upper parts.
  uint32_t Mxcsr;       // 152
  uint32_t Padding;
  uint64_t Unused[4];
  uint8_t Even[64]; // 192: vectors with even numbers, and all above 15.
  uint8_t Odd[64];  // 256
};

} // namespace

static_assert(offsetof(EntryState, Even) == 192);
static_assert(offsetof(EntryState, Odd) == 256);

extern "C" void kbEnterLoop(const void *Code, const EntryState *State,
                            uint64_t Trips);

__asm__(R"(
  .text
  .p2align 6
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
  ldmxcsr 152(%rsi)
  cmpq $1, 136(%rsi)
  ja 2f
  je 1f
  .irp n,0,2,4,6,8,10,12,14
  movups 192(%rsi), %xmm\n
  .endr
  .irp n,1,3,5,7,9,11,13,15
  movups 256(%rsi), %xmm\n
  .endr
  jmp 4f
1:
  .irp n,0,2,4,6,8,10,12,14
  vmovups 192(%rsi), %ymm\n
  .endr
  .irp n,1,3,5,7,9,11,13,15
  vmovups 256(%rsi), %ymm\n
  .endr
  jmp 3f
2:
  .irp n,0,2,4,6,8,10,12,14,16,18,20,22,24,26,28,30
  vmovups 192(%rsi), %zmm\n
  .endr
  .irp n,1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31
  vmovups 256(%rsi), %zmm\n
  .endr
  .irp n,0,1,2,3,4,5,6,7
  kmovw 128(%rsi), %k\n
  .endr
3:
  cmpq $0, 144(%rsi)
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
  cmpq $0, 136(%rsi)
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

//===----------------------------------------------------------------------===//
// The runner
//===----------------------------------------------------------------------===//

namespace {

class HostLoopRunner : public LoopRunner {
public:
  HostLoopRunner(TargetContext &Target, const HostLoopOptions &Options)
      : Target(Target), Options(Options) {}
  ~HostLoopRunner() override;
  Error open();
  LoopOutcome run(const TimedLoop &Loop) override;
  LoopOutcome walk(const AccessPattern &P) override;
  double noise() const override { return 0.02; }

private:
  /// What \p Time says in a child process; again if the machine was disturbed.
  LoopOutcome inChild(function_ref<Expected<Timing>(TimedCore &)> Time);
  LoopOutcome inChildOnce(function_ref<Expected<Timing>(TimedCore &)> Time);
  /// \returns what LLVM says against it; empty: nothing.
  std::string encode(const TimedLoop &Loop);
  void fill(const LoopValues &V, EntryState &S) const;

  static constexpr size_t CodeBytes = 1 << 17, DataBytes = 1 << 17;

  TargetContext &Target;
  HostLoopOptions Options;
  std::unique_ptr<MCCodeEmitter> Emitter;
  char *Code = nullptr, *Data = nullptr;
  SmallVector<char, 4096> Bytes;
};

} // namespace

HostLoopRunner::~HostLoopRunner() {
  if (Code)
    munmap(Code, CodeBytes);
  if (Data)
    munmap(Data, DataBytes);
}

Error HostLoopRunner::open() {
  Emitter.reset(Target.target().createMCCodeEmitter(Target.instrInfo(),
                                                    Target.context()));
  auto Map = [](size_t Size, int Rights) {
    void *P = mmap(nullptr, Size, Rights,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    return P == MAP_FAILED ? nullptr : static_cast<char *>(P);
  };
  // Written to only by children, each of which has its own copy.
  Code = Map(CodeBytes, PROT_READ | PROT_WRITE | PROT_EXEC);
  Data = Map(DataBytes, PROT_READ | PROT_WRITE);
  if (!Emitter || !Code || !Data)
    return createStringError("there is no memory for code to measure");
  return Error::success();
}

/// The counter and the way back over \p Size bytes, and out.
static void appendEnd(SmallVectorImpl<char> &Bytes) {
  for (uint8_t B : {0x49, 0xff, 0xcf}) // dec r15
    Bytes.push_back(B);
  const int32_t Back = -static_cast<int32_t>(Bytes.size() + 6);
  for (uint8_t B : {0x0f, 0x85}) // jne
    Bytes.push_back(B);
  const char *P = reinterpret_cast<const char *>(&Back);
  Bytes.append(P, P + 4);
  Bytes.push_back(0xc3); // ret
}

std::string HostLoopRunner::encode(const TimedLoop &Loop) {
  Bytes.clear();
  for (const MCInst &I : Loop.Body) {
    SmallVector<MCFixup, 2> Fixups;
    Emitter->encodeInstruction(I, Bytes, Fixups, Target.subtarget());
    // Those of branches are zero, which is where they shall go.
  }
  appendEnd(Bytes);
  return Bytes.size() > CodeBytes ? "the loop is too long" : "";
}

void HostLoopRunner::fill(const LoopValues &V, EntryState &S) const {
  std::memset(&S, 0, sizeof(S));
  for (uint64_t &G : S.General)
    G = V.General;
  S.General[0] = V.Rax;
  S.General[2] = V.Rdx;
  S.General[13] = 0;
  S.General[14] = reinterpret_cast<uint64_t>(Data) + DataBytes / 2;
  S.Mask = V.Mask;
  auto Has = [](StringRef Feature) {
    return hostCpu().Features.lookup(Feature);
  };
  S.Vectors = Has("avx512f") ? Avx512Vectors
              : Has("avx")   ? AvxVectors
                             : LegacyVectors;
  S.Wide = V.WideVectors;
  S.Mxcsr = V.FlushDenormals ? 0x9fc0 : 0x1f80;
  for (unsigned I = 0; I < 64; I += 8) {
    std::memcpy(S.Even + I, &V.Vector, 8);
    std::memcpy(S.Odd + I, &V.OddVector, 8);
  }
}

LoopOutcome HostLoopRunner::run(const TimedLoop &Loop) {
  if (std::string Fault = encode(Loop); !Fault.empty())
    return {LoopStatus::NotEncoded, 0, 0, Fault};
  return inChild([&](TimedCore &Core) {
    std::memcpy(Code, Bytes.data(), Bytes.size());
    for (size_t I = 0; I < DataBytes; I += 8)
      std::memcpy(Data + I, &Loop.Values.Memory, 8);
    EntryState State;
    fill(Loop.Values, State);
    return timeTrips(
        Core, Options.Traits, Options.Plan,
        [&](uint64_t Trips) { kbEnterLoop(Code, &State, Trips); },
        Options.MaxRounds, Options.Tolerance, Loop.MaxTrips);
  });
}

LoopOutcome HostLoopRunner::walk(const AccessPattern &P) {
  // Figures of memory and of shared caches differ more than those of a core.
  constexpr double Tolerance = 0.04;
  return inChild([&](TimedCore &Core) -> Expected<Timing> {
    auto Walk = HostAccesses::create(P);
    if (!Walk)
      return Walk.takeError();
    // Others use a shared cache, too, and what is not used for long leaves it.
    // At most half of the time goes into bringing it back.
    uint64_t Ended = 0, Took = 0;
    auto Refresh = [&] {
      const uint64_t Began = Core.readTicks();
      if (Began - Ended < Took)
        return;
      (*Walk)->refresh();
      Ended = Core.readTicks();
      Took = Ended - Began;
    };
    auto T = timeTrips(
        Core, Options.Traits, Options.Plan,
        [&](uint64_t Trips) { (*Walk)->run(Trips); }, Options.MaxRounds,
        Tolerance, /*MaxTrips=*/65536, Refresh);
    if (T)
      T->Cycles /= HostAccesses::StepsPerTrip;
    return T;
  });
}

LoopOutcome
HostLoopRunner::inChild(function_ref<Expected<Timing>(TimedCore &)> Time) {
  LoopOutcome O;
  // A process that runs beside may be gone a little later.
  for (unsigned Try = 0; Try < Options.MaxTries; ++Try) {
    O = inChildOnce(Time);
    if (O.Status != LoopStatus::Unsteady && O.Status != LoopStatus::Disturbed)
      break;
  }
  return O;
}

LoopOutcome
HostLoopRunner::inChildOnce(function_ref<Expected<Timing>(TimedCore &)> Time) {
  struct Shared {
    double Cycles = 0, Spread = 0;
    bool IsSteady = false, IsTimed = false, LacksMemory = false;
  };
  auto Memory = SharedMemory::create(sizeof(Shared));
  if (!Memory)
    return {LoopStatus::Disturbed, 0, 0, toString(Memory.takeError())};
  auto &Result = *new (Memory->data()) Shared;
  Error E = runInChild(Options.Cpu, Options.TimeLimit, [&] {
    std::unique_ptr<TimedCore> Core = cantFail(openHostCore());
    auto T = Time(*Core);
    if (T)
      Result = {T->Cycles, T->Spread, T->IsSteady, true, false};
    handleAllErrors(T.takeError(), [&](const ErrorInfoBase &Why) {
      Result.LacksMemory = Why.convertToErrorCode() == errc::not_enough_memory;
    });
  });
  if (E)
    return outcomeOf(std::move(E));
  if (Result.LacksMemory)
    return {LoopStatus::Fault, 0, 0, "there is not enough memory"};
  if (!Result.IsTimed)
    return {LoopStatus::Disturbed, 0, 0, "no repetition without disturbance"};
  return {Result.IsSteady ? LoopStatus::Ok : LoopStatus::Unsteady,
          Result.Cycles, Result.Spread, ""};
}

Expected<std::unique_ptr<LoopRunner>>
kernelbounds::createHostLoopRunner(TargetContext &Target,
                                   const HostLoopOptions &Options) {
  auto Runner = std::make_unique<HostLoopRunner>(Target, Options);
  if (Error E = Runner->open())
    return std::move(E);
  return std::unique_ptr<LoopRunner>(std::move(Runner));
}
