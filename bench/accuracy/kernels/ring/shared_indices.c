// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: ring/shared_indices
// tags: latency,memory
// about: a queue between two threads: volatile head and tail, both moved here

#include "kernel.h"

KB_DATA volatile uint32_t head, tail;
KB_DATA uint32_t item[64], in[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) { KB_FILL(in, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  head = tail = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    item[tail & 63] = in[i];
    tail = tail + 1;
    out[i] = item[head & 63];
    head = head + 1;
  }
}
