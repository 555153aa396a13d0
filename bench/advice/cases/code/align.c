// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: align-loop
// flags: -O2
// reads: object
#include "../../case.h"

DATA uint32_t a[SIZE + 256];

void kernel_init(void) { FILL_INT(a); }

// 66 bytes, which from a multiple of 64 on stand in two windows of 64 bytes,
// and from 63 on in three.
#ifdef AFTER
#define PLACE "0"
#else
#define PLACE "63"
#endif

KERNEL void kernel(long n) {
  uint32_t s = 1;
  long i = 0;
  __asm__ volatile(".p2align 6\n\t"
                   ".skip " PLACE ", 0x90\n"
                   "1:\n\t"
                   "movl 0x200(%[a],%[i],4), %%r8d\n\t"
                   "movl 0x204(%[a],%[i],4), %%r8d\n\t"
                   "movl 0x208(%[a],%[i],4), %%r8d\n\t"
                   "movl 0x20c(%[a],%[i],4), %%r8d\n\t"
                   "xorl 0x200(%[a],%[i],4), %[s]\n\t"
                   "roll $5, %[s]\n\t"
                   "nopl 0x12345(%[a],%[i])\n\t"
                   "nopl 0x12345(%[a],%[i])\n\t"
                   "incq %[i]\n\t"
                   "cmpq %[i], %[n]\n\t"
                   "jne 1b"
                   : [s] "+&d"(s), [i] "+&c"(i)
                   : [a] "a"(a), [n] "D"(n)
                   : "r8", "cc", "memory");
  result = s;
}
