// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/ways
// tags: ports
// about: every second trip has four multiplications
#include "kernel.h"
void kernel_init(void) {}
KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  __asm__ volatile("1: testb $1, %b0\n\t"
                   "je 2f\n\t"
                   "imulq $3, %%r8, %%r9\n\timulq $3, %%r8, %%r10\n\t"
                   "imulq $3, %%r8, %%r11\n\timulq $3, %%r8, %%rax\n"
                   "2: decq %0\n\t"
                   "jnz 1b"
                   : "+r"(n)
                   :
                   : "cc", "r9", "r10", "r11", "rax");
}
