// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/three_address
// tags: latency,memory
// about: r[d] = r[a] + r[b] with byte operands: a register file in memory

#include "kernel.h"

struct insn {
  uint8_t d, a, b, pad;
};
KB_DATA struct insn code[KB_MAX_N];
KB_DATA uint32_t regs[16];
KB_DATA uint32_t *given_r;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    code[k] = (struct insn){(uint8_t)(k & 7), (uint8_t)((k + 7) & 7), (uint8_t)(8 + k % 5), 0};
  KB_FILL(regs, 1, 100);
  given_r = regs;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *r = given_r;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    r[code[i].d] = r[code[i].a] + r[code[i].b];
}
