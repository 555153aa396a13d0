// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: hashing/mix64
// tags: ports
// about: a 64-bit finalizer of each number on its own

#include "kernel.h"

KB_DATA uint64_t s[KB_MAX_N], t[KB_MAX_N];

void kernel_init(void) { KB_FILL(s, 0, 1e18); }

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    uint64_t x = s[i];
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    t[i] = x ^ x >> 31;
  }
}
