// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: pad-jumps
// flags: -O2
// reads: object
// cores: skylake skylake-avx512 cascadelake cooperlake
#include "../../case.h"

DATA uint32_t a[SIZE + 16];

void kernel_init(void) { FILL_INT(a); }

// Both jumps cross a boundary of 32 bytes with what they are fused to. Nops
// before the first move both off it.
#ifdef AFTER
#define PAD ".nops 4\n\t"
#else
#define PAD ""
#endif

KERNEL void kernel(long n) {
  uint32_t s = 0;
  long i = 0;
  __asm__ volatile(".p2align 6\n"
                   "1:\n\t"
                   "xorl 0x10(%[a],%[i],4), %[s]\n\t"
                   "movl $0x12345, %%r8d\n\t"
                   "movl $0x12345, %%r9d\n\t"
                   "movl $0x12345, %%r10d\n\t"
                   "movl $0x12345, %%r11d\n\t" PAD "cmpq $-9, %[i]\n\t"
                   "je 2f\n\t"
                   "movl $0x12345, %%r8d\n\t"
                   "movl $0x12345, %%r9d\n\t"
                   "movl $0x12345, %%r10d\n\t"
                   "movl $0x12345, %%r11d\n\t"
                   "incq %[i]\n\t"
                   "cmpq %[i], %[n]\n\t"
                   "jne 1b\n"
                   "2:"
                   : [s] "+&d"(s), [i] "+&c"(i)
                   : [a] "a"(a), [n] "D"(n)
                   : "r8", "r9", "r10", "r11", "cc", "memory");
  result = s;
}
