// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: recur/pointer_chase
// tags: latency,memory
// about: k = next[k] around one cycle of all elements

#define KB_MAX_N 1024
#include "kernel.h"

KB_DATA uint32_t next[1024];

void kernel_init(void) {
  // A step odd and coprime to the power of two visits every element.
  for (uint32_t k = 0; k < 1024; ++k)
    next[k] = (k + 389) % 1024;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t k = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    k = next[k];
  kb_sink_u64 = k;
}
