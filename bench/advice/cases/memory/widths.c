// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: match-widths
// flags: -O1
#include "../../case.h"

DATA uint32_t halves[2];

void kernel_init(void) { halves[0] = 1; }

KERNEL void kernel(long n) {
  uint64_t t = 0;
  for (long i = 0; i < n; ++i) {
    uint64_t next = t * 3 + 7;
#ifdef AFTER
    *(volatile uint64_t *)halves = (uint32_t)next;
#else
    *(volatile uint32_t *)halves = next;
#endif
    t = *(volatile uint64_t *)halves;
  }
  result = t & 0xffff;
}
