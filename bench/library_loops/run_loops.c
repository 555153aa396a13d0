/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times the loops of a flat image of code; see library_loops.py.
 *
 *   run_loops IMAGE LIST PROCESSOR
 *
 * LIST has a line for each loop: its offset in IMAGE, the number of the general
 * register that counts its trips down, a mask of those that hold addresses, its
 * name. Prints `name cycles pages` for each, or `name failed why`.
 *
 * Each loop runs in a process of its own. Registers of the mask point to
 * regions 17 MB apart, others hold 64, vector registers 1.0 (denormals count as
 * zero). Pages are mapped where the loop touches them, all of a region to one
 * page of memory, so that the data stay in the first-level cache; every word of
 * it is the address of another page. Loops that touch too many, leave the
 * address space or raise an exception fail. Cycles are those of a trip more:
 * the difference of two numbers of trips, each the smallest time of many, held
 * against a chain of dependent multiplications of 3 cycles; the middle of 15
 * such figures' lower third counts. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <x86intrin.h>

enum { Few = 128, Many = 384, Rounds = 15, Repeats = 200, MaxPages = 600 };
enum { PageSize = 4096, NumFrames = 6, RegionShift = 20 };
enum { TooManyPages = 3, CannotMap, NoAddress, Exception };

/* What the code below reads by absolute address. */
#define STATE 0x7000000
struct State {
  uint64_t StackPointer;
  uint64_t Pad[7];
  double One; /* 0x40 */
  uint64_t Pad2[7];
  void *Loop;     /* 0x80 */
  void (*Exit)(); /* 0x88: the loops end with jmp *0x7000088 */
  uint64_t Pad3[14];
  uint64_t Regs[16]; /* 0x100, in the order of their encoding */
};
static struct State *const S = (struct State *)STATE;

static int Frames;
static int NumPages;

static void onFault(int Signal, siginfo_t *Info, void *Context) {
  (void)Context;
  const uintptr_t Address = (uintptr_t)Info->si_addr;
  if (Signal != SIGSEGV || Address < 65536)
    _exit(NoAddress);
  if (++NumPages > MaxPages)
    _exit(TooManyPages);
  const uintptr_t Page = Address & -(uintptr_t)PageSize;
  const off_t Frame = (Address >> RegionShift) % NumFrames;
  if (mmap((void *)Page, PageSize, PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_FIXED_NOREPLACE, Frames,
           Frame * PageSize) != (void *)Page)
    _exit(CannotMap);
}

static void onException(int Signal) {
  (void)Signal;
  _exit(Exception);
}

/* Sets all registers and jumps to the loop. */
__attribute__((naked, noipa)) static void enter(void) {
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

__attribute__((naked, noipa)) static void leave(void) {
  __asm__("mov 0x7000000, %rsp\n vzeroupper\n cld\n pop %r15\n pop %r14\n"
          "pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret");
}

static inline uint64_t now(void) {
  _mm_lfence();
  const uint64_t T = __rdtsc();
  _mm_lfence();
  return T;
}

static __attribute__((noipa)) uint64_t timeLoop(uint64_t Trips, int Counter) {
  S->Regs[Counter] = Trips;
  const uint64_t Start = now();
  enter();
  return now() - Start;
}

/* 10 dependent multiplications for each of Trips. */
static __attribute__((noipa)) uint64_t timeChain(int Trips) {
  uint64_t X = 3;
  const uint64_t Start = now();
  for (int I = 0; I < Trips; ++I)
    __asm__ volatile(".rept 10\n imul %0, %0\n .endr" : "+r"(X));
  return now() - Start;
}

static uint64_t less(uint64_t A, uint64_t B) { return A < B ? A : B; }

static int compare(const void *A, const void *B) {
  const double X = *(const double *)A, Y = *(const double *)B;
  return X < Y ? -1 : X > Y;
}

static void measure(uint8_t *Loop, int Counter, unsigned Pointers,
                    const char *Name) {
  alarm(20);
  Frames = memfd_create("data", 0);
  if (Frames < 0 || ftruncate(Frames, NumFrames * PageSize) != 0)
    _exit(CannotMap);
  uint64_t *Data = mmap(0, NumFrames * PageSize, PROT_READ | PROT_WRITE,
                        MAP_SHARED, Frames, 0);
  for (int I = 0; I < NumFrames * PageSize / 8; ++I)
    Data[I] = 0x20000800;
  static char Stack[65536];
  const stack_t Alternate = {.ss_sp = Stack, .ss_size = sizeof Stack};
  sigaltstack(&Alternate, 0);
  struct sigaction Fault = {.sa_sigaction = onFault,
                            .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigaction(SIGSEGV, &Fault, 0);
  struct sigaction Other = {.sa_handler = onException, .sa_flags = SA_ONSTACK};
  const int Signals[] = {SIGFPE, SIGILL, SIGBUS, SIGTRAP};
  for (int I = 0; I < 4; ++I)
    sigaction(Signals[I], &Other, 0);
  _mm_setcsr(_mm_getcsr() | 0x8040); /* Denormals are zero, both ways. */
  S->One = 1.0;
  S->Loop = Loop;
  S->Exit = leave;
  for (int I = 0; I < 16; ++I)
    S->Regs[I] = Pointers >> I & 1 ? 0x10000800 + I * UINT64_C(0x1100140) : 64;
  if (__builtin_cpu_supports("avx512bw"))
    __asm__ volatile(".irp n,1,2,3,4,5,6,7\n kxnorq %k\\n, %k\\n, %k\\n\n"
                     ".endr");
  for (int I = 0; I < 2; ++I)
    timeLoop(Many, Counter);
  double Figures[Rounds];
  for (int R = 0; R < Rounds; ++R) {
    uint64_t Short = -1, Long = -1, ShortChain = -1, LongChain = -1;
    for (int I = 0; I < Repeats; ++I) {
      Short = less(Short, timeLoop(Few, Counter));
      Long = less(Long, timeLoop(Many, Counter));
      ShortChain = less(ShortChain, timeChain(20));
      LongChain = less(LongChain, timeChain(60));
    }
    Figures[R] = (double)(Long - Short) / (Many - Few) * (40 * 10 * 3) /
                 (double)(LongChain - ShortChain);
  }
  qsort(Figures, Rounds, sizeof *Figures, compare);
  printf("%s %.3f %d\n", Name, Figures[Rounds / 6], NumPages);
  fflush(stdout);
  _exit(0);
}

int main(int NumArgs, char **Args) {
  if (NumArgs != 4) {
    fprintf(stderr, "usage: run_loops IMAGE LIST PROCESSOR\n");
    return 1;
  }
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(atoi(Args[3]), &Set);
  sched_setaffinity(0, sizeof Set, &Set);
  FILE *Image = fopen(Args[1], "rb"), *List = fopen(Args[2], "r");
  if (!Image || !List) {
    perror("run_loops");
    return 1;
  }
  fseek(Image, 0, SEEK_END);
  const size_t Size = ftell(Image);
  rewind(Image);
  uint8_t *Code =
      mmap((void *)0x6000000000, Size, PROT_READ | PROT_WRITE | PROT_EXEC,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (Code == MAP_FAILED || fread(Code, 1, Size, Image) != Size ||
      mmap(S, PageSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != S) {
    perror("run_loops");
    return 1;
  }
  unsigned long Offset;
  int Counter;
  unsigned Pointers;
  char Name[256];
  static const char *const Why[8] = {
      "", "", "", "too many pages", "cannot map", "no address", "exception"};
  while (fscanf(List, "%lu %d %u %255s", &Offset, &Counter, &Pointers, Name) ==
         4) {
    fflush(stdout);
    const pid_t Child = fork();
    if (Child == 0)
      measure(Code + Offset, Counter, Pointers, Name);
    int Status = 0;
    waitpid(Child, &Status, 0);
    if (!WIFEXITED(Status))
      printf("%s failed signal\n", Name);
    else if (WEXITSTATUS(Status) != 0)
      printf("%s failed %s\n", Name, Why[WEXITSTATUS(Status) & 7]);
  }
  return 0;
}
