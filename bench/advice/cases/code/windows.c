// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: fit-cache
// flags: -O2
// reads: object
// cores: skylake skylake-avx512 cascadelake cooperlake
#define TRIPS 64
#include "../../case.h"

// 1200 instructions of eight bytes stand in more windows than the cache of
// micro-ops holds; 600 do not, and are done twice instead.
#ifdef AFTER
#define SIZE_OF_BODY "600"
#define TIMES 2
#else
#define SIZE_OF_BODY "1200"
#define TIMES 1
#endif

void kernel_init(void) {}

KERNEL void kernel(long n) {
  long i = n * TIMES;
  __asm__ volatile(".p2align 6\n"
                   "1:\n\t"
                   ".rept " SIZE_OF_BODY "\n\t"
                   "nopl 0x200(%%rax,%%rax)\n\t"
                   ".endr\n\t"
                   "decq %[i]\n\t"
                   "jne 1b"
                   : [i] "+r"(i)
                   :
                   : "cc");
  result = i;
}
