// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: plain-addresses
// flags: -O2
// cores: haswell broadwell skylake skylake-avx512 cascadelake cooperlake
#define TRIPS 64
#include "../../case.h"

#define MANY (8 * TRIPS)
DATA struct { float o[MANY], a[MANY], b[MANY], c[MANY], d[MANY]; } s;

void kernel_init(void) {
  FILL(s.a);
  FILL(s.b);
  FILL(s.c);
  FILL(s.d);
}

#ifdef AFTER
#define AT "(%[s])"
#define NEXT "addq $32, %[s]\n\t"
#else
#define AT "(%[s],%[i])"
#define NEXT ""
#endif

// With an index, a load that an addition is fused to and a store are split
// where micro-ops are renamed, and the store has one port less.
KERNEL void kernel(long n) {
  long i = 0;
  float *base = s.o;
  __asm__ volatile("1:\n\t"
                   "vmovups 0x800" AT ", %%ymm0\n\t"
                   "vaddps 0x1000" AT ", %%ymm0, %%ymm0\n\t"
                   "vaddps 0x1800" AT ", %%ymm0, %%ymm0\n\t"
                   "vaddps 0x2000" AT ", %%ymm0, %%ymm0\n\t"
                   "vmovups %%ymm0, " AT "\n\t"
                   "addq $32, %[i]\n\t" NEXT "cmpq %[i], %[n]\n\t"
                   "jne 1b"
                   : [i] "+r"(i), [s] "+r"(base)
                   : [n] "r"(32 * n)
                   : "xmm0", "cc", "memory");
  result = s.o[n / 2];
}
