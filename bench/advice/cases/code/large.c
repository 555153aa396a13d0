// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: fit-cache
// flags: -O2
// reads: object
#define TRIPS 64
#include "../../case.h"

// 9000 instructions of two bytes that need no port are more than the cache of
// micro-ops holds; 1500 are not, and are done six times instead.
#ifdef AFTER
#define SIZE_OF_BODY "1500"
#define TIMES 6
#else
#define SIZE_OF_BODY "9000"
#define TIMES 1
#endif

void kernel_init(void) {}

KERNEL void kernel(long n) {
  long i = n * TIMES;
  __asm__ volatile(".p2align 6\n"
                   "1:\n\t"
                   ".rept " SIZE_OF_BODY "\n\t"
                   "xorl %%eax, %%eax\n\t"
                   ".endr\n\t"
                   "decq %[i]\n\t"
                   "jne 1b"
                   : [i] "+r"(i)
                   :
                   : "rax", "cc");
  result = i;
}
