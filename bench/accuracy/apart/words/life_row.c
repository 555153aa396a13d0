// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: words/life_row
// tags: ports,frontend
// about: game of life on 64 cells a word: neighbours added bitwise, three rows

#include "kernel.h"

KB_DATA uint64_t above[KB_MAX_N], row[KB_MAX_N], below[KB_MAX_N], next[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(above, 0, 1.8e19);
  KB_FILL(row, 0, 1.8e19);
  KB_FILL(below, 0, 1.8e19);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t a = above[i], r = row[i], b = below[i];
    const uint64_t al = a << 1, ar = a >> 1, rl = r << 1, rr = r >> 1, bl = b << 1, br = b >> 1;
    const uint64_t s0 = al ^ a ^ ar, c0 = (al & a) | (ar & (al ^ a));
    const uint64_t s1 = bl ^ b ^ br, c1 = (bl & b) | (br & (bl ^ b));
    const uint64_t s2 = rl ^ rr, c2 = rl & rr;
    const uint64_t one = s0 ^ s1 ^ s2, c3 = (s0 & s1) | (s2 & (s0 ^ s1));
    const uint64_t two = c0 ^ c1 ^ c2 ^ c3;
    const uint64_t four = (c0 & c1) | (c2 & c3) | ((c0 ^ c1) & (c2 ^ c3));
    next[i] = two & ~four & (one | r);
  }
}
