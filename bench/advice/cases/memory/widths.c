// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// advice: match-widths
// flags: -O1
#include "../../case.h"

DATA uint32_t halves[2];

void kernel_init(void) { halves[0] = 1; }

KERNEL void kernel(long n) {
  uint64_t t = 0;
  for (long i = 0; i < n; ++i) {
#ifdef AFTER
    uint64_t both = t * 3 + 7;
    *(volatile uint64_t *)halves = both;
    t = *(volatile uint64_t *)halves;
#else
    uint64_t both = t * 3 + 7;
    ((volatile uint32_t *)halves)[0] = both;
    ((volatile uint32_t *)halves)[1] = both >> 32;
    t = *(volatile uint64_t *)halves;
#endif
  }
  result = t & 0xffff;
}
