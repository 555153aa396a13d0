/* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
 * Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Cycles per trip of the loops in kb_table, on x86-64 without counters.
 *
 * The time stamp counter is calibrated with chains of imul, 3 cycles each on
 * all Intel cores since Nehalem. Each loop runs n and 2n trips, the chain 20
 * and 40 trips, all four next to each other and many times. The differences of
 * low quantiles give cycles per trip: start-up cost cancels, and what a busy
 * sibling thread or an interrupt adds is above the quantile. The least of
 * several rounds counts. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <x86intrin.h>

struct entry {
  const char *name;
  void (*run)(uint64_t trips, void *data, void *more);
};
extern struct entry kb_table[];
extern uint64_t kb_count;

enum { MaxTries = 40000, DataBytes = 1 << 21 };
static double Short[MaxTries], Long[MaxTries], Chain1[MaxTries],
    Chain2[MaxTries];

static inline uint64_t tick(void) {
  unsigned aux;
  _mm_lfence();
  uint64_t t = __rdtscp(&aux);
  _mm_lfence();
  return t;
}

__attribute__((noinline, aligned(64))) static double chain(uint64_t n) {
  uint64_t x = n | 1, t = tick();
  for (uint64_t i = 0; i < n; ++i)
    asm volatile(".rept 8\n\timul %0,%0\n\t.endr" : "+r"(x));
  return tick() - t;
}

static double timed(const struct entry *e, uint64_t n, void *p, void *q) {
  uint64_t t = tick();
  e->run(n, p, q);
  return tick() - t;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double measure(const struct entry *e, char *data, int tries,
                      int rounds) {
  void *p = data + 4096 * 16, *q = data + 4096 * 64;
  uint64_t n = 10;
  for (; n < 100000; n *= 2) {
    double least = 1e30;
    for (int i = 0; i < 30; ++i) {
      double t = timed(e, n, p, q);
      least = t < least ? t : least;
    }
    if (least > 1500)
      break;
  }
  double a = 1e30, b = 1e30;
  for (int r = 0; r < rounds; ++r) {
    for (int i = 0; i < tries; ++i) {
      Chain1[i] = chain(20);
      Chain2[i] = chain(40);
      Short[i] = timed(e, n, p, q);
      Long[i] = timed(e, 2 * n, p, q);
    }
    qsort(Chain1, tries, sizeof(double), compare);
    qsort(Chain2, tries, sizeof(double), compare);
    qsort(Short, tries, sizeof(double), compare);
    qsort(Long, tries, sizeof(double), compare);
    int at = tries / 200;
    /* 20 trips of 8 imul of 3 cycles. */
    double ticks = (Chain2[at] - Chain1[at]) / 480.0;
    a = Short[at] / ticks < a ? Short[at] / ticks : a;
    b = Long[at] / ticks < b ? Long[at] / ticks : b;
  }
  return (b - a) / n;
}

int main(int argc, char **argv) {
  int tries = argc > 1 ? atoi(argv[1]) : 1500;
  int rounds = argc > 2 ? atoi(argv[2]) : 4;
  tries = tries > MaxTries ? MaxTries : tries < 200 ? 200 : tries;
  char *data = mmap(0, DataBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (data == MAP_FAILED) {
    perror("mmap");
    return 1;
  }
  _mm_setcsr(0x9fc0); /* Denormals are zero: no assists. */
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  for (uint64_t e = 0; e < kb_count; ++e) {
    for (int i = 0; i < DataBytes / 8; ++i)
      ((double *)data)[i] = 1.0;
    printf("%s %.3f\n", kb_table[e].name,
           measure(&kb_table[e], data, tries, rounds));
    fflush(stdout);
  }
}
