// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/dot_bytes
// tags: ports,latency
// about: signed bytes times signed bytes summed in 32 bits, plus the sum of one side

#include "kernel.h"

KB_DATA int8_t a[KB_MAX_N], b[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, -128, 128);
  KB_FILL(b, -128, 128);
}

KB_KERNEL void kernel(KB_INT n) {
  int32_t dot = 0, offset = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    dot += a[i] * b[i];
    offset += b[i];
  }
  kb_sink_u64 = (uint64_t)(dot - 3 * offset);
}
