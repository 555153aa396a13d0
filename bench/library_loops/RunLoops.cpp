//===- RunLoops.cpp - Times loops out of libraries ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Times the loops of a flat image of code; see library_loops.py.
///
///   kb-run-loops IMAGE LIST PROCESSOR
///
/// LIST has a line for each loop: its offset in IMAGE, the number of the
/// general register that counts its trips down, a mask of those that hold
/// addresses, its name. Prints `name cycles pages` for each, or `name failed
/// why`.
///
/// Each loop runs in a process of its own. Registers of the mask point to
/// regions 17 MB apart, others hold 64, vector registers 1.0 (denormals count
/// as zero). Pages are mapped where the loop touches them, each with memory of
/// its own: the same memory at two addresses would miss the first-level cache
/// on cores that predict its ways by the linear address. Every word is the
/// address of another page. So that the data stay in that cache, a loop runs
/// only as many trips as touch few pages. Loops that touch many in a few trips,
/// leave the address space or raise an exception fail.
///
/// Cycles are those of a trip more: the difference of two numbers of trips.
/// What is added to both varies, so that the end of the loop is as hard to
/// foresee in long runs as in short ones.
///
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTimer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <x86intrin.h>

#ifdef __clang__
#define KB_OPAQUE __attribute__((noinline))
#else
#define KB_OPAQUE __attribute__((noipa))
#endif

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr size_t PageSize = 4096;
/// In a cache of 8 ways and 64 lines each, as every core of the last years has
/// at least, a page takes one way. One is left for the rest of the program.
constexpr int PagesOfCache = 7;
/// With many pointers each page has a few lines only that are used.
constexpr int MaxPages = 16;
/// Trips of the long run, to be tried from the first on; the short run has a
/// third.
constexpr unsigned TripCounts[] = {48, 96, 192, 384};
constexpr unsigned NumJitters = 4;

enum ExitCode {
  Done,
  Unsteady = 2,
  TooManyPages,
  CannotMap,
  NoAddress,
  Exception
};
const char *const Why[8] = {
    "",           "",           "unsteady",  "too many pages",
    "cannot map", "no address", "exception", ""};

/// What the code below reads by absolute address.
struct State {
  uint64_t StackPointer;
  uint64_t Pad[7];
  double One; ///< 0x40
  uint64_t Pad2[7];
  void *Loop;     ///< 0x80
  void (*Exit)(); ///< 0x88: the loops end with jmp *0x7000088
  uint64_t Pad3[14];
  uint64_t Regs[16]; ///< 0x100, in the order of their encoding
};
State *const S = reinterpret_cast<State *>(0x7000000);

int NumPages;

void onFault(int Signal, siginfo_t *Info, void *) {
  const auto Address = reinterpret_cast<uintptr_t>(Info->si_addr);
  if (Signal != SIGSEGV || Address < 65536)
    _exit(NoAddress);
  if (++NumPages > 100 * MaxPages)
    _exit(TooManyPages);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the loop made the address up.
  void *Page = reinterpret_cast<void *>(Address & -PageSize);
  if (mmap(Page, PageSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != Page)
    _exit(CannotMap);
  std::fill_n(static_cast<uint64_t *>(Page), PageSize / 8, 0x20000800);
}

void onException(int) { _exit(Exception); }

/// Sets all registers and jumps to the loop.
__attribute__((naked)) KB_OPAQUE void enter() {
  __asm__("push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n"
          "push %r15\n mov %rsp, 0x7000000\n"
          ".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
          "vbroadcastsd 0x7000040, %ymm\\n\n .endr\n"
          "vzeroupper\n"
          "mov 0x7000108, %rcx\n mov 0x7000110, %rdx\n mov 0x7000118, %rbx\n"
          "mov 0x7000120, %rsp\n mov 0x7000128, %rbp\n mov 0x7000130, %rsi\n"
          "mov 0x7000138, %rdi\n mov 0x7000140, %r8\n mov 0x7000148, %r9\n"
          "mov 0x7000150, %r10\n mov 0x7000158, %r11\n mov 0x7000160, %r12\n"
          "mov 0x7000168, %r13\n mov 0x7000170, %r14\n mov 0x7000178, %r15\n"
          "mov 0x7000100, %rax\n lfence\n jmp *0x7000080");
}

__attribute__((naked)) KB_OPAQUE void leave() {
  __asm__("mov 0x7000000, %rsp\n vzeroupper\n cld\n pop %r15\n pop %r14\n"
          "pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret");
}

/// One loop of the image.
struct Loop {
  uint8_t *Code;
  int Counter;       ///< A register.
  unsigned Pointers; ///< A mask of registers.
  std::string Name;

  KB_OPAQUE void run(uint64_t Trips) const {
    S->Regs[Counter] = Trips;
    enter();
    _mm_lfence();
  }
  void runBatch(uint64_t Trips, unsigned NumCalls) const {
    uint32_t Random = 1;
    for (unsigned I = 0; I < NumCalls; ++I) {
      Random = Random * 1664525 + 1013904223;
      run(Trips + 4ull * ((Random >> 16) % NumJitters));
    }
  }
};

void catchFaults() {
  static char Stack[65536];
  stack_t Alternate = {};
  Alternate.ss_sp = Stack;
  Alternate.ss_size = sizeof(Stack);
  sigaltstack(&Alternate, nullptr);
  struct sigaction Fault = {};
  Fault.sa_sigaction = onFault;
  Fault.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &Fault, nullptr);
  struct sigaction Other = {};
  Other.sa_handler = onException;
  Other.sa_flags = SA_ONSTACK;
  for (int Signal : {SIGFPE, SIGILL, SIGBUS, SIGTRAP})
    sigaction(Signal, &Other, nullptr);
}

void setRegisters(const Loop &L) {
  _mm_setcsr(_mm_getcsr() | 0x8040); // Denormals are zero, both ways.
  S->One = 1.0;
  S->Loop = L.Code;
  S->Exit = leave;
  for (int I = 0; I < 16; ++I)
    S->Regs[I] =
        (L.Pointers >> I & 1) ? 0x10000800 + I * UINT64_C(0x1100140) : 64;
  if (__builtin_cpu_supports("avx512bw"))
    __asm__ volatile(".irp n,1,2,3,4,5,6,7\n kxnorq %k\\n, %k\\n, %k\\n\n"
                     ".endr");
}

/// The most trips whose data stay in the first-level cache. Maps their pages.
unsigned chooseTrips(const Loop &L) {
  unsigned Chosen = 0;
  for (unsigned Trips : TripCounts) {
    L.run(Trips + 4 * (NumJitters - 1));
    if (NumPages > (Chosen == 0 ? MaxPages : PagesOfCache))
      break;
    Chosen = Trips;
  }
  return Chosen;
}

/// Prints the figure of \p L and ends the process.
[[noreturn]] void measure(const Loop &L, HostTimer &Timer) {
  alarm(20);
  catchFaults();
  setRegisters(L);
  const unsigned Many = chooseTrips(L), Few = Many / 3;
  if (Many == 0)
    _exit(TooManyPages);
  const int Pages = NumPages;
  const double OfCall = Timer.estimate([&] { L.run(Many); });
  const unsigned NumCalls =
      std::clamp(Timer.plan().BatchCycles / OfCall, 4.0, 256.0);
  auto T = Timer.time([&] { L.runBatch(Few, NumCalls); },
                      [&] { L.runBatch(Many, NumCalls); });
  if (!T) {
    consumeError(T.takeError());
    _exit(Unsteady);
  }
  if (!T->IsSteady)
    _exit(Unsteady);
  std::printf("%s %.3f %d\n", L.Name.c_str(),
              T->Cycles / NumCalls / (Many - Few), Pages);
  std::fflush(stdout);
  _exit(Done);
}

int fail(const std::string &Why) {
  std::fprintf(stderr, "kb-run-loops: error: %s\n", Why.c_str());
  return 1;
}

/// Reads \p File to a place far from all data; null if that cannot be done.
uint8_t *readImage(const char *File) {
  FILE *Image = std::fopen(File, "rb");
  if (!Image)
    return nullptr;
  std::fseek(Image, 0, SEEK_END);
  const size_t Size = std::ftell(Image);
  std::fseek(Image, 0, SEEK_SET);
  void *Code = mmap(reinterpret_cast<void *>(0x6000000000), Size,
                    PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  const bool IsRead =
      Code != MAP_FAILED && std::fread(Code, 1, Size, Image) == Size;
  std::fclose(Image);
  return IsRead ? static_cast<uint8_t *>(Code) : nullptr;
}

/// A line of the list; nullopt if it is none.
std::optional<Loop> parseLoop(StringRef Line, uint8_t *Code) {
  SmallVector<StringRef, 4> Fields;
  Line.split(Fields, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  Loop L;
  uint64_t Offset;
  if (Fields.size() != 4 || !to_integer(Fields[0], Offset, 10) ||
      !to_integer(Fields[1], L.Counter, 10) ||
      !to_integer(Fields[2], L.Pointers, 10))
    return std::nullopt;
  L.Code = Code + Offset;
  L.Name = Fields[3].str();
  return L;
}

void runInChild(const Loop &L, HostTimer &Timer) {
  std::fflush(stdout);
  const pid_t Child = fork();
  if (Child == 0)
    measure(L, Timer);
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (!WIFEXITED(Status))
    std::printf("%s failed signal\n", L.Name.c_str());
  else if (WEXITSTATUS(Status) != Done)
    std::printf("%s failed %s\n", L.Name.c_str(), Why[WEXITSTATUS(Status) & 7]);
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc != 4) {
    std::fprintf(stderr, "usage: kb-run-loops IMAGE LIST PROCESSOR\n");
    return 2;
  }
  uint8_t *Code = readImage(Argv[1]);
  if (!Code)
    return fail(std::string("cannot read ") + Argv[1]);
  auto List = MemoryBuffer::getFile(Argv[2]);
  if (!List)
    return fail(std::string("cannot read ") + Argv[2]);
  int Processor;
  if (!to_integer(Argv[3], Processor, 10))
    return fail(std::string("not the number of a processor: ") + Argv[3]);
  if (mmap(S, PageSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != S)
    return fail("cannot map the state of the loops");
  auto Timer = HostTimer::open(Processor);
  if (!Timer)
    return fail(toString(Timer.takeError()));
  for (line_iterator Line(**List), End; Line != End; ++Line) {
    std::optional<Loop> L = parseLoop(*Line, Code);
    if (!L)
      return fail("line " + std::to_string(Line.line_number()) + " of " +
                  Argv[2] + " is no loop");
    runInChild(*L, *Timer);
  }
}
